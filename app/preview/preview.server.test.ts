import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterEach, expect, test, vi } from 'vitest'
import { createPreviews, parsePerspective, sameSitePath } from '#app/preview/preview.server.ts'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/lake.test-support.ts'

const SECRET = 'a secret of at least thirty-two characters'
const STUDIO = 'http://localhost:3333'

/** Previews of a site with a lake. `secret` creates a secret as the Studio's Presentation tool does. */
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

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a secret of the Studio is accepted once, within an hour', async () => {
  const { previews, secret } = await previewedSite()
  const once = await secret()
  const accepted = await Promise.all(Array.from({ length: 8 }, () => previews.acceptSecret(once)))
  expect(accepted.filter(Boolean)).toHaveLength(1)
  const late = await secret()
  for (const wrong of ['', '   ', 'wrong', '*']) expect(await previews.acceptSecret(wrong)).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60 * 1000 + 1_000 })
  expect(await previews.acceptSecret(late)).toBe(false)
})

test('a stranger can neither create nor read a secret', async () => {
  const { studio, secret } = await previewedSite()
  const stranger = studio.withConfig({ token: undefined })
  vi.spyOn(console, 'error').mockImplementation(() => {}) // logged by Sanity
  await expect(createPreviewSecret(stranger, 'test', STUDIO)).rejects.toThrow()
  const given = await secret()
  expect(await stranger.fetch('*[secret == $given]', { given }, { perspective: 'raw' })).toEqual([])
})

test("scripts can't read the cookie; under https only encrypted requests carry it, also from the Studio's frame", async () => {
  const { previews, env } = await previewedSite()
  const preview = previews.newEditorPreview(['drafts'])
  expect(Math.round((preview.until - Date.now()) / 60_000)).toBe(12 * 60)
  expect(await previews.cookie.write(preview)).toMatch(/^preview=.*HttpOnly/)
  const secure = createPreviews({ ...env, SITE_URL: 'https://keyturn.example' }, SECRET)
  const cookie = await secure.cookie.write(preview)
  expect(cookie).toMatch(/^__Host-preview=/)
  for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    expect(cookie).toContain(part)
})

test('the site names the setting that is missing for previews', async () => {
  const { env } = await previewedSite()
  const hosted = { ...env, localLake: false, SANITY_PROJECT_ID: 'abc123' }
  expect(createPreviews(hosted, SECRET).missingSetting()).toContain('SANITY_API_TOKEN')
  expect(createPreviews({ ...hosted, STUDIO_URL: undefined }, SECRET).missingSetting()).toContain(
    'STUDIO_URL',
  )
  expect(createPreviews(env, SECRET).missingSetting()).toBeUndefined()
})

test("only the Studio's origin may read responses", async () => {
  const { previews } = await previewedSite()
  const headersFor = (origin: string) =>
    previews.corsHeaders(new Request('http://site/', { headers: { Origin: origin } }))
  expect(headersFor(STUDIO)).toEqual({ Vary: 'Origin', 'Access-Control-Allow-Origin': STUDIO })
  for (const origin of ['http://localhost:3334', 'https://evil.example', 'null'])
    expect(headersFor(origin)).toEqual({ Vary: 'Origin' })
})

test('a return address stays on this site', () => {
  expect(sameSitePath('/pricing?a=1#b')).toBe('/pricing?a=1#b')
  for (const path of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '\u0000//evil.example',
    '//evil。example',
    'javascript:alert(1)',
    '',
    null,
  ])
    expect(sameSitePath(path)).toBe('/')
  expect(sameSitePath('/..//evil.example')).toBe('/evil.example')
})

test('a perspective is a list of names without "raw"', () => {
  expect(parsePerspective(null)).toEqual(['drafts'])
  expect(parsePerspective('rSpring,drafts')).toEqual(['rSpring', 'drafts'])
  for (const text of ['raw', 'drafts,raw', 'a b', 'drafts,', '../x'])
    expect(parsePerspective(text)).toBeNull()
})
