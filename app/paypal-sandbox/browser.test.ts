import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost } from '#app/backend/backend.test-support.ts'
import { request, startSandbox } from '#app/paypal-sandbox/sandbox.test-support.ts'
import { signWebhook } from '#app/paypal-sandbox/signature.ts'

let server: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  server = await startSandbox()
})
afterAll(() => server.stop())

const ask = (path: string, init?: RequestInit) =>
  fetch(`${server.url}/paypal-sandbox/browser${path}`, { redirect: 'manual', ...init })
test('the approval page says that it is a test and shows the amount, without script or inline style', async () => {
  const [unit] = request.purchase_units
  const { id } = server.create({ ...request, purchase_units: [{ ...unit, description: 'A <b>plan</b>' }] })
  const response = await ask(`/checkoutnow?token=${id}`)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await response.text()
  expect(html).toContain('<h1>Test payment</h1>')
  expect(html).toContain('No money moves.')
  expect(html).toContain('99.00 USD')
  expect(html).toContain('A &lt;b&gt;plan&lt;/b&gt;')
  expect(html).not.toMatch(/<script|style=|<style| on\w+=/)
  expect(html, 'w3m drops the query of the page').toContain(`<form method="post" action="?token=${id}">`)
  expect((await ask('/checkoutnow?token=NOSUCH')).status).toBe(404)
})

test('the script approves an order, and gets an error for one that is paid or unknown', async () => {
  const { id } = server.create()
  const approve = async (order: string, body: string) => {
    const response = await ask(`/orders/${order}/approve`, { method: 'POST', body })
    return { status: response.status, ...(await response.json()) }
  }
  expect(await approve(id, '{"outcome":"decline"}')).toMatchObject({ status: 200, payerID: 'TESTBUYER2222' })
  expect(server.sandbox.orders.find(id)?.outcome).toBe('decline')
  expect(await approve(id, '')).toMatchObject({ status: 200, orderID: id })
  server.sandbox.orders.capture(id)
  expect(await approve(id, '')).toMatchObject({ status: 404, error: expect.anything() })
})

test('a backend with PayPal credentials has no sandbox', async () => {
  const host = await startTestHost({ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' })
  for (const path of ['/paypal-sandbox/browser/sdk/js', '/paypal-sandbox/api/v1/oauth2/token'])
    for (const method of ['GET', 'POST']) expect((await fetch(host.url + path, { method })).status).toBe(404)
  const body = '{"id":"WH-1"}'
  const signed = signWebhook('', { id: 'a', time: 'b' }, Buffer.from(body))
  expect(await host.post('/api/paypal/webhook', body, signed)).toMatchObject({ status: 403 })
  await host.stop()
})
