import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { type Revision, scheduleQuestion } from '#studio/publish/publish-question.ts'
import { acknowledgeRemoval, type Removal, readOpenRemovals, readRemoval } from '#studio/publish/removal.ts'
import { acknowledge, putIntoRelease, setIn } from '#studio/publish/transactions.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { replacedText } from '#studio/validation/earlier-text.ts'
import { pageMove } from '#studio/validation/page-move.ts'
import { contentFor } from '#studio/validation/published-content.ts'
import { acknowledgementOf, findingsOf, levelOf, newSince } from '#studio/validation/rules.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const RELEASE = 'rSpring'
const PLAN = 'plan-standard-buyer-lead'
const POLICY = 'policy-refund-policy'
const versionId = (id: string, release = RELEASE) => `versions.${release}.${id}`
const slug = (current: string) => ({ slug: { _type: 'slug', current } })

const newRelease = (client: SanityClient) =>
  client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })

/** A release with these changes of published documents. */
async function release(client: SanityClient, changes: Record<string, Record<string, unknown>>) {
  await newRelease(client)
  for (const [id, change] of Object.entries(changes)) {
    await client.createVersion({ baseId: id, publishedId: id, releaseId: RELEASE })
    await client.patch(versionId(id)).set(change).commit()
  }
}

/** A version with what its form checks. */
async function checked(client: SanityClient, id: string, releaseId = RELEASE) {
  const document = (await client.getDocument(versionId(id, releaseId))) as StoredDocument
  const content = await contentFor(client as never, document._id, { fresh: true })
  const published = (await client.getDocument(id)) as StoredDocument | undefined
  const context = { content, published }
  const findings = findingsOf(document, context)
  const isNew = newSince(context)
  const errors = findings.filter((finding) => levelOf(finding, document, isNew(finding)) === 'error')
  return { document, ...context, errors, messages: errors.map(({ message }) => message) }
}

async function draftOf(client: SanityClient, id: string, change: object) {
  const published = (await client.getDocument(id))! as unknown as Revision
  const { _rev, ...fields } = published
  const draft = await client.createOrReplace({ ...fields, ...change, _id: `drafts.${id}` } as never)
  return { draft: draft as unknown as Revision, published }
}

test('a price jump blocks a release until exactly this price is acknowledged', async () => {
  const client = await seededClient()
  await release(client, { [PLAN]: { price: 150 } })
  const { errors, messages } = await checked(client, PLAN)
  expect(messages).toEqual([expect.stringContaining('from $99 to $150')])
  const acknowledged = [acknowledgementOf(errors[0]!)]
  await client.patch(versionId(PLAN)).set({ acknowledged }).commit()
  expect((await checked(client, PLAN)).messages).toEqual([])

  await client.patch(versionId(PLAN)).set({ price: 1500 }).commit()
  expect((await checked(client, PLAN)).messages).toEqual([expect.stringContaining('from $99 to $1,500')])
})

test('a changed policy blocks a release until the release keeps the published text', async () => {
  const client = await seededClient()
  await release(client, { [POLICY]: { title: 'Refunds' } })
  const { document, published, content, messages } = await checked(client, POLICY)
  expect(messages.length).toBeGreaterThan(0)
  const text = replacedText(document, published, content)!
  const date = '2027-01-15'
  await putIntoRelease(
    client as never,
    RELEASE,
    [text.versionUntil(date)],
    [setIn(document._id, { [text.dateField]: date })],
  )
  expect((await checked(client, POLICY)).messages).toEqual([])

  // With another date the kept text is replaced, not kept twice.
  await client.patch(versionId(POLICY)).set({ effectiveDate: '2027-03-01' }).commit()
  const again = await checked(client, POLICY)
  expect(again.messages).toHaveLength(1)
  const later = replacedText(again.document, again.published, again.content)!.versionUntil('2027-03-01')
  await putIntoRelease(client as never, RELEASE, [later])
  expect((await checked(client, POLICY)).messages).toEqual([])

  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "policyVersion"]{title, effectiveDate, until, address}')).toEqual([
    { title: 'Refund Policy', effectiveDate: '2026-11-01', until: '2027-03-01', address: '2026-11-01' },
  ])
  expect(await client.fetch(`*[_id == "${POLICY}"][0]{title, effectiveDate}`)).toEqual({
    title: 'Refunds',
    effectiveDate: '2027-03-01',
  })
})

test('a changed consent blocks a release until the release keeps the published wording', async () => {
  const client = await seededClient()
  await release(client, { siteSettings: { brand: 'Turnkey' } })
  const { document, published, content, messages } = await checked(client, 'siteSettings')
  expect(messages.length).toBeGreaterThan(0)
  const text = replacedText(document, published, content)!
  const dated = setIn(document._id, { [text.dateField]: '2027-02-01' })
  await putIntoRelease(client as never, RELEASE, [text.versionUntil('2027-02-01')], [dated])
  expect((await checked(client, 'siteSettings')).messages).toEqual([])
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "consentVersion"][0].sms')).toContain('Keyturn')
  expect(await client.fetch('*[_id == "siteSettings"][0].consents.effectiveDate')).toBe('2027-02-01')
})

