import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVIDENCE_HEADER, signEvidence } from '#app/host/evidence.server.ts'
import { z } from '#app/zod.ts'
import {
  damaged,
  formBodies,
  jsonBodies,
  MARKUP,
  queries,
  type Sent,
  searches,
} from '#tests/faults/generators.ts'

// Issue J: 10,000 generated bodies for each endpoint. A failure is shrunk to a short case, with the seed that repeats it.
const LONG = process.env.LONG_TESTS === '1'
const RUNS = LONG ? 10_000 : 100
/** The short form sends the same each time: what decides whether a change may land is not a matter of luck. */
const SEED = LONG ? {} : { seed: 20_261_120 }

export type Running = { siteUrl: string; hostUrl: string; lakeUrl: string; dataDir: string }
type Endpoint = {
  at: string
  method?: 'GET' | 'POST'
  bodies?: fc.Arbitrary<Sent>
  search?: fc.Arbitrary<string>
  headers?: (sent: Sent | undefined, running: Running) => Record<string, string>
  /** Answers other than 2xx are `refusal`s, unless this says what they may be. */
  answer: z.ZodType
}

const ENQUIRY = { firstName: 'Ann', lastName: 'Lee', email: 'generated@example.com', phone: '302 555 0100' }
const REVIEW = {
  firstName: 'Ann',
  lastName: 'Lee',
  companyName: 'Lee',
  jobTitle: 'Agent',
  reviewDescription: 'Good',
}
const PURCHASE = {
  ...ENQUIRY,
  orderID: '5O190127TN364715T',
  userEmail: 'a@example.com',
  address: '1 Main',
  city: 'Dover',
  state: 'DE',
  packageTitle: 'Pro',
  packagePrice: 99,
}
const ok = z.object({ ok: z.literal(true) })
const refusal = z.object({ error: z.string().min(1) })
const nothing = z.literal('')
const page = z.string().regex(/^<!DOCTYPE html>|^$/i)
const word = z.string().max(200)
const lakeRefusal = z.object({ statusCode: z.number() }).or(z.object({ error: z.unknown() }))

const outcome = z.object({ kind: z.string() })
const native = () => ({ Accept: 'text/html' })
/** Cookies that the site did not make. */
const FORGED = [
  '',
  'plan=InBybyJvIg==; details=e30=; orders=W10=',
  'details=a.b.c.d.e; orders=%%%; preview=1; XSRF-TOKEN=a; visitor=b',
  `plan=${'x'.repeat(500)}`,
]
const asScript = (sent: Sent | undefined) => ({
  Cookie: FORGED[(sent?.body.length ?? 0) % FORGED.length] ?? '',
})

