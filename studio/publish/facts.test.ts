import type { SanityClient } from '@sanity/client'
import { createSchema } from 'sanity'
import { expect, test } from 'vitest'
import { collectChecks, mendAll } from '#studio/checks/collect.ts'
import {
  publishFacts,
  publishWith,
  referringPlaces,
  removalFacts,
  removeWith,
} from '#studio/publish/facts.ts'
import { localDate } from '#studio/schema/dates.ts'
import { schemaTypes } from '#studio/schema/types.ts'
import { conflictDocuments } from '#studio/validation/seed.test-support.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const schema = createSchema({ name: 'default', types: schemaTypes })

async function draft(client: SanityClient, id: string, change: Record<string, unknown>) {
  const { _rev, ...document } = (await client.getDocument(id))!
  await client.createOrReplace({ ...document, ...change, _id: `drafts.${id}` } as never)
}

test('a plan or a brand that is renamed is asked about where texts have it typed, a new plan where all others are quoted', async () => {
  const client = await seededClient()
  const asked = async (id: string) =>
    (await publishFacts(client, id))!.questions.map(({ text, places = [] }) =>
      [text, ...places.map(({ document }) => document._id).toSorted()].join(' @ '),
    )
  await client.create({ _id: 'news', _type: 'article', title: 'Keyturn in the news', body: [] })
  const asset = { _type: 'reference', _ref: 'image-a-316x64-svg', _weak: true }
  await client
    .patch('siteSettings')
    .set({ logo: { _type: 'image', asset } })
    .commit()
  await draft(client, 'siteSettings', { brand: 'Doorkey' })
  expect(await asked('siteSettings')).toEqual([
    expect.stringMatching(/^The brand name changes, and a logo stays/),
    'These texts have “Keyturn” typed into them, and do not follow: change it there too. @ news',
  ])
  await draft(client, 'plan-elite-access', { title: 'Elite', summary: 'More than Elite Access was.' })
  expect(await asked('plan-elite-access')).toEqual([
    expect.stringMatching(/^These texts have “Elite Access” typed .* @ drafts\.plan-elite-access @ faq-/),
  ])
  await client.create({
    ...(await client.getDocument('plan-hot-seller-lead'))!,
    _id: 'drafts.plan-luxury',
    title: 'Luxury Seller Lead',
    slug: { _type: 'slug', current: 'luxury' },
  } as never)
  expect(await asked('plan-luxury')).toEqual([
    expect.stringMatching(/^These texts quote every other lead rate, and would lack this one.* @ faq-/),
  ])
})

test('a page moves there and back: the redirect is made, replaced and removed with the publish', async () => {
  const client = await seededClient()
  const redirects = () => client.fetch('*[_type == "redirect"]|order(from){from, "to": target._ref}')
  await draft(client, 'page-pricing', { slug: { _type: 'slug', current: 'prices' } })
  const facts = (await publishFacts(client, 'page-pricing'))!
  await publishWith(client, 'page-pricing', facts, { redirect: true })
  expect(await redirects()).toEqual([{ from: '/pricing', to: 'page-pricing' }])
  expect(await client.fetch('*[_id == "page-pricing"][0].slug.current')).toBe('prices')

  await draft(client, 'page-pricing', { slug: { _type: 'slug', current: 'pricing' } })
  const back = (await publishFacts(client, 'page-pricing'))!
  await publishWith(client, 'page-pricing', back, { redirect: true })
  expect(await redirects()).toEqual([{ from: '/prices', to: 'page-pricing' }])

  await draft(client, 'page-pricing', { slug: { _type: 'slug', current: 'prices' } })
  await publishWith(client, 'page-pricing', (await publishFacts(client, 'page-pricing'))!, { redirect: true })
  expect(await redirects()).toEqual([{ from: '/pricing', to: 'page-pricing' }])
  expect(await client.fetch('*[_id in path("drafts.**")]._id')).toEqual([])
})

test('a page moves back although a release, scheduled or not, leads its earlier address elsewhere', async () => {
  const client = await seededClient()
  const move = async (current: string) => {
    await draft(client, 'page-pricing', { slug: { _type: 'slug', current } })
    await publishWith(client, 'page-pricing', (await publishFacts(client, 'page-pricing'))!, {
      redirect: true,
    })
  }
  await move('prices')
  const [releaseId, publishedId] = ['rSpring', 'redirect-pricing']
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'scheduled' } })
  await client.createVersion({ baseId: publishedId, publishedId, releaseId })
  await client.releases.schedule({ releaseId, publishAt: '2127-03-01T09:00:00Z' })
  await move('pricing')
  await client.releases.unschedule({ releaseId })
  await move('prices')
  await move('pricing')
  expect(await client.fetch('*[_type == "redirect" && !(_id in path("drafts.**"))]|order(_id)._id')).toEqual([
    'redirect-prices',
    `versions.${releaseId}.${publishedId}`,
  ])
})

