import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveSite, SITE, STUDIO } from '#app/staff/staff.test-support.ts'

beforeEach(() => {
  vi.stubEnv('SANITY_STUDIO_PROJECT_ID', 'abc123')
  vi.stubEnv('SANITY_STUDIO_SITE_URL', SITE)
  vi.stubGlobal('location', { origin: STUDIO })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** The Inbox of a Studio on its own origin, for a hosted project. */
async function hostedInbox(settings?: Parameters<typeof liveSite>[0]) {
  const site = await liveSite(settings)
  const calls: string[] = []
  const realFetch = fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const request = new Request(url, init)
    request.headers.set('Origin', STUDIO)
    if (!url.startsWith(SITE)) return realFetch(url, init)
    const [, call] = /^https:\/\/site\.example\/api\/staff\/(\w+)/.exec(url) ?? []
    calls.push(`${request.method} ${call}`)
    return site.staff(request, call, { address: '203.0.113.5', requestId: 'r' })
  })
  const { staffApi } = await import('#studio/inbox/staff-api.ts')
  const proofs = () =>
    site.editor.fetch<string[]>('*[_type == "staffSession"]._id', {}, { perspective: 'raw' })
  return { ...site, calls, proofs, api: staffApi(site.editor as never) }
}

const ANY = new URLSearchParams({ page: '1' })

test('the Inbox signs in at its first use, and again after 15 minutes', async () => {
  const { api, calls, proofs } = await hostedInbox()
  expect(await api.list('enquiries', ANY)).toMatchObject({ items: [], total: 0 })
  const signingIn = ['GET session', 'POST session']
  expect(calls).toEqual([...signingIn, 'GET enquiries'])
  await api.list('reviews', ANY)
  await expect(api.setReviewsHidden([crypto.randomUUID()], true)).rejects.toThrow('There is no such review')
  expect(calls.slice(3)).toEqual(['GET reviews', 'POST review'])
  expect(await proofs()).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  await api.list('reviews', ANY).catch(() => {}) // by then, the clocks of site and backend differ
  expect(calls.slice(5, 8)).toEqual(['GET reviews', ...signingIn])
})

test('readers of the dataset cannot sign in with the data that they see', async () => {
  const { api, editor, calls, signIn } = await hostedInbox()
  const create = vi.spyOn(editor, 'create')
  await api.list('enquiries', ANY)
  expect(calls).toContain('POST session')
  const [document] = create.mock.calls[0] as [{ _id: string; _type: string }]
  expect(Object.keys(document)).toEqual(['_id', '_type'])
  const [, hash] = /^staff-session\.([0-9a-f]{64})$/.exec(document._id) ?? []
  // A viewer who is faster than the Studio only has this document.
  await editor.create(document)
  for (const known of [hash, document._id]) expect((await signIn(known)).status).toBe(403)
  const stranger = editor.withConfig({ token: undefined })
  expect(await stranger.getDocument(document._id)).toBeUndefined()
})

test('an editor who may not publish sees the reason', async () => {
  const { editor } = await hostedInbox()
  const { staffApi } = await import('#studio/inbox/staff-api.ts')
  // Sanity's response to a contributor, who may only write drafts.
  vi.spyOn(editor, 'create').mockRejectedValue(Object.assign(new Error('Forbidden'), { statusCode: 403 }))
  const contributor = staffApi(editor as never)
  await expect(contributor.list('enquiries', ANY)).rejects.toThrow('Only people who may publish')
})

test('an editor sees which site does not answer, and which STUDIO_URL it needs', async () => {
  const { api } = await hostedInbox()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(api.list('enquiries', ANY)).rejects.toThrow(
    'https://site.example can’t be reached, or does not answer this Studio. Its STUDIO_URL must be https://studio.example.',
  )
})

test('the Studio sends nothing to a site without HTTPS', async () => {
  vi.stubEnv('SANITY_STUDIO_SITE_URL', 'http://site.example')
  const { api, calls } = await hostedInbox()
  await expect(api.list('enquiries', ANY)).rejects.toThrow('needs HTTPS')
  expect(calls).toEqual([])
})