const SITE: Endpoint[] = [
  ...['/?index', '/contact-us', '/pricing'].map((at) => ({
    at,
    bodies: formBodies({ form: 'enquiry', ...ENQUIRY, smsConsent: 'on', smsConsentWording: 'a'.repeat(64) }),
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

/** Signed as the site signs it. */
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
const post = (at: string, documented: Record<string, unknown>, more: Partial<Endpoint> = {}): Endpoint => ({
  at,
  bodies: jsonBodies([documented]),
  answer: ok,
  ...more,
})
const list = z.object({ items: z.array(z.unknown()), total: z.number() })

const HOST: Endpoint[] = [
  post('/api/mail/contact', { ...ENQUIRY, smsConsent: true, marketingConsent: false }),
  post(
    '/api/mail/contact',
    { ...ENQUIRY, smsConsent: true, marketingConsent: false },
    { headers: signed('/api/mail/contact') },
  ),
  post('/api/reviews/create', { ...REVIEW, rating: 5, date: '2026-03-01T10:00:00.000Z' }),
  post(
    '/api/paypal/create_order',
    { amount: '499.00', title: 'Pro Closer', features: ['a'] },
    { answer: z.object({ id: z.string() }) },
  ),
  post(
    '/api/paypal/complete_order',
    { order_id: '5O190127TN364715T' },
    { answer: z.object({ status: z.string() }) },
  ),
  post('/api/paypal/complete', PURCHASE),
  post(
    '/api/chat/chat-here',
    { message: 'What does a seller lead cost?' },
    { answer: z.object({ message: z.string() }) },
  ),
  post('/api/consent/wordings', { texts: ['I agree'] }, { headers: signed('/api/consent/wordings') }),
  post('/api/staff/review', { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', hidden: true }, { headers: staff }),
  post('/api/staff/receipt', { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' }, { headers: staff }),
  ...['enquiries', 'reviews', 'purchases', 'consents'].map((name) => ({
    at: `/api/staff/${name}`,
    method: 'GET' as const,
    search: searches({
      q: ['ann', '%'],
      page: ['1', '2'],
      limit: ['1', '200'],
      state: ['shown', 'paid'],
      consent: ['sms'],
    }),
    headers: staff,
    answer: list,
  })),
  {
    at: '/api/staff/evidence',
    method: 'GET',
    search: searches({ sequence: ['1'] }),
    headers: staff,
    answer: z.object({ text: z.string() }),
  },
]

const DATASET = 'generated'
const API = '/v2025-02-19'
const editor = (_sent: Sent | undefined, { dataDir }: Running) => ({
  Authorization: `Bearer ${readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()}`,
})
const DOCUMENT = { _id: 'generated-1', _type: 'page', title: 'Generated' }
const mutations = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        { create: DOCUMENT },
        { createOrReplace: DOCUMENT },
        { createIfNotExists: DOCUMENT },
        { delete: { id: DOCUMENT._id } },
      ),
      jsonBodies([
        {
          id: DOCUMENT._id,
          set: { title: 'b' },
          unset: ['title'],
          inc: { n: 1 },
          ifRevisionID: 'a',
          insert: { after: 'a[-1]', items: [1] },
          setIfMissing: { a: [] },
          diffMatchPatch: { title: '@@' },
        },
      ]).map(({ body }) => ({ patch: parsed(body) })),
      jsonBodies([{ ...DOCUMENT, _rev: 'a', body: [] }]).map(({ body }) => ({
        createOrReplace: parsed(body),
      })),
      fc.jsonValue({ maxDepth: 3 }),
    ),
    { maxLength: 3 },
  )
  .map((all) => JSON.stringify({ mutations: all }))
const ACTIONS = [
  'create',
  'edit',
  'publish',
  'unpublish',
  'discard',
  'delete',
  'replaceDraft',
  'version.create',
  'version.discard',
  'version.replace',
  'version.unpublish',
  'release.create',
  'release.edit',
  'release.publish',
  'release.schedule',
  'release.unschedule',
  'release.archive',
  'release.unarchive',
  'release.delete',
]
const actions = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(...ACTIONS),
        jsonBodies([
          {
            publishedId: 'generated-1',
            draftId: 'drafts.generated-1',
            versionId: 'versions.r1.generated-1',
            releaseId: 'r1',
            patch: { set: { title: 'c' } },
            attributes: DOCUMENT,
            document: DOCUMENT,
            metadata: { title: 'r' },
            publishAt: '2030-01-01T00:00:00Z',
            ifExists: 'fail',
          },
        ]),
      )
      .map(([name, { body }]) => ({
        actionType: `sanity.action.${name.startsWith('release') || name.startsWith('version') ? name : `document.${name}`}`,
        ...(parsed(body) as object),
      })),
    { maxLength: 2 },
  )
  .map((all) => JSON.stringify({ actions: all }))
function parsed(body: Sent['body']): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '{}')
  } catch {
    return {}
  }
}
const asJson = (bodies: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: bodies.map((body) => ({ headers: { 'Content-Type': 'application/json' }, body })),
    },
    { weight: 1, arbitrary: jsonBodies([{ mutations: [], actions: [], query: '*' }]) },
  )
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const LAKE: Endpoint[] = [
  {
    at: `${API}/data/query/production`,
    bodies: asJson(queries.map((query) => JSON.stringify({ query, params: { a: 1 } }))),
    answer: z.object({ ms: z.number() }),
  },
  {
    at: `${API}/data/query/production`,
    method: 'GET',
    search: queries.map((query) => new URLSearchParams({ query, $a: '[1]' }).toString()),
    headers: editor,
    answer: z.object({ ms: z.number() }),
  },
  {
    at: `${API}/data/mutate/${DATASET}`,
    bodies: asJson(mutations),
    headers: editor,
    answer: z.object({ transactionId: z.string() }),
  },
  {
    at: `${API}/data/actions/${DATASET}`,
    bodies: asJson(actions),
    headers: editor,
    answer: z.object({ transactionId: z.string() }),
  },
  ...['images', 'files'].map((kind) => ({
    at: `${API}/assets/${kind}/${DATASET}`,
    bodies: fc.record({
      headers: fc
        .constantFrom('image/png', 'image/svg+xml', 'text/html', 'a')
        .map((type) => ({ 'Content-Type': type })),
      body: damaged(PNG),
    }),
    headers: editor,
    answer: z.object({ document: z.object({ _id: z.string() }) }),
  })),
  {
    at: `${API}/data/history/${DATASET}/transactions/generated-1`,
    method: 'GET',
    search: searches({ fromTime: ['2030-01-01'], limit: ['1'], excludeContent: ['true'] }),
    headers: editor,
    answer: z.string(),
  },
]