test.each([
  ['from an import', 'imported'],
  ['as a draft that was never published', 'drafts.redirect-pricing'],
])('a page moves away from an address whose redirect is there already, %s', async (_, _id) => {
  const client = await seededClient()
  await client.create({ _id, _type: 'redirect', from: '/pricing', to: '/contact-us', permanent: false })
  await draft(client, 'page-pricing', { slug: { _type: 'slug', current: 'prices' } })
  const facts = (await publishFacts(client, 'page-pricing'))!
  await publishWith(client, 'page-pricing', facts, { redirect: true })
  expect(
    await client.fetch('*[_type == "redirect"]{_id, from, to, "target": target._ref, permanent}'),
  ).toEqual([
    {
      _id: _id.replace('drafts.', ''),
      from: '/pricing',
      to: null,
      target: 'page-pricing',
      permanent: true,
    },
  ])
})

test('a redirect that an editor gave another old address stays, where a page moves from the one that it had', async () => {
  const client = await seededClient()
  await client.create({ _id: 'redirect-pricing', _type: 'redirect', from: '/price-list', to: '/contact-us' })
  await draft(client, 'page-pricing', { slug: { _type: 'slug', current: 'prices' } })
  const facts = (await publishFacts(client, 'page-pricing'))!
  await publishWith(client, 'page-pricing', facts, { redirect: true })
  expect(await client.fetch('*[_type == "redirect"]|order(from){from, to, "target": target._ref}')).toEqual([
    { from: '/price-list', to: '/contact-us', target: null },
    { from: '/pricing', to: null, target: 'page-pricing' },
  ])
})

test('the addresses of an article and of a page that differ in a slash have a redirect each', async () => {
  const client = await seededClient()
  const page = { _id: 'page-twin', _type: 'page', title: 'Twin', slug: { current: 'resources-twin' } }
  const article = { _id: 'article-twin', _type: 'article', title: 'Twin', slug: { current: 'twin' } }
  for (const document of [page, article]) {
    await client.create(document)
    await draft(client, document._id, { slug: { current: 'moved' } })
    await publishWith(client, document._id, (await publishFacts(client, document._id))!, { redirect: true })
  }
  expect(await client.fetch('*[_type == "redirect"]|order(from).from')).toEqual([
    '/resources-twin',
    '/resources/twin',
  ])
})

test('a policy that changes twice keeps both texts; nothing is asked where its words stay', async () => {
  const client = await seededClient()
  const id = 'policy-refund-policy'
  for (const [title, date] of [
    ['Second', '2026-11-01'],
    ['Third', '2027-01-15'],
  ]) {
    await draft(client, id, { title })
    await publishWith(client, id, (await publishFacts(client, id))!, { date })
  }
  expect(await client.fetch('*[_type == "policyVersion"]|order(address){address, title, until}')).toEqual([
    { address: '2026-11-01', title: 'Refund Policy', until: '2026-11-01' },
    { address: '2026-11-01-2', title: 'Second', until: '2027-01-15' },
  ])
  expect(await client.fetch(`*[_id == "${id}"][0]{title, effectiveDate}`)).toEqual({
    title: 'Third',
    effectiveDate: '2027-01-15',
  })
  await draft(client, id, { seo: { title: 'Refunds' } })
  expect(await publishFacts(client, id)).toBeNull()
  await draft(client, id, { effectiveDate: '2019-01-01' })
  expect((await publishFacts(client, id))?.questions[0]?.text).toMatch(
    /^Only the date changes, from 2027-01-15 to 2019-01-01/,
  )
})