test('a page that moves blocks a release until the release has a redirect', async () => {
  const client = await seededClient()
  await release(client, { 'page-pricing': slug('prices') })
  const { document, published, content, messages } = await checked(client, 'page-pricing')
  expect(messages).toEqual([expect.stringContaining('from /pricing to /prices')])
  const { redirect } = pageMove(document, published, content)!
  await putIntoRelease(client as never, RELEASE, [redirect])
  expect((await checked(client, 'page-pricing')).messages).toEqual([])
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "redirect"]{from, "to": target._ref}')).toEqual([
    { from: '/pricing', to: 'page-pricing' },
  ])
})

test('two pages that change places in a release block nothing', async () => {
  const client = await seededClient()
  await release(client, { 'page-pricing': slug('about-us'), 'page-about-us': slug('pricing') })
  for (const id of ['page-pricing', 'page-about-us']) expect((await checked(client, id)).messages).toEqual([])
})

/** What the Releases tool asks about, by document. */
async function openRemovals(client: SanityClient): Promise<Record<string, Removal>> {
  const { open } = await readOpenRemovals(client as never)
  return Object.fromEntries(open.map(({ removal }) => [removal.published._id, removal]))
}

const confirmRemoval = async (client: SanityClient, id: string, day = '2027-01-15') =>
  acknowledgeRemoval(client as never, versionId(id), await readRemoval(client as never, versionId(id)), day)

test('a release that unpublishes a quoted plan is asked about until exactly these places are confirmed', async () => {
  const client = await seededClient()
  await release(client, { 'page-pricing': { title: 'Prices' } })
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: 'plan-pro-closer' })
  const open = await openRemovals(client)
  expect(Object.keys(open)).toEqual(['plan-pro-closer'])
  const places = open['plan-pro-closer']!.places.map(({ document }) => document._id)
  expect(places).toContain('faq-prepaid-bundles')
  await confirmRemoval(client, 'plan-pro-closer')
  expect(await openRemovals(client)).toEqual({})

  const quote = {
    _key: 'q',
    _type: 'priceReference',
    show: 'price',
    plan: { _type: 'reference', _ref: 'plan-pro-closer', _weak: true },
  }
  await client
    .patch('faq-contracts')
    .set({ answer: [{ _key: 'b', _type: 'block', markDefs: [], children: [quote] }] })
    .commit()
  expect(Object.keys(await openRemovals(client))).toEqual(['plan-pro-closer'])
})

test('a plan that nothing refers to any more once the release is out is unpublished without a question', async () => {
  const client = await seededClient()
  const quoting: string[] = await client.fetch('*[references("plan-pro-closer")]._id')
  await release(client, Object.fromEntries(quoting.map((id) => [id, { answer: [], blocks: [], body: [] }])))
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: 'plan-pro-closer' })
  expect(await openRemovals(client)).toEqual({})
})

test('a release that unpublishes a policy keeps its text', async () => {
  const client = await seededClient()
  await newRelease(client)
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: POLICY })
  expect((await openRemovals(client))[POLICY]?.text?.since).toBe('2026-11-01')
  await confirmRemoval(client, POLICY, '2127-03-01')
  expect(await openRemovals(client)).toEqual({})
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "policyVersion"]{until, "policy": policy._ref}')).toEqual([
    { until: '2127-03-01', policy: POLICY },
  ])
})

test('a release may not unpublish what the site cannot do without, unless it brings another front page', async () => {
  const client = await seededClient()
  await newRelease(client)
  for (const publishedId of ['page-home', 'siteSettings', 'assistant', 'page-partner-playbook'])
    await client.unpublishVersion({ releaseId: RELEASE, publishedId })
  const refused = async () =>
    Object.entries(await openRemovals(client)).flatMap(([id, { refusal }]) => (refusal ? [id] : []))
  expect((await refused()).toSorted()).toEqual(['assistant', 'page-home', 'siteSettings'])
  await client.createVersion({
    releaseId: RELEASE,
    publishedId: 'page-new',
    document: { _type: 'page', title: 'New', ...slug('home') },
  })
  expect((await refused()).toSorted()).toEqual(['assistant', 'siteSettings'])
})

test('a scheduled draft with a price jump may go out once its editor has confirmed the price', async () => {
  const client = await seededClient()
  const { draft, published } = await draftOf(client, PLAN, { price: 150 })
  const question = (await scheduleQuestion(client as never, draft, published))!
  expect(question.warnings).toEqual([expect.objectContaining({ path: ['price'] })])
  await acknowledge(client as never, question)
  await newRelease(client)
  await client.createVersion({ baseId: draft._id, publishedId: PLAN, releaseId: RELEASE })
  expect((await checked(client, PLAN)).messages).toEqual([])
  await client.patch(versionId(PLAN)).set({ price: 990 }).commit()
  expect((await checked(client, PLAN)).messages).toHaveLength(1)
})
