import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, startBench } from '#app/backend/payments/bench.test-support.ts'
import { startTestHost } from '#app/backend/test-host.test-support.ts'
import { signWebhook } from '#app/paypal-sandbox/signature.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

describe('PayPal’s page', () => {
  const page = (id: string, init?: RequestInit) =>
    fetch(`${bench.url}/standin/browser/checkoutnow?token=${id}`, { redirect: 'manual', ...init })
  const choose = (id: string, outcome: string) =>
    page(id, { method: 'POST', body: new URLSearchParams({ outcome }) })

  test('says that it is a test and what is to be paid, without script or inline style', async () => {
    const { id } = await bench.create({ title: 'A <b>plan</b>' })
    const html = await (await page(id)).text()
    expect(html).toContain('<h1>Test payment</h1>')
    expect(html).toContain('No money moves.')
    expect(html).toContain('499.00 USD')
    expect(html).toContain('A &lt;b&gt;plan&lt;/b&gt;')
    expect(html).not.toMatch(/<script|style=|<style| on\w+=/)
    expect(html, 'a text browser would leave the order out').toContain(
      `<form method="post" action="?token=${id}">`,
    )
    expect((await page('NOSUCH')).status).toBe(404)
  })

  test('Approve leads back with token and PayerID, and the order can be captured', async () => {
    const { id } = await bench.createSigned('https://example.com')
    const answer = await choose(id, 'approve')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://example.com/checkout/return?token=${id}&PayerID=STANDZNBUYER2`,
    ])
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('Cancel leads back to the checkout and approves nothing', async () => {
    const { id } = await bench.createSigned('https://example.com')
    expect((await choose(id, 'cancel')).headers.get('location')).toBe(
      `https://example.com/checkout?token=${id}`,
    )
    expect(await bench.complete(id)).toMatchObject({ status: 'CREATED' })
  })
})

test('with PayPal’s credentials there is no stand-in, however it is asked for', async () => {
  const host = await startTestHost({ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' })
  const paths = [
    '/standin/browser/sdk/js',
    '/standin/browser/checkoutnow?token=x',
    '/standin/api/v1/oauth2/token',
  ]
  for (const path of paths) {
    expect((await fetch(host.url + path)).status).toBe(404)
    expect((await fetch(host.url + path, { method: 'POST' })).status).toBe(404)
  }
  const body = '{"id":"WH-1"}'
  const signed = signWebhook('', { id: 'a', time: 'b' }, Buffer.from(body))
  expect(await host.post('/api/paypal/webhook', body, signed)).toMatchObject({ status: 403 })
  await host.stop()
})