test.each([
  ['in', 'refunds', 'refund-policy'],
  ['from', 'refund-policy', 'refunds'],
])(
  'a policy that moves %s the place of one that was taken down keeps its texts beside that one’s',
  async (_way, from, to) => {
    const client = await seededClient()
    const old = 'policy-refund-policy'
    const { _id, ...policy } = (await client.getDocument(old))!
    const ids = { publishedId: old, includeDrafts: [] }
    const { kept } = await removalFacts(client, old)
    await removeWith(client, { actionType: 'sanity.action.document.delete', ...ids }, kept)
    await client.create({ ...policy, _id: 'new', title: 'Refunds', slug: { current: from } })
    await draft(client, 'new', { title: 'Refunds anew', slug: { current: to } })
    await publishWith(client, 'new', (await publishFacts(client, 'new'))!, { date: '2027-01-15' })
    expect(await client.fetch('*[_type == "policyVersion"]|order(address){address, title}')).toEqual([
      { address: '2026-11-01', title: 'Refund Policy' },
      { address: '2026-11-01-2', title: 'Refunds' },
    ])
  },
)

test.each(['delete', 'unpublish'] as const)(
  'the text of a policy that is taken down stays at its dated address, as it was shown: %s',
  async (kind) => {
    const client = await seededClient()
    const id = 'policy-refund-policy'
    await draft(client, id, { title: 'Never published' })
    const ids = { publishedId: id, draftId: `drafts.${id}` }
    const { kept } = await removalFacts(client, id)
    await removeWith(
      client,
      kind === 'unpublish'
        ? { actionType: 'sanity.action.document.unpublish', ...ids }
        : { actionType: 'sanity.action.document.delete', publishedId: id, includeDrafts: [ids.draftId] },
      kept,
    )
    expect(await client.fetch(`count(*[_id == "${id}"])`)).toBe(0)
    expect(
      await client.fetch(
        '*[_type == "policyVersion"]{_id, title, slug, until, "quotes": count(sections[].body[].children[_type != "span"])}',
      ),
    ).toEqual([
      {
        _id: `${id}-version-2026-11-01`,
        title: 'Refund Policy',
        slug: 'refund-policy',
        until: ['2026-11-01', localDate(new Date())].sort().at(-1),
        quotes: 0,
      },
    ])
    expect((await removalFacts(client, 'page-how-it-works')).kept).toBeUndefined()
  },
)

test('what is in a release too can be deleted with its version there, and which releases those are is said before', async () => {
  const client = await seededClient()
  const id = 'plan-pro-closer'
  const releaseId = 'rSpring'
  await draft(client, id, { price: 1000 })
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ baseId: id, publishedId: id, releaseId })
  const facts = () => removalFacts(client, id)
  expect((await facts()).releases).toEqual([{ title: 'Spring' }])
  await client.releases.schedule({ releaseId, publishAt: '2099-01-15T12:00:00Z' })
  expect((await facts()).releases).toEqual([{ title: 'Spring', day: '2099-01-15' }])
  await client.releases.unschedule({ releaseId })

  const { versions, kept } = await facts()
  const removal = { actionType: 'sanity.action.document.delete', publishedId: id } as const
  await removeWith(client, { ...removal, includeDrafts: versions }, kept)
  expect(await client.fetch('*[_id match $id]._id', { id: `*${id}` })).toEqual([])

  await client.createVersion({ baseId: 'plan-elite-access', publishedId: 'plan-elite-access', releaseId })
  await client.unpublishVersion({ releaseId, publishedId: 'plan-elite-access' })
  expect((await removalFacts(client, 'plan-elite-access')).releases).toEqual([])
})

test('a policy that was unpublished and comes back is asked about its date, unless that is yet to come', async () => {
  const client = await seededClient()
  const id = 'policy-refund-policy'
  await draft(client, id, { title: 'Refunds, simply', effectiveDate: '2019-01-01' })
  await client.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: `drafts.${id}`,
    publishedId: id,
  })
  expect((await publishFacts(client, id))?.questions).toEqual([
    { text: expect.stringContaining('in force since 2019-01-01, and visitors read it only from now on') },
  ])
  await client
    .patch(`drafts.${id}`)
    .set({ effectiveDate: `${new Date().getFullYear() + 1}-01-01` })
    .commit()
  expect(await publishFacts(client, id)).toBeNull()
})

test('a new price asks about texts that have the old one typed into them', async () => {
  const client = await seededClient()
  await client.create({
    _id: 'typed',
    _type: 'article',
    title: 'Typed',
    description: 'Hot Seller Lead: $299',
  })
  await draft(client, 'plan-hot-seller-lead', { price: 309 })
  expect((await publishFacts(client, 'plan-hot-seller-lead'))?.questions).toMatchObject([
    { text: expect.stringContaining('typed into them'), places: [{ document: { _id: 'typed' } }] },
  ])
  await client.delete('typed')
  // What a policy said, with its quotes as words, stays as it was.
  await client.create({ _id: 'kept', _type: 'policyVersion', title: 'Hot Seller Lead: $299' })
  expect(await publishFacts(client, 'plan-hot-seller-lead')).toBeNull()
})

