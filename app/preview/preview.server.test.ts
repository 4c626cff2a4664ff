import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterEach, expect, test, vi } from 'vitest'
import { createPreviews, ownPath, parsePerspective } from '#app/preview/preview.server.ts'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

const SECRET = 'a secret of at least thirty-two characters'
const STUDIO = 'http://localhost:3333'

/** Previews of a site whose lake runs; the Studio's client makes secrets as its Presentation tool does. */
async function previewedSite() {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir })
  const env = {
    localLake: true,
    STUDIO_PORT: lake.port,
    DATA_DIR: dataDir,
    SITE_URL: 'http://localhost:3000',
    STUDIO_URL: STUDIO,
    SANITY_PROJECT_ID: undefined,
    SANITY_DATASET: 'production',
    SANITY_API_TOKEN: undefined,
  }
  const studio = clientOf(lake)
  const secret = async () => (await createPreviewSecret(studio, 'test', STUDIO)).secret
  return { previews: createPreviews(env, SECRET), studio, secret, env }
}

const withCookie = (setCookie: string) => ({ headers: new Headers({ Cookie: setCookie.split(';')[0]! }) })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a secret that the Studio made is accepted once', async () => {
  const { previews, secret } = await previewedSite()
  const given = await secret()
  expect(await previews.accepts(given)).toBe(true)
  expect(await previews.accepts(given)).toBe(false)
})

test('of many who bring the same secret at once, one is let in', async () => {
  const { previews, secret } = await previewedSite()
  const given = await secret()
  const letIn = await Promise.all(Array.from({ length: 8 }, () => previews.accepts(given)))
  expect(letIn.filter(Boolean)).toHaveLength(1)
})

test.each(['', '   ', 'wrong', '*', 'undefined', 'null'])('the secret %j is refused', async (given) => {
  const { previews, secret } = await previewedSite()
  await secret()
  expect(await previews.accepts(given)).toBe(false)
})

test('a secret is refused after an hour', async () => {
  const { previews, secret } = await previewedSite()
  const given = await secret()
  const hour = 60 * 60 * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour + 1_000 })
  expect(await previews.accepts(given)).toBe(false)
})

test('a stranger can’t make a secret, nor read one', async () => {
  const { studio, secret } = await previewedSite()
  const stranger = studio.withConfig({ token: undefined })
  vi.spyOn(console, 'error').mockImplementation(() => {}) // the Studio's own complaint
  await expect(createPreviewSecret(stranger, 'test', STUDIO)).rejects.toThrow()
  const given = await secret()
  expect(await stranger.fetch('*[secret == $given]', { given }, { perspective: 'raw' })).toEqual([])
})

test('the cookie is the site’s own: what another secret sealed, or somebody made up, is nothing', async () => {
  const { previews, env } = await previewedSite()
  const other = createPreviews(env, 'another secret of thirty-two characters')
  const own = await previews.cookie.write(previews.forStudio(['drafts']))
  expect(await previews.cookie.read(withCookie(own))).toMatchObject({
    kind: 'studio',
    perspective: ['drafts'],
  })
  expect(await other.cookie.read(withCookie(own))).toBeNull()
  for (const made of ['preview=1', 'preview=eyJraW5kIjoic3R1ZGlvIn0=', `${own.split(';')[0]}x`])
    expect(await previews.cookie.read({ headers: new Headers({ Cookie: made }) })).toBeNull()
})

test('scripts can’t read the cookie; under https it goes with the Studio’s frame and nowhere unencrypted', async () => {
  const { previews, env } = await previewedSite()
  expect(await previews.cookie.write(previews.forStudio(['drafts']))).toMatch(/^preview=.*HttpOnly/)
  const secure = createPreviews({ ...env, SITE_URL: 'https://keyturn.example' }, SECRET)
  const cookie = await secure.cookie.write(secure.forStudio(['drafts']))
  expect(cookie).toMatch(/^__Host-preview=/)
  for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    expect(cookie).toContain(part)
})

test('an editor’s preview lasts twelve hours; the cookie longer, so that the page can say that it ended', async () => {
  const { previews } = await previewedSite()
  const hours = (ms: number) => Math.round(ms / 60_000) / 60
  const shown = previews.forStudio(['drafts'])
  expect(hours(shown.until - Date.now())).toBe(12)
  expect(await previews.cookie.write(shown)).toMatch(/; Max-Age=2592000;/)
})

test('a link that the site made opens; one that was changed, or is a cookie, does not', async () => {
  const { previews } = await previewedSite()
  const until = Date.now() + 1000
  const token = (await previews.link('drafts.page-about', until)).split('key=')[1]!
  expect(await previews.openLink(token)).toEqual({ kind: 'shared', id: 'drafts.page-about', until })
  expect(await previews.openLink(`${token.slice(0, -2)}xx`)).toBeNull()
  expect(await previews.openLink(undefined)).toBeNull()
  const seen = { kind: 'shared', id: 'drafts.page-about', path: '/about', until } as const
  const cookie = (await previews.cookie.write(seen)).split(/[=;]/)[1]!
  expect(await previews.openLink(cookie)).toBeNull()
})

test('without a Studio’s address or a token there is no preview, and it is said which is missing', async () => {
  const { env } = await previewedSite()
  const hosted = { ...env, localLake: false, SANITY_PROJECT_ID: 'abc123' }
  expect(createPreviews(hosted, SECRET).missing()).toContain('SANITY_API_TOKEN')
  expect(createPreviews({ ...hosted, STUDIO_URL: undefined }, SECRET).missing()).toContain('STUDIO_URL')
  expect(createPreviews(env, SECRET).missing()).toBeUndefined()
})

test('only the Studio’s origin may read answers', async () => {
  const { previews } = await previewedSite()
  const asked = (origin: string) =>
    previews.corsHeaders(new Request('http://site/', { headers: { Origin: origin } }))
  expect(asked(STUDIO)).toEqual({ Vary: 'Origin', 'Access-Control-Allow-Origin': STUDIO })
  for (const origin of ['http://localhost:3334', 'https://evil.example', 'null'])
    expect(asked(origin)).toEqual({ Vary: 'Origin' })
})

test('a way back leads to this site, whatever it looks like', () => {
  expect(ownPath('/pricing?a=1#b')).toBe('/pricing?a=1#b')
  for (const path of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    null,
  ])
    expect(ownPath(path)).toBe('/')
  expect(ownPath('/..//evil.example')).toBe('/evil.example')
})

test('perspectives are names, and never everything', () => {
  expect(parsePerspective(null)).toEqual(['drafts'])
  expect(parsePerspective('rSpring,drafts')).toEqual(['rSpring', 'drafts'])
  for (const text of ['raw', 'drafts,raw', 'a b', 'drafts,', '../x'])
    expect(parsePerspective(text)).toBeNull()
})
