import type { AppLoadContext } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { createPreviews, type Preview } from '#app/preview/preview.server.ts'
import { loader as changes } from '#app/routes/api.preview.changes.ts'
import { loader as enable } from '#app/routes/api.preview.enable.ts'
import { action as changePerspective } from '#app/routes/api.preview.perspective.ts'
import { loader as openShared } from '#app/routes/preview.shared.tsx'
import { previewContext } from '#app/server/http/preview-context.ts'

const env = {
  localLake: false,
  STUDIO_PORT: 1,
  DATA_DIR: '/nowhere',
  SITE_URL: 'http://localhost:3000',
  STUDIO_URL: 'http://localhost:3333',
  SANITY_PROJECT_ID: 'none',
  SANITY_DATASET: 'production',
  SANITY_API_TOKEN: 'token',
}
const previews = createPreviews(env, 'a secret of at least thirty-two characters')
const strangers = createPreviews(env, 'another secret of thirty-two characters..')
// In this test no Studio creates a secret.
vi.spyOn(previews, 'acceptSecret').mockResolvedValue(false)
vi.spyOn(previews.changes, 'stream').mockImplementation(() => new Response('stream'))
const context = { previews } as unknown as AppLoadContext

const editorPreview = (until: number): Preview => ({ kind: 'studio', perspective: ['drafts'], until })
const guestPreview = (until: number): Preview => ({ kind: 'shared', id: 'drafts.home', path: '/', until })
const later = Date.now() + 60_000
const before = Date.now() - 1
const cookieOf = async (write: Promise<string>) => (await write).split(';')[0] ?? ''
const valid = await cookieOf(previews.cookie.write(editorPreview(later)))

const CREDENTIALS = {
  absent: '',
  forged: 'preview=eyJraW5kIjoic3R1ZGlvIn0%3D',
  'of another site': await cookieOf(strangers.cookie.write(editorPreview(later))),
  changed: `${valid.slice(0, -6)}AAAA%3D%3D`,
  expired: await cookieOf(previews.cookie.write(editorPreview(before))),
  "a guest's": await cookieOf(previews.cookie.write(guestPreview(later))),
}
const request = (path: string, Cookie: string, init: RequestInit = {}) =>
  new Request(`http://localhost:3000${path}`, { ...init, headers: { Cookie } })
const statusOf = async (answer: Promise<unknown>) => {
  const response = (await answer) as Response & { init?: ResponseInit }
  return response.init?.status ?? response.status
}
const args = (request: Request) => ({ request, context, params: {}, unstable_pattern: '' }) as never

test.each(Object.entries(CREDENTIALS))(
  'a preview cookie that is %s gives no access to the routes for editors',
  async (_title, cookie) => {
    expect(await statusOf(changes(args(request('/api/preview/changes', cookie))))).toBe(401)
    const post = { method: 'POST', body: 'published' }
    expect(await statusOf(changePerspective(args(request('/api/preview/perspective', cookie, post))))).toBe(
      401,
    )
    const path = '/api/preview/enable?sanity-preview-secret=made-up&sanity-preview-pathname=/'
    expect(await statusOf(enable(args(request(path, cookie))))).toBe(401)
  },
)

test("an editor's cookie gives access to the routes for editors, repeatedly", async () => {
  for (const _ of [1, 2]) {
    expect(await statusOf(changes(args(request('/api/preview/changes', valid))))).toBe(200)
    const post = { method: 'POST', body: 'published' }
    expect(
      await statusOf(changePerspective(args(request('/api/preview/perspective', valid, post)))),
    ).toBeLessThan(400)
    expect(await statusOf(enable(args(request('/api/preview/enable', valid))))).toBe(307)
  }
})

test.each([
  ['absent', 403, async () => ''],
  ['made up', 403, async () => '?key=a.b.c.d.e'],
  ['expired', 410, async () => new URL(await previews.link('home', before)).search],
  ['of another site', 403, async () => new URL(await strangers.link('home', later)).search],
  ['changed', 403, async () => `${new URL(await previews.link('home', later)).search.slice(0, -4)}AAAA`],
  ["a cookie's", 403, async () => `?key=${encodeURIComponent(valid.split('=')[1] ?? '')}`],
])('a shared link whose key is %s gets status %i', async (_title, status, search) => {
  expect(await statusOf(openShared(args(request(`/preview/shared${await search()}`, ''))))).toBe(status)
})

/** Returns the headers of a page requested with a cookie. */
async function headersWith(path: string, cookie: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader(name: string, value: string) {
      headers[name] = value
    },
    writeHead: () => response,
  }
  const request = { path, method: 'GET', headers: { cookie } }
  await previewContext(request as never, response as never, { previews, consents: {} } as never)
  response.writeHead()
  return headers
}

test("only an editor's preview can access the Studio window that opened it", async () => {
  const opener = async (path: string, cookie: string) =>
    (await headersWith(path, cookie))['Cross-Origin-Opener-Policy']
  expect(await opener('/', valid)).toBe('unsafe-none')
  expect(await opener('/api/preview/enable', ''), 'while opening the preview').toBe('unsafe-none')
  for (const [title, cookie] of Object.entries(CREDENTIALS).filter(([name]) => name !== 'expired'))
    expect(await opener('/', cookie), title).toBeUndefined()
  expect(await headersWith('/', valid)).toMatchObject({
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
  })
  expect(await headersWith('/', CREDENTIALS.forged)).toEqual({})
})