test('documents of an odd form, as imports leave them, keep nobody from a new price, and take no checks away', async () => {
  const client = await seededClient()
  const block = { _key: 'b', _type: 'block' }
  const text = [null, 'x', { ...block, children: [null, 'y'], markDefs: [null] }, { ...block, children: 'z' }]
  const odd = { _id: 'odd', _type: 'faqItem', question: ['?'], answer: text }
  await client.create({ ...odd, plan: { _ref: 'plan-hot-seller-lead' } })
  await client.create({ _id: 'odd-plan', _type: 'plan', title: { en: 'Gold' }, price: '99', kind: 'bundle' })
  await client.create({
    _id: 'odd-article',
    _type: 'article',
    seo: { title: 5 },
    description: 5,
    body: { a: null },
  })
  await client.create({ _id: 'odd-page', _type: 'page', blocks: [null] })
  await draft(client, 'plan-hot-seller-lead', { price: 499 })
  expect((await publishFacts(client, 'plan-hot-seller-lead'))?.questions).not.toEqual([])
  const { checked } = await collectChecks(client, schema)
  const said = (id: string) =>
    checked
      .find((each) => each.id === id)
      ?.findings.filter(({ rule }) => rule === 'wrong-type')
      .map(({ path, message }) => [path[0], message.split(':')[0]])
  expect(said('odd-page')).toEqual([
    ['blocks', '“Blocks” holds something at place 1 that does not belong there'],
  ])
  expect(said('odd-plan')).toEqual([
    ['title', '“Title” holds a group of fields where a text belongs'],
    ['price', '“Price (USD)” holds a text where a number belongs'],
  ])
  expect(said('odd-article')).toEqual(
    expect.arrayContaining([
      ['description', '“Description” holds a number where a text belongs'],
      ['body', '“Text” holds a group of fields where a list belongs'],
    ]),
  )
  // What is as it should be is not named.
  expect(
    checked.filter(
      ({ id, findings }) => !id.startsWith('odd') && findings.some(({ rule }) => rule === 'wrong-type'),
    ),
  ).toEqual([])
})

test('nothing is published in part: where the kept text can’t be made, the new one isn’t there either', async () => {
  const client = await seededClient()
  const id = 'policy-refund-policy'
  await draft(client, id, { title: 'New' })
  const facts = (await publishFacts(client, id))!
  await client.create({ _id: `drafts.${id}-version-2026-11-01`, _type: 'policyVersion' })
  await expect(publishWith(client, id, facts, { date: '2027-01-01' })).rejects.toThrow()
  expect(await client.fetch(`*[_id == "${id}"][0].title`)).toBe('Refund Policy')
})

test('the front page can’t leave its address', async () => {
  const client = await seededClient()
  await draft(client, 'page-home', { slug: { _type: 'slug', current: 'start' } })
  expect((await publishFacts(client, 'page-home'))?.refusal).toMatch(/front page/)
})

test('places that refer, in drafts as well', async () => {
  const client = await seededClient()
  const places = await referringPlaces(client, 'plan-pro-closer')
  expect(places.map(({ document }) => document._id)).toEqual(
    expect.arrayContaining(['faq-prepaid-bundles', 'faq-zip-exclusivity']),
  )
  expect(await referringPlaces(client, 'faq-contracts')).toEqual([])
})

test('the conflict of the specification, imported, is found in the dataset and mended in place', async () => {
  const client = await seededClient()
  const transaction = client.transaction()
  for (const document of conflictDocuments()) transaction.createOrReplace(document)
  await transaction.commit()
  const { checked, dataset } = await collectChecks(client, schema)
  for (const one of checked) await mendAll(client, one, dataset)
  const left = await collectChecks(client, schema)
  const amounts = left.checked.flatMap(({ id, findings }) =>
    findings.filter(({ rule }) => rule === 'typed-amount').map(() => id),
  )
  expect(amounts).toEqual(['imported-page-offer', 'imported-page-offer'])
  expect(await client.fetch('*[_id in path("drafts.**")]._id')).toEqual([])
  await expect(
    mendAll(client, checked.find(({ id }) => id === 'imported-faq-prices')!, dataset),
  ).rejects.toThrow(/^Somebody changed “.+” meanwhile/)
})
