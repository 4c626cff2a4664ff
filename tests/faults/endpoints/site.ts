import { type Endpoint, PERSON, REVIEW, type Running } from '#tests/faults/endpoints/endpoint.ts'
import { formBodies, jsonBodies, type Sent, searches } from '#tests/faults/generators.ts'

const DETAILS = { ...PERSON, address: '1', city: 'Dover', state: 'DE', intent: 'save' }
const FORGED = [
  'plan=InBybyJvIg==; details=e30=; order-0123456789abcdef=W10=',
  'details=a.b.c.d.e; order-0123456789abcdef=%%%; preview=1; XSRF-TOKEN=a; visitor=b',
  `plan=${'x'.repeat(500)}`,
]

/** A form of a browser without JavaScript. */
const form = (path: string, fields: Record<string, string>): Endpoint => ({
  path,
  bodies: formBodies(fields),
  headers: () => ({ Accept: 'text/html' }),
})
/** A form that a script sends. */
const script = (path: string, fields: Record<string, string>): Endpoint => ({
  path,
  bodies: formBodies(fields),
  headers: (sent: Sent | undefined) => ({ Cookie: FORGED[(sent?.body.length ?? 0) % FORGED.length] ?? '' }),
})
const get = (path: string, query: Record<string, string[]>): Endpoint => ({
  path,
  method: 'GET',
  search: searches(query),
})
const fromStudio = (_sent: Sent | undefined, { lakeUrl }: Running) => ({
  Origin: lakeUrl,
  'X-Forwarded-Proto': 'https',
})

const json = (path: string, documented: object, more: Partial<Endpoint> = {}): Endpoint => ({
  path,
  bodies: jsonBodies([documented]),
  ...more,
})

export const SITE: Endpoint[] = [
  form('/contact-us', { form: 'enquiry', ...PERSON, smsConsent: 'a'.repeat(64) }),
  form('/?index', { form: 'review', ...REVIEW, rating: '5' }),
  form('/checkout/plan', { plan: 'pro-closer' }),
  form('/checkout', DETAILS),
  form('/checkout/approve', { shown: 'a'.repeat(16) }),
  script('/contact-us.data', { form: 'enquiry', ...PERSON }),
  script('/_root.data?index', { form: 'review', ...REVIEW, rating: '5' }),
  script('/checkout.data', DETAILS),
  script('/checkout/order', { shown: 'a'.repeat(16) }),
  script('/checkout/capture', { orderID: '5O190127TN364715T', intent: 'look' }),
  script('/chat', { message: 'What does a lead cost?' }),
  { ...script('/api/preview/share', { hours: '1', id: 'home' }), headers: fromStudio },
  json('/api/staff/session', { secret: 'a'.repeat(32) }, { headers: fromStudio }),
  { ...get('/api/staff/enquiries', { q: ['ann'], page: ['1'] }), headers: fromStudio },
  json('/vitals', { path: '/', metrics: [{ name: 'LCP', value: 1 }] }),
  {
    path: '/policy-reports',
    bodies: jsonBodies(
      [{ 'csp-report': { 'document-uri': 'http://localhost/', 'effective-directive': 'img-src' } }],
      ['application/csp-report'],
    ),
  },
  json('/webhooks/paypal', { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: '1' } }),
  form('/test-payments/checkoutnow?token=5O190127TN364715T', { outcome: 'approve' }),
  get('/search', { q: ['price', 'lead'] }),
  get('/api/preview/enable', { 'sanity-preview-secret': ['a'] }),
  get('/preview/shared', { key: ['a.b.c.d.e'] }),
  get('/checkout/return', { token: ['5O190127TN364715T'] }),
  get('/api/content-revision', { id: ['home'] }),
]
