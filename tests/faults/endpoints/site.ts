import { z } from '#app/platform/zod.ts'
import {
  ENQUIRY,
  type Endpoint,
  ok,
  REVIEW,
  type Running,
  refusal,
} from '#tests/faults/endpoints/endpoint.ts'
import { formBodies, jsonBodies, type Sent, searches } from '#tests/faults/generators.ts'

const nothing = z.literal('')
const page = z.string().regex(/^<!DOCTYPE html>|^$/i)
const word = z.string().max(200)
const outcome = z.object({ kind: z.string() })
const native = () => ({ Accept: 'text/html' })
/** Cookies that the site did not make. */
const FORGED = [
  '',
  'plan=InBybyJvIg==; details=e30=; order-0123456789abcdef=W10=',
  'details=a.b.c.d.e; order-0123456789abcdef=%%%; preview=1; XSRF-TOKEN=a; visitor=b',
  `plan=${'x'.repeat(500)}`,
]
const asScript = (sent: Sent | undefined) => ({
  Cookie: FORGED[(sent?.body.length ?? 0) % FORGED.length] ?? '',
})
const fromStudio = (_sent: Sent | undefined, { lakeUrl }: Running) => ({
  Origin: lakeUrl,
  'X-Forwarded-Proto': 'https',
})

export const SITE: Endpoint[] = [
  ...['/?index', '/contact-us', '/pricing'].map((at) => ({
    at,
    bodies: formBodies({ form: 'enquiry', ...ENQUIRY, smsConsent: 'a'.repeat(64) }),
    headers: native,
    answer: page,
  })),
  {
    at: '/?index',
    bodies: formBodies({ form: 'review', ...REVIEW, rating: '5' }),
    headers: native,
    answer: page,
  },
  {
    at: '/contact-us.data',
    bodies: formBodies({ form: 'enquiry', ...ENQUIRY }),
    headers: asScript,
    answer: z.string(),
  },
  {
    at: '/_root.data?index',
    bodies: formBodies({ form: 'review', ...REVIEW, rating: '5' }),
    headers: asScript,
    answer: z.string(),
  },
  { at: '/checkout/plan', bodies: formBodies({ plan: 'pro-closer' }), headers: native, answer: page },
  {
    at: '/checkout',
    bodies: formBodies({ ...ENQUIRY, address: '1', city: 'Dover', state: 'DE', intent: 'save' }),
    headers: native,
    answer: page,
  },
  {
    at: '/checkout.data',
    bodies: formBodies({ ...ENQUIRY, intent: 'clear' }),
    headers: asScript,
    answer: z.string(),
  },
  {
    at: '/checkout/order',
    bodies: formBodies({ shown: 'a'.repeat(16) }),
    headers: asScript,
    answer: z.object({ ok: z.boolean() }),
  },
  {
    at: '/checkout/capture',
    bodies: formBodies({ orderID: '5O190127TN364715T', intent: 'look' }),
    headers: asScript,
    answer: outcome,
  },
  { at: '/checkout/approve', bodies: formBodies({ shown: 'a'.repeat(16) }), headers: native, answer: page },
  {
    at: '/chat',
    bodies: formBodies({ message: 'What does a seller lead cost?' }),
    answer: z.object({ reply: z.string() }).or(refusal),
  },
  { at: '/api/preview/perspective', bodies: jsonBodies([{ a: 1 }], ['text/plain']), answer: nothing },
  {
    at: '/api/preview/share',
    bodies: formBodies({ hours: '1', id: 'home', secret: 'a'.repeat(32) }),
    answer: refusal,
  },
  {
    at: '/api/staff/session',
    bodies: jsonBodies([{ secret: 'a'.repeat(32) }]),
    headers: fromStudio,
    answer: refusal,
  },
  {
    at: '/api/staff/enquiries',
    method: 'GET',
    search: searches({ q: ['ann'], page: ['1'] }),
    headers: fromStudio,
    answer: refusal,
  },
  {
    at: '/vitals',
    bodies: jsonBodies([{ path: '/', metrics: [{ name: 'LCP', value: 1 }] }]),
    answer: nothing.or(word),
  },
  {
    at: '/policy-reports',
    bodies: jsonBodies(
      [
        { 'csp-report': { 'document-uri': 'http://localhost/', 'effective-directive': 'img-src' } },
        [{ type: 'csp-violation', body: {} }],
      ],
      ['application/csp-report', 'application/reports+json'],
    ),
    answer: nothing.or(word),
  },
  {
    at: '/webhooks/paypal',
    bodies: jsonBodies([{ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: '1' } }]),
    answer: refusal.or(ok),
  },
  {
    at: '/test-payments/orders/5O190127TN364715T/approve',
    bodies: jsonBodies([{ outcome: 'approve' }]),
    answer: refusal,
  },
  {
    at: '/test-payments/checkoutnow?token=5O190127TN364715T',
    bodies: formBodies({ outcome: 'approve' }),
    answer: z.string(),
  },
  { at: '/search', method: 'GET', search: searches({ q: ['price', 'lead'] }), answer: page },
  {
    at: '/api/preview/enable',
    method: 'GET',
    search: searches({
      'sanity-preview-secret': ['a'],
      'sanity-preview-pathname': ['/'],
      'sanity-preview-perspective': ['drafts'],
    }),
    answer: word,
  },
  { at: '/preview/shared', method: 'GET', search: searches({ key: ['a.b.c.d.e'] }), answer: page },
  { at: '/checkout/return', method: 'GET', search: searches({ token: ['5O190127TN364715T'] }), answer: page },
  {
    at: '/api/content-revision',
    method: 'GET',
    search: searches({ id: ['home', 'siteSettings'] }),
    answer: refusal.or(z.object({ following: z.boolean() })),
  },
]
