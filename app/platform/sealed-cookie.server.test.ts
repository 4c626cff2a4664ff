import { expect, test } from 'vitest'
import { z } from 'zod'
import { sealedCookie } from '#app/platform/sealed-cookie.server.ts'

const schema = z.object({ email: z.string() })
const cookie = sealedCookie('details', schema, 'a secret')
const requestWith = (setCookie: string) =>
  new Request('http://site/', { headers: { Cookie: setCookie.split(';')[0] ?? '' } })

test('only the site can read its cookie', async () => {
  const set = await cookie.write({ email: 'ann@example.com' })
  expect(set).toMatch(/HttpOnly/)
  expect(set).toMatch(/SameSite=Lax/)
  expect(decodeURIComponent(set)).not.toContain('ann')
  expect(await cookie.read(requestWith(set))).toEqual({ email: 'ann@example.com' })
})

test('over https only this site can set the cookie, and it never travels without TLS', async () => {
  const secure = sealedCookie('details', schema, 'a secret', { secure: true, maxAge: 600 })
  const set = await secure.write({ email: 'ann@example.com' })
  expect(set).toMatch(/^__Host-details=/)
  expect(set).toMatch(/; Secure/)
  expect(set).toMatch(/; Max-Age=600;/)
  expect(await secure.read(requestWith(set))).toEqual({ email: 'ann@example.com' })
  expect(await secure.clear()).toMatch(/^__Host-details=; Max-Age=0;/)
})

test.each([
  ['another secret', () => sealedCookie('details', schema, 'another secret').write({ email: 'x' })],
  ['another cookie of ours', () => sealedCookie('order', schema, 'a secret').write({ email: 'x' })],
  [
    'another shape',
    () => sealedCookie('details', z.object({ mail: z.string() }), 'a secret').write({ mail: 'x' }),
  ],
])('a cookie sealed with %s counts as none', async (_case, write) => {
  const set = (await write()).replace(/^order=/, 'details=')
  expect(await cookie.read(requestWith(set))).toBeNull()
})

test('no cookie, garbage and a tampered cookie count as none', async () => {
  const set = await cookie.write({ email: 'x' })
  expect(await cookie.read(new Request('http://site/'))).toBeNull()
  expect(await cookie.read(requestWith('details=garbage'))).toBeNull()
  expect(await cookie.read(requestWith(set.replace(/.{8}(?=;|$)/, 'AAAAAAAA')))).toBeNull()
})
