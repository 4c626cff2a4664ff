import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { type Revision, scheduleQuestion } from '#studio/publish/publish-question.ts'
import { readRemoval, remove } from '#studio/publish/removal.ts'
import { acknowledge, putIntoRelease, setFields } from '#studio/publish/transactions.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { replacedText } from '#studio/validation/earlier-text.ts'
import { pageMove } from '#studio/validation/page-move.ts'
import { readContext } from '#studio/validation/published-content.ts'
import { findingsOf, levelOf } from '#studio/validation/rules.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const RELEASE = 'rSpring'
const PLAN = 'plan-standard-buyer-lead'
const POLICY = 'policy-refund-policy'
const versionId = (id: string) => `versions.${RELEASE}.${id}`
const slug = (current: string) => ({ slug: { _type: 'slug', current } })

/** Returns a client of a dataset with a release of these changes. */
async function release(changes: Record<string, Record<string, unknown>> = {}): Promise<SanityClient> {
  const client = await seededClient()
  await client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })
  for (const [id, change] of Object.entries(changes)) {
    await client.createVersion({ baseId: id, publishedId: id, releaseId: RELEASE })
    await client.patch(versionId(id)).set(change).commit()
  }
  return client
}

/** Returns a version with the errors that block its release. */
async function checked(client: SanityClient, id: string) {
  const document = (await client.getDocument(versionId(id))) as StoredDocument
  const context = await readContext(client as never, document._id, { fresh: true })
  const errors = findingsOf(document, context).filter((finding) => levelOf(finding, document) === 'error')
  return { document, ...context, messages: errors.map(({ message }) => message) }
}

test('a changed policy blocks a release until the release keeps the published text', async () => {
  const client = await release({ [POLICY]: { title: 'Refunds' } })
  const { document, published, content, messages } = await checked(client, POLICY)
  expect(messages.length).toBeGreaterThan(0)
  const text = replacedText(document, published, content)!
  const dated = setFields(document._id, { [text.dateField]: '2027-01-15' })
  await putIntoRelease(client as never, RELEASE, [text.versionUntil('2027-01-15')], [dated])
  expect((await checked(client, POLICY)).messages).toEqual([])

  // A later date needs another earlier text.
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

test('a page that moves blocks a release until the release has a redirect', async () => {
  const client = await release({ 'page-pricing': slug('prices') })
  const { document, published, content, messages } = await checked(client, 'page-pricing')
  expect(messages).toEqual([expect.stringContaining('from /pricing to /prices')])
  const { redirect } = pageMove(document, published, content)!
  await putIntoRelease(client as never, RELEASE, [redirect])
  expect((await checked(client, 'page-pricing')).messages).toEqual([])
})

test('a release that unpublishes a policy keeps its text; the editor first sees the documents that refer to it', async () => {
  const client = await release({ [POLICY]: { title: 'Refunds' } })
  const removal = await readRemoval(client as never, versionId(POLICY))
  expect(removal.places.map(({ document }) => document._type)).toContain('siteSettings')
  await remove(client as never, versionId(POLICY), 'unpublishVersion', removal)
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.getDocument(POLICY)).toBeUndefined()
  expect(await client.fetch('*[_type == "policyVersion"]{title, "policy": policy._ref}')).toEqual([
    { title: 'Refund Policy', policy: POLICY },
  ])
})

test('a release may unpublish the front page only if it adds another one, and never Settings', async () => {
  const client = await release({ 'page-home': {}, siteSettings: {}, 'page-partner-playbook': {} })
  const refused = async (id: string) => Boolean((await readRemoval(client as never, versionId(id))).refusal)
  expect(await refused('page-partner-playbook')).toBe(false)
  expect(await refused('siteSettings')).toBe(true)
  expect(await refused('page-home')).toBe(true)
  await client.createVersion({
    releaseId: RELEASE,
    publishedId: 'page-new',
    document: { _type: 'page', title: 'New', ...slug('home') },
  })
  expect(await refused('page-home')).toBe(false)
})

test('a scheduled draft is published only with the price that its editor confirmed', async () => {
  const client = await release()
  const published = (await client.getDocument(PLAN)) as unknown as Revision
  const { _rev, ...fields } = { ...published, _id: `drafts.${PLAN}`, price: 150 }
  const draft = (await client.createOrReplace(fields as never)) as unknown as Revision
  const question = (await scheduleQuestion(client as never, draft, published))!
  expect(question.warnings).toEqual([expect.objectContaining({ path: ['price'] })])
  await acknowledge(client as never, question)
  await client.createVersion({ baseId: draft._id, publishedId: PLAN, releaseId: RELEASE })
  expect((await checked(client, PLAN)).messages).toEqual([])
  await client.patch(versionId(PLAN)).set({ price: 990 }).commit()
  expect((await checked(client, PLAN)).messages).toHaveLength(1)
})
