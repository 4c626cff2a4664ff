import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPayPal } from '#app/backend/payments/paypal.ts'

/** A server in place of PayPal that gives these answers, and tokens t1, t2 … */
async function paypalWith(...answers: [status: number, body: string][]) {
  const requests: IncomingMessage[] = []
  let tokens = 0
  const server = createServer((req, res) => {
    if (req.url === '/v1/oauth2/token')
      return res.end(JSON.stringify({ access_token: `t${++tokens}`, expires_in: 3_600 }))
    requests.push(req)
    const [status, body] = answers[Math.min(requests.length, answers.length) - 1]!
    res.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { clientId: 'a', clientSecret: 'b', environment: 'sandbox' as const }
  return {
    paypal: createPayPal({ ...account, baseUrl, operationTimeoutMs: 2_000 }),
    headersOf: (name: string) => requests.map(({ headers }) => headers[name]),
  }
}
const COMPLETED: [number, string] = [201, '{"id":"O1","status":"COMPLETED"}']
const refusal = (issue: string) => JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] })

test('a token is used for many calls and renewed after 401', async () => {
  const { paypal, headersOf } = await paypalWith(COMPLETED, [401, '{}'], COMPLETED)
  await paypal.read('O1')
  await paypal.read('O1')
  expect(headersOf('authorization')).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
})

test('a capture that PayPal is busy with is repeated with the same PayPal-Request-Id', async () => {
  const busy: [number, string] = [409, refusal('PREVIOUS_REQUEST_IN_PROGRESS')]
  const { paypal, headersOf } = await paypalWith(busy, [503, ''], COMPLETED)
  expect(await paypal.capture('O1', 'r-1')).toMatchObject({ status: 'COMPLETED' })
  expect(headersOf('paypal-request-id')).toEqual(['r-1', 'r-1', 'r-1'])
})

test.each([
  ['a decision of PayPal', 422, refusal('INSTRUMENT_DECLINED'), 'refused'],
  ['a page of a proxy', 404, '<h1>Not found</h1>', 'unavailable'],
  ['an answer without JSON', 200, '<h1>Welcome</h1>', 'unavailable'],
  ['too many requests', 429, refusal('RATE_LIMIT_REACHED'), 'unavailable'],
])('%s: %d', async (_case, status, body, kind) => {
  const { paypal } = await paypalWith([status, body])
  await expect(paypal.read('O1')).rejects.toMatchObject({ failure: { kind, status } })
})
