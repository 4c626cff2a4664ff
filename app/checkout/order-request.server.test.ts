import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { readOrderRequest } from '#app/checkout/order-request.server.ts'
import { createCheckoutSession } from '#app/checkout/session.server.ts'

const checkout = createCheckoutSession('a secret of at least thirty-two characters', false)
const context = { checkout, content: { plan: async () => null } } as unknown as AppLoadContext
const read = (body: BodyInit) =>
  readOrderRequest(new Request('http://localhost/checkout/order', { method: 'POST', body }), context)
const nobody = { plan: null, details: null, current: null }

test('only the hash of the page and the key of the paid order are read from a press', async () => {
  const fields = new URLSearchParams({ shown: 'mark', paid: '', plan: 'cheaper', price: '1' })
  expect(await read(fields)).toEqual({ ...nobody, shown: 'mark', paid: '' })
})

test('files, JSON and an empty form count as no fields', async () => {
  const files = new FormData()
  for (const name of ['shown', 'paid']) files.append(name, new Blob(['mark']))
  for (const body of [new URLSearchParams(), files, '{"shown":"mark"}'])
    expect(await read(body)).toEqual(nobody)
})
