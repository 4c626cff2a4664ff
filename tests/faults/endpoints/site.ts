import { z } from '#app/platform/zod.ts'
import {
  type Endpoint,
  errorBody,
  ok,
  PERSON,
  REVIEW,
  type Running,
} from '#tests/faults/endpoints/endpoint.ts'
import { formBodies, jsonBodies, type Sent, searches } from '#tests/faults/generators.ts'

const empty = z.literal('')
const page = z.string().regex(/^<!DOCTYPE html>|^$/i)
const shortText = z.string().max(200)
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
  response: page,
})
/** A form that a script sends. */
const script = (path: string, fields: Record<string, string>, response: z.ZodType): Endpoint => ({
  path,
  bodies: formBodies(fields),
  headers: (sent: Sent | undefined) => ({ Cookie: FORGED[(sent?.body.length ?? 0) % FORGED.length] ?? '' }),
  response,
})
const get = (path: string, query: Record<string, string[]>, response: z.ZodType): Endpoint => ({
  path,
  method: 'GET',
  search: searches(query),
  response,
})
const fromStudio = (_sent: Sent | undefined, { lakeUrl }: Running) => ({
  Origin: lakeUrl,
  'X-Forwarded-Proto': 'https',
})

export const SITE: Endpoint[] = [
  form('/contact-us', { form: 'enquiry', ...PERSON, smsConsent: 'a'.repeat(64) }),
  form('/?index', { form: 'review', ...REVIEW, rating: '5' }),
  form('/checkout/plan', { plan: 'pro-closer' }),
  form('/checkout', DETAILS),
  form('/checkout/approve', { shown: 'a'.repeat(16) }),
  script('/contact-us.data', { form: 'enquiry', ...PERSON }, z.string()),
  script('/_root.data?index', { form: 'review', ...REVIEW, rating: '5' }, z.string()),
  script('/checkout.data', DETAILS, z.string()),
  script('/checkout/order', { shown: 'a'.repeat(16) }, z.object({ ok: z.boolean() })),
  script(
    '/checkout/capture',
    { orderID: '5O190127TN364715T', intent: 'look' },
    z.object({ kind: z.string() }),
  ),
  script('/chat', { message: 'What does a lead cost?' }, z.object({ reply: z.string() }).or(errorBody)),
  { ...script('/api/preview/share', { hours: '1', id: 'home' }, errorBody), headers: fromStudio },
  {
    path: '/api/staff/session',
    bodies: jsonBodies([{ secret: 'a'.repeat(32) }]),
    headers: fromStudio,
    response: errorBody,
  },
  { ...get('/api/staff/enquiries', { q: ['ann'], page: ['1'] }, errorBody), headers: fromStudio },
  {
    path: '/vitals',
    bodies: jsonBodies([{ path: '/', metrics: [{ name: 'LCP', value: 1 }] }]),
    response: empty.or(shortText),
  },
  {
    path: '/policy-reports',
    bodies: jsonBodies(
      [{ 'csp-report': { 'document-uri': 'http://localhost/', 'effective-directive': 'img-src' } }],
      ['application/csp-report'],
    ),
    response: empty.or(shortText),
  },
  {
    path: '/webhooks/paypal',
    bodies: jsonBodies([{ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: '1' } }]),
    response: errorBody.or(ok),
  },
  form('/test-payments/checkoutnow?token=5O190127TN364715T', { outcome: 'approve' }),
  get('/search', { q: ['price', 'lead'] }, page),
  get('/api/preview/enable', { 'sanity-preview-secret': ['a'] }, shortText),
  get('/preview/shared', { key: ['a.b.c.d.e'] }, page),
  get('/checkout/return', { token: ['5O190127TN364715T'] }, page),
  get('/api/content-revision', { id: ['home'] }, errorBody.or(z.object({ following: z.boolean() }))),
]
