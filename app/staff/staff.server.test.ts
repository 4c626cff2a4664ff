import { createHmac, hash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { liveSite, SECRET, SITE, STUDIO } from '#app/staff/staff.test-support.ts'

const MINUTE_MS = 60_000

afterEach(() => void vi.useRealTimers())

test.each<[string, Record<string, string>]>([
  ['another origin', { Origin: 'https://evil.example' }],
  ['an origin with the same beginning', { Origin: `${STUDIO}.evil.example` }],
  ["the Studio's host over http", { Origin: 'http://studio.example' }],
  ['an opaque origin', { Origin: 'null' }],
])('%s is refused, even with a valid secret and a valid token', async (_title, origin) => {
  const { ask, newSecret, token, bearer, forwarded } = await liveSite()
  const secret = await newSecret()
  const headers = { ...bearer(await token()), ...origin }
  const answers = [
    await ask('enquiries', { method: 'OPTIONS', headers }),
    await ask('session', { headers }),
    await ask('session', { method: 'POST', json: { secret }, headers }),
    await ask('enquiries', { headers }),
    await ask('receipt', { method: 'POST', json: { id: randomUUID() }, headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  for (const { headers } of answers) {
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(headers.get('Vary')).toBe('Origin')
  }
  expect(forwarded()).toEqual([])
})

test('plain http is refused, and its secret stays valid', async () => {
  const { ask, newSecret, signIn, token, bearer, forwarded } = await liveSite()
  const secret = await newSecret()
  const url = 'http://site.example'
  const headers = bearer(await token())
  const answers = [
    await ask('enquiries', { method: 'OPTIONS', url }),
    await ask('session', { url }),
    await ask('session', { method: 'POST', json: { secret }, url }),
    await ask('enquiries', { headers, url }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(answers[1]?.body.error).toContain('X-Forwarded-Proto')
  expect(forwarded()).toEqual([])
  expect((await signIn(secret)).status).toBe(200)
})

test('the editor sees why there is no Inbox', async () => {
  const foreign = await liveSite({ embeddedHost: false })
  expect((await foreign.ask('session')).body.error).toContain('HOST_URL')
  expect((await foreign.signIn(await foreign.newSecret())).status).toBe(503)
  const hosted = { localLake: false, SANITY_PROJECT_ID: 'abc123' }
  const withoutToken = await liveSite(hosted)
  expect(await withoutToken.ask('session')).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('SANITY_API_TOKEN') },
  })
})

test('a secret is accepted once, even in many concurrent requests', async () => {
  const { newSecret, signIn } = await liveSite()
  const secret = await newSecret()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(secret)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await signIn(secret)).status).toBe(403)
})

test.each<[string, (secret: string) => unknown]>([
  ['none', () => undefined],
  ['a made-up one', () => randomUUID()],
  ['its hash, which readers of the dataset know', (secret) => hash('sha256', secret)],
  ['no text', (secret) => [secret]],
])('a wrong secret is refused: %s', async (_title, wrong) => {
  const { newSecret, signIn } = await liveSite()
  const secret = await newSecret()
  expect(await signIn(wrong(secret))).toMatchObject({ status: 403, body: { error: expect.any(String) } })
  expect((await signIn(secret)).status).toBe(200)
})

test('a secret expires after five minutes', async () => {
  const { newSecret, signIn } = await liveSite()
  const [late, early] = [await newSecret(), await newSecret()]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * MINUTE_MS })
  expect((await signIn(early)).status).toBe(200)
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS)
  expect((await signIn(late)).status).toBe(403)
})

test('only people who may publish can sign in', async () => {
  const { editor, signIn } = await liveSite()
  const secret = randomUUID()
  const _id = `staff-session.${hash('sha256', secret)}`
  // A stranger can't write, and a contributor writes drafts only.
  const stranger = editor.withConfig({ token: undefined })
  await expect(stranger.create({ _id, _type: 'staffSession' })).rejects.toThrow('Unauthorized')
  for (const prefix of ['drafts', 'versions.r1'])
    await editor.create({ _id: `${prefix}.${_id}`, _type: 'staffSession' })
  expect((await signIn(secret)).status).toBe(403)
})

test('sign-ins are limited per client, and the response has the time to wait', async () => {
  const { newSecret, signIn } = await liveSite()
  for (let n = 0; n < 20; n++) expect((await signIn(randomUUID())).status).toBe(403)
  const refused = await signIn(await newSecret())
  expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining('Try again in') } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(STUDIO)
  expect((await signIn(await newSecret(), '203.0.113.6')).status).toBe(200)
})

const keyOf = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest()
const jwt = (key: Uint8Array, audience: string, expires = '15 minutes') =>
  new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key)
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

test.each<[string, (token: string) => Promise<Record<string, string>> | Record<string, string>]>([
  ['none', () => ({})],
  ['no signature', () => ({ Authorization: `Bearer ${unsigned({ aud: STUDIO, exp: 9e9 })}` })],
  [
    'of another site',
    async () => ({ Authorization: `Bearer ${await jwt(keyOf('another', 'staff'), STUDIO)}` }),
  ],
  [
    'for another Studio',
    async () => ({ Authorization: `Bearer ${await jwt(keyOf(SECRET, 'staff'), SITE)}` }),
  ],
  [
    'expired',
    async () => ({ Authorization: `Bearer ${await jwt(keyOf(SECRET, 'staff'), STUDIO, '1 second ago')}` }),
  ],
])('a wrong token is refused: %s', async (_title, headersOf) => {
  const { ask, token, forwarded } = await liveSite()
  const headers = await headersOf(await token())
  for (const call of ['enquiries', 'reviews', 'purchases', 'consents', 'evidence?sequence=1'])
    expect((await ask(call, { headers })).status, call).toBe(401)
  for (const call of ['review', 'receipt'])
    expect((await ask(call, { method: 'POST', json: {}, headers })).status, call).toBe(401)
  expect(forwarded()).toEqual([])
})

test('only the calls of the Inbox are forwarded, each with its method', async () => {
  const { ask, token, bearer, forwarded } = await liveSite()
  const headers = bearer(await token())
  for (const call of ['', 'metrics', '../reviews', 'reviews/create', 'review', 'constructor'])
    expect((await ask(call, { headers })).status, call).toBe(404)
  for (const call of ['', 'enquiries', '../mail/contact'])
    expect((await ask(call, { method: 'POST', json: {}, headers })).status, call).toBe(404)
  for (const method of ['PUT', 'DELETE'])
    expect((await ask('enquiries', { method, headers })).status, method).toBe(404)
  expect((await ask('review', { method: 'POST', body: 'ids=1', headers })).status).toBe(400)
  expect(forwarded()).toEqual([])
})

test('nobody can sign in while the Content Lake is down', async () => {
  const { newSecret, signIn, lake } = await liveSite()
  const secret = await newSecret()
  await lake.close()
  expect(await signIn(secret)).toMatchObject({
    status: 502,
    body: { error: expect.stringContaining('could not reach the Content Lake') },
  })
})

test('the logs contain no secrets, tokens and search terms', async () => {
  const { ask, newSecret, signIn, bearer, lines, backend } = await liveSite()
  const secret = await newSecret()
  const { token } = (await signIn(secret)).body
  await signIn(secret)
  await ask('enquiries?q=ines@example.com', { headers: bearer(token) })
  await ask('enquiries?q=ines@example.com&limit=0', { headers: bearer(token) })
  const log = JSON.stringify([lines, backend.lines])
  expect(log).toContain('/api/staff/enquiries')
  for (const hidden of [secret, token, 'ines@example.com']) expect(log).not.toContain(hidden)
})
