import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'
import { type Endpoint, PERSON, REVIEW, type Running } from '#tests/faults/endpoints/endpoint.ts'
import { jsonBodies, type Sent, searches } from '#tests/faults/generators.ts'

/** Signs a request as the site does. */
const signed =
  (path: string) =>
  (sent: Sent | undefined, { dataDir }: Running) => ({
    [EVIDENCE_HEADER]: signEvidence(readFileSync(join(dataDir, 'host-secret'), 'utf8').trim(), {
      target: `POST ${path}`,
      body: Buffer.from(sent?.body ?? '') as never,
    }),
  })
const staff = (_sent: Sent | undefined, { dataDir }: Running) => ({
  Authorization: `Bearer ${readFileSync(join(dataDir, 'staff-token'), 'utf8').trim()}`,
})
const post = (path: string, documented: object, headers: Endpoint['headers'] = signed(path)): Endpoint => ({
  path,
  bodies: jsonBodies([documented]),
  headers,
})
const get = (path: string, query: Record<string, string[]>): Endpoint => ({
  path,
  method: 'GET',
  search: searches(query),
  headers: staff,
})
const ORDER = '5O190127TN364715T'
const LIST = { q: ['ann', '%'], page: ['1', '2'], limit: ['1', '200'], state: ['shown', 'paid'] }

export const BACKEND: Endpoint[] = [
  post('/api/mail/contact', { ...PERSON, smsConsent: true, marketingConsent: false }),
  post('/api/reviews/create', { ...REVIEW, rating: 5, date: '2026-03-01T10:00:00.000Z' }),
  post('/api/paypal/create_order', { amount: '499.00', title: 'Pro Closer', features: ['a'] }),
  post('/api/paypal/complete_order', { order_id: ORDER }),
  post('/api/paypal/complete', { ...PERSON, orderID: ORDER, packageTitle: 'Pro', packagePrice: 99 }),
  post('/api/chat/chat-here', { message: 'What does a seller lead cost?' }),
  post('/api/paypal/asked', { order_id: ORDER }),
  post('/api/staff/review', { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', hidden: true }, staff),
  ...['enquiries', 'reviews', 'purchases', 'consents'].map((name) => get(`/api/staff/${name}`, LIST)),
  get('/api/staff/evidence', { sequence: ['1'] }),
]
