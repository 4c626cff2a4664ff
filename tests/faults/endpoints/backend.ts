import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'
import { z } from '#app/platform/zod.ts'
import { type Endpoint, ok, PERSON, REVIEW, type Running } from '#tests/faults/endpoints/endpoint.ts'
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
const post = (path: string, documented: Record<string, unknown>, more: Partial<Endpoint> = {}): Endpoint => ({
  path,
  bodies: jsonBodies([documented]),
  headers: signed(path),
  response: ok,
  ...more,
})
const PURCHASE = { ...PERSON, orderID: '5O190127TN364715T', packageTitle: 'Pro', packagePrice: 99 }
const list = z.object({ items: z.array(z.unknown()), total: z.number() })

export const BACKEND: Endpoint[] = [
  post('/api/mail/contact', { ...PERSON, smsConsent: true, marketingConsent: false }),
  post('/api/reviews/create', { ...REVIEW, rating: 5, date: '2026-03-01T10:00:00.000Z' }),
  post(
    '/api/paypal/create_order',
    { amount: '499.00', title: 'Pro Closer', features: ['a'] },
    { response: z.object({ id: z.string() }) },
  ),
  post(
    '/api/paypal/complete_order',
    { order_id: '5O190127TN364715T' },
    { response: z.object({ status: z.string() }) },
  ),
  post('/api/paypal/complete', PURCHASE),
  post(
    '/api/chat/chat-here',
    { message: 'What does a seller lead cost?' },
    { response: z.object({ message: z.string() }) },
  ),
  post(
    '/api/paypal/asked',
    { order_id: '5O190127TN364715T' },
    { response: z.object({ asked: z.boolean().nullable() }) },
  ),
  post('/api/staff/review', { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', hidden: true }, { headers: staff }),
  ...['enquiries', 'reviews', 'purchases', 'consents'].map((name) => ({
    path: `/api/staff/${name}`,
    method: 'GET' as const,
    search: searches({ q: ['ann', '%'], page: ['1', '2'], limit: ['1', '200'], state: ['shown', 'paid'] }),
    headers: staff,
    response: list,
  })),
  {
    path: '/api/staff/evidence',
    method: 'GET',
    search: searches({ sequence: ['1'] }),
    headers: staff,
    response: z.object({ text: z.string() }),
  },
]
