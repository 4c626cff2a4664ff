import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestHost } from '#app/backend/backend.test-support.ts'
import { sha256, signEvidence } from '#app/platform/evidence.server.ts'
import { hostSecret } from '#app/platform/secret.server.ts'
import { clientOf } from '#studio/lake/lake.test-support.ts'
import { type Lake, startLake } from '#studio/lake/lake.ts'
import { readSeed } from '#studio/seed/content.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const PATH = '/api/chat/chat-here'
const HOT = 'How much is the Hot Seller Lead?'

type Host = Awaited<ReturnType<typeof startTestHost>>

async function seededLake(port = 0, dataDir = newFolder()): Promise<Lake> {
  const lake = await startLake({ port, streamPorts: 0, dataDir })
  const transaction = clientOf(lake).transaction()
  for (const document of readSeed()) transaction.createOrReplace(document)
  await transaction.commit()
  return lake
}

async function ask(host: Host, message: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await host.post(PATH, { message }, headers)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['message'])
  return (body as { message: string }).message
}

/** Waits until the answer contains the text. */
const until = (host: Host, message: string, text: string) =>
  vi.waitUntil(async () => (await ask(host, message)).includes(text), { timeout: 30_000 })

describe('with a lake', () => {
  let lake: Lake
  let host: Host
  beforeAll(async () => {
    lake = await seededLake()
    host = await startTestHost({ STUDIO_PORT: lake.port })
    await until(host, HOT, '$299')
  })
  afterAll(async () => {
    await host.stop()
    await lake.close()
  })

  /** The header that the site signs for one of the visitors behind one address. */
  const from = (visitor: string | undefined, message: string) => ({
    'x-site-evidence': signEvidence(hostSecret(host.dataDir), {
      target: `POST ${PATH}`,
      body: JSON.stringify({ message }),
      visitor: { address: '203.0.113.5', userAgent: 'Phone/1', session: visitor && sha256(visitor) },
    }),
  })
  const askAs = (visitor: string | undefined, message: string) => ask(host, message, from(visitor, message))

  test('call 7 answers from the content and names the page', async () => {
    expect(await ask(host, HOT)).toBe(
      'The Hot Seller Lead costs $299 (property value up to $600K). For sellers of higher-value homes, verified to the same standards. (From “Pricing”: /pricing)',
    )
    expect(await ask(host, 'can I get a refund?')).toMatch(/\(From “Refund Policy”: \/refund-policy\)$/)
  })

  test('a published price is in the next answers, a draft is not', async () => {
    const client = clientOf(lake)
    await client.createOrReplace({
      _id: 'drafts.plan-hot-seller-lead',
      _type: 'plan',
      title: 'Hot Seller Lead',
      price: 1,
    })
    await client.patch('plan-hot-seller-lead').set({ price: 317 }).commit()
    await until(host, HOT, '$317')
    await client.patch('plan-hot-seller-lead').set({ price: 299 }).commit()
    await until(host, HOT, '$299')
  })

  test("a visitor's topic is not mixed up with that of another visitor behind the same address", async () => {
    await askAs('ann', 'How much is the Pro Closer?')
    await askAs(undefined, 'How much is the Elite Access?')
    await askAs('ben', 'How much is the Hot Seller Lead?')
    expect(await askAs('ann', 'and the cheaper one?')).toContain('Starter Edge costs $499')
    expect(await askAs('ben', 'and the cheaper one?')).toContain('Exclusive Seller Lead costs $199')
    expect(await askAs(undefined, 'and the cheaper one?')).toContain('/contact-us')
  })

  test('a blank message gets 400, an invalid one 422, a long one a polite refusal', async () => {
    for (const message of ['', ' \n\t'])
      expect(await host.post(PATH, { message })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      })
    for (const body of [{}, { message: 7 }, { message: null }, { message: 'a\0b' }])
      expect(await host.post(PATH, body)).toMatchObject({ status: 422 })
    expect(await ask(host, 'price '.repeat(400))).toMatch(/fewer words.*\/contact-us/)
  })

  test("a visitor's text is neither repeated nor logged", async () => {
    for (const message of ['<img src=x onerror=alert(1)> price', 'my number is 302 555 0100, zorblax'])
      expect(await ask(host, message)).not.toMatch(/<|onerror|zorblax|0100/)
    const logged = JSON.stringify(host.lines)
    expect(logged).not.toMatch(/zorblax|onerror|555 0100|Hot Seller Lead\?/)
    expect(host.lines).toContainEqual(
      expect.objectContaining({
        message: 'assistant: answered',
        detail: expect.objectContaining({ kind: 'plan', id: 'plan-hot-seller-lead', length: HOT.length }),
      }),
    )
  })
})

describe('rate limits', () => {
  test('each visitor has a limit, and all visitors together', async () => {
    const host = await startTestHost({ BUDGET_PER_MINUTE: 3, CHAT_BUDGET_PER_MINUTE: 5 })
    onTestFinished(() => host.stop())
    const from = async (address: string) =>
      (await host.post(PATH, { message: 'hi' }, { 'x-forwarded-for': address })).status
    const statuses = []
    for (const address of ['a', 'a', 'a', 'a', 'b', 'b', 'b'])
      statuses.push(await from(`203.0.113.${address === 'a' ? 1 : 2}`))
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 429])
    expect(await from('203.0.113.3')).toBe(429)
  })
})

test('without the lake the assistant says so; once it is back it answers, and it keeps the last content', async () => {
  const port = await freePort()
  const host = await startTestHost({ STUDIO_PORT: port })
  onTestFinished(() => host.stop())
  expect(await ask(host, HOT)).toMatch(/can’t look up .*\/contact-us/)
  const dataDir = newFolder()
  const lake = await seededLake(port, dataDir)
  await until(host, HOT, '$299')
  await lake.close()
  expect(await ask(host, HOT)).toContain('$299')
  const again = await startLake({ port, streamPorts: 0, dataDir })
  onTestFinished(() => again.close())
  await clientOf(again).patch('plan-hot-seller-lead').set({ price: 333 }).commit()
  await until(host, HOT, '$333')
})