/** A line of a stack, a file of ours, a database's own words. */
const INSIDE = /\n\s+at \S.*:\d+:\d+|node_modules\/|\/(?:app|studio)\/\w+\/\S+\.ts|SQLITE_|SqliteError/

let count = 0
async function ask(base: string, endpoint: Endpoint, running: Running, sent?: Sent, search?: string) {
  const { at, method = 'POST', headers } = endpoint
  const url = search === undefined ? base + at : `${base}${at}?${search}`
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    body: sent?.body || undefined,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `198.18.${(++count >> 8) % 256}.${count % 256}`,
      ...sent?.headers,
      ...headers?.(sent, running),
    },
  })
  return { answer, text: await answer.text() }
}

/** What holds of every answer, whatever was sent. */
function check(endpoint: Endpoint, { answer, text }: Awaited<ReturnType<typeof ask>>, refused: z.ZodType) {
  const { status, headers } = answer
  const type = headers.get('Content-Type') ?? ''
  const said = `${status} ${type} ${text.slice(0, 500)}`
  expect(status, said).toBeLessThan(500)
  expect(text).not.toMatch(INSIDE)
  if (type.startsWith('text/html')) expect(text, said).not.toContain(MARKUP)
  else if (text) expect(headers.get('X-Content-Type-Options'), said).toBe('nosniff')
  const location = headers.get('Location')
  if (location) expect(new URL(location, answer.url).origin).toBe(new URL(answer.url).origin)
  const given = type.startsWith('application/json') ? JSON.parse(text) : text
  if (status < 300) expect(endpoint.answer.safeParse(given).error?.message, said).toBeUndefined()
  else if (status >= 400) expect(refused.safeParse(given).error?.message, said).toBeUndefined()
}

/** Registers a test for each endpoint of site, host and lake. */
export function testGeneratedBodies(running: () => Running): void {
  const parts = [
    { part: 'site', endpoints: SITE, base: () => running().siteUrl, refused: z.unknown() },
    { part: 'host', endpoints: HOST, base: () => running().hostUrl, refused: refusal },
    { part: 'lake', endpoints: LAKE, base: () => running().lakeUrl, refused: lakeRefusal },
  ]
  for (const { part, endpoints, base, refused } of parts)
    describe(`${RUNS} generated requests to the ${part}`, () => {
      for (const endpoint of endpoints)
        test(`${endpoint.method ?? 'POST'} ${endpoint.at}`, async () => {
          const { bodies, search } = endpoint
          const requests = fc.record({
            sent: bodies ?? fc.constant(undefined),
            search: search ?? fc.constant(undefined),
          })
          const property = fc.asyncProperty(requests, async (request) => {
            check(endpoint, await ask(base(), endpoint, running(), request.sent, request.search), refused)
          })
          await fc.assert(property, { numRuns: RUNS, ...SEED })
        })
    })
}
