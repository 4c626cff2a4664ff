import { createSchema, type SanityClient, validateDocument } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { answer } from '#studio/validation/rules/rules.test-support.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const schema = createSchema({ name: 'default', types: schemaTypes })

/** What the form of a document says, at which level and place. */
async function markersOf(document: StoredDocument, client: unknown): Promise<string[]> {
  const markers = await validateDocument({
    document: { _createdAt: '', _updatedAt: '', _rev: '', ...document } as never,
    workspace: { schema, getClient: () => client, i18n: undefined } as never,
    environment: 'studio',
  })
  return markers.map(({ level, path, message }) => `${level} ${path[0] ?? ''}: ${message}`)
}

const one = async (client: SanityClient, query: string) =>
  (await client.fetch<StoredDocument | null>(`*[${query}][0]`))!

test('every document of the starting content can be published', async () => {
  const client = await seededClient()
  await client.create({ _id: 'image-abc-1x1-png', _type: 'sanity.imageAsset' })
  for (const document of seedDocuments()) {
    const said = await markersOf(document, client)
    expect(said.filter((marker) => marker.startsWith('error'))).toEqual([])
  }
})

test('without a connection a form says that it was not checked, and nothing keeps it from being published', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const client = { config: () => ({ dataset: 'offline' }), withConfig: () => ({ fetch }) }
  const { _id, ...fields } = answer('TODO')
  const said = await markersOf({ ...fields, _id: 'drafts.offline', order: 10 }, client)
  expect(said).toEqual([expect.stringMatching(/^info : Not checked/)])
})

test('a document of an odd shape opens, with a warning beside what the fields say', async () => {
  const client = await seededClient()
  const said = await markersOf({ _id: 'odd', _type: 'siteSettings', consents: { sms: [null] } }, client)
  expect(said).toContainEqual(expect.stringMatching(/^warning : Not checked for “Consents that lack/))
})

test('a warning that is published already is information', async () => {
  const client = await seededClient()
  const faq = await one(client, '_type == "faqItem"')
  await client.patch(faq._id).set({ question: 'TODO' }).commit()
  const draft = { ...faq, _id: `drafts.${faq._id}`, question: 'TODO' }
  expect(await markersOf(draft, client)).toEqual([expect.stringMatching(/^info question: “TODO”/)])
  expect(await markersOf({ ...draft, question: 'TODO, TBD' }, client)).toEqual([
    expect.stringMatching(/^info question: “TODO”/),
  ])
  expect(await markersOf({ ...draft, question: 'TBD' }, client)).toEqual([
    expect.stringMatching(/^warning question: “TBD”/),
  ])
})

test('in a release a price jump is an error until exactly this one is acknowledged', async () => {
  const client = await seededClient()
  const plan = await one(client, '_id == "plan-hot-seller-lead"')
  await client.releases.create({ releaseId: 'r1', metadata: { title: 'Spring', releaseType: 'asap' } })
  const version = { ...plan, _id: 'versions.r1.plan-hot-seller-lead', price: 399 }
  expect(await markersOf(version, client)).toEqual([expect.stringMatching(/^error price: The price changes/)])
  const acknowledged = ['price-jump price $299 → $399']
  expect(await markersOf({ ...version, acknowledged }, client)).toEqual([
    expect.stringMatching(/^warning price: The price changes/),
  ])
  expect(await markersOf({ ...version, acknowledged, price: 3999 }, client)).toEqual([
    expect.stringMatching(/^error price: The price changes/),
  ])
})

test('a release is checked as it leaves the content: links, redirects and kept texts count', async () => {
  const client = await seededClient()
  const pricing = await one(client, '_id == "page-pricing"')
  const moved = (release: string) => ({
    ...pricing,
    _id: `versions.${release}.page-pricing`,
    slug: { _type: 'slug', current: 'prices' },
  })
  for (const releaseId of ['r1', 'r2'])
    await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'asap' } })
  await client.createVersion({
    releaseId: 'r1',
    publishedId: 'redirect-pricing',
    document: { _type: 'redirect', from: '/pricing', target: { _type: 'reference', _ref: 'page-pricing' } },
  })
  const errorsAtSlug = async (release: string) =>
    (await markersOf(moved(release), client)).filter((marker) => marker.startsWith('error slug'))
  expect(await errorsAtSlug('r1')).toEqual([])
  expect(await errorsAtSlug('r2')).toEqual([expect.stringContaining('Add a redirect from /pricing')])
})
