import { stegaClean } from '@sanity/client/stega'
import { beforeEach, expect, test } from 'vitest'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import { type Content, createContent } from '#app/content/content.server.ts'
import { draftReader } from '#app/preview/draft-content.server.ts'
import { shareLinkReader, withOverlay } from '#app/preview/share-link-content.server.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

type Client = Awaited<ReturnType<typeof seededClient>>
type Fields = Record<string, unknown>

let editor: Client
beforeEach(async () => {
  editor = await seededClient()
})

const shared = (id: string) => createContent(shareLinkReader(editor, id), PAGE_QUERIES)

/** The content that visitors get. */
function published(): Content {
  const reader = editor.withConfig({ perspective: 'published' })
  const now = new Date().toISOString()
  const source = { get: (query: string, params = {}) => reader.fetch(query, { ...params, now }) }
  return createContent(source as Parameters<typeof createContent>[0], PAGE_QUERIES)
}

/** Stores unpublished work on a document. */
async function draft(id: string, fields: Fields, name = `drafts.${id}`) {
  const { _rev, ...before } = (await editor.getDocument(id)) ?? { _type: 'page' }
  await editor.createOrReplace({ ...before, ...fields, _id: name } as never)
}

const blocksOf = async (content: Content, slug: string) =>
  JSON.stringify((await content.page(slug))?.blocks, (name, value) => (name === '_key' ? undefined : value))

test('a link to a deleted document shows the published content', async () => {
  const content = shared('drafts.page-gone')
  const reads: ((source: Content) => Promise<unknown>)[] = [
    (source) => source.settings(),
    (source) => source.page('pricing'),
    (source) => source.policy('privacy-policy'),
    (source) => source.article('speed-to-lead'),
    (source) => source.plan('pro-closer'),
    (source) => source.addresses(),
  ]
  for (const read of reads) {
    expect(await read(content)).toBeTruthy()
    expect(await read(content)).toEqual(await read(published()))
  }
})

test('a guest sees the shared draft and no other draft', async () => {
  await draft('page-pricing', { title: 'Rates, drafted' })
  await draft('plan-hot-seller-lead', { price: 1 })
  await draft('faq-what-leads-cost', { question: 'Drafted?' })
  await draft('siteSettings', { brand: 'Drafted' })
  await draft('page-about-us', { slug: { _type: 'slug', current: 'drafted' } })
  await draft('new-plan', {
    _type: 'plan',
    title: 'Drafted',
    kind: 'rate',
    slug: { current: 'drafted' },
    price: 1,
  })
  const content = shared('drafts.page-pricing')
  const page = await content.page('pricing')
  expect(page?.title).toBe('Rates, drafted')
  expect(page).toEqual({ ...(await published().page('pricing')), title: 'Rates, drafted' })
  expect(await content.settings()).toEqual(await published().settings())
  expect((await content.addresses()).pages).not.toContain('drafted')
})

test('guests and editors see a draft that has a field of a wrong type', async () => {
  await draft('page-wrong', {
    title: 'Wrong',
    slug: { current: 'wrong' },
    blocks: [
      null,
      { _key: 'a', _type: 'prose', heading: 5 },
      { _key: 'b', _type: 'prose', heading: 'Right' },
    ],
  })
  const editors = createContent(
    draftReader(editor, { perspective: ['drafts'], studioUrl: 'http://localhost:3333' }),
    PAGE_QUERIES,
  )
  for (const content of [shared('drafts.page-wrong'), editors]) {
    const page = stegaClean(await content.page('wrong'))
    expect(page?.blocks).toMatchObject([
      { _key: 'a', heading: null },
      { _key: 'b', heading: 'Right' },
    ])
  }
})

test('a link shows a page that was never published, and one that waits for its "Show from"', async () => {
  const slug = { _type: 'slug', current: 'spring' }
  await draft('new-page', { title: 'Spring', slug, showFrom: '2099-01-01T00:00:00Z' })
  expect((await shared('drafts.new-page').page('spring'))?.title).toBe('Spring')
  expect(await shared('drafts.page-pricing').page('spring')).toBeNull()
  await editor.patch('page-about-us').set({ showFrom: '2099-01-01T00:00:00Z' }).commit()
  expect(await published().page('about-us')).toBeNull()
  expect((await shared('page-about-us').page('about-us'))?.title).toMatch(/^About/)
})

test('a guest sees unpublished documents that the draft refers to, but no draft of a published one', async () => {
  const text = (reference: Fields) => [
    { _key: 't', _type: 'block', style: 'normal', markDefs: [], children: [{ _key: 'q', ...reference }] },
  ]
  await draft('new-plan', { _type: 'plan', title: 'New', kind: 'rate', slug: { current: 'new' }, price: 42 })
  await draft('plan-hot-seller-lead', { price: 1 })
  await draft('new-faq', { _type: 'faqItem', question: 'A new question?', answer: [] })
  const quote = (plan: string) =>
    text({ _type: 'priceReference', show: 'price', plan: { _type: 'reference', _ref: plan, _weak: true } })
  await draft('page-pricing', {
    blocks: [
      { _key: 'a', _type: 'statement', text: quote('new-plan'), note: quote('plan-hot-seller-lead') },
      {
        _key: 'b',
        _type: 'faq',
        heading: 'Asked',
        items: [{ _key: 'i', _type: 'reference', _ref: 'new-faq', _weak: true }],
      },
      { _key: 'c', _type: 'planGrid', heading: 'Rates', kind: 'rate' },
    ],
  })
  const blocks = await blocksOf(shared('drafts.page-pricing'), 'pricing')
  expect(blocks).toContain('"price":42')
  expect(blocks).toContain('"price":299')
  expect(blocks).not.toContain('"price":1,')
  expect(blocks).toContain('A new question?')
  expect(blocks).toContain('"slug":"new"')
})

test('a link to a version in a release shows that version, not the draft', async () => {
  await draft('page-pricing', { title: 'Drafted' })
  await draft('page-pricing', { title: 'In the release' }, 'versions.rSpring.page-pricing')
  expect((await shared('versions.rSpring.page-pricing').page('pricing'))?.title).toBe('In the release')
  expect((await shared('drafts.page-pricing').page('pricing'))?.title).toBe('Drafted')
})

test('brackets inside strings and nested queries keep the overlay in its place', () => {
  const query = withOverlay('*[a == "]" && count(*[b == ^.c[0]]) > 0][0]{ "d": *[_type == "x"].e }')
  expect(query.match(/\.\.\.\$overlay\]/g)).toHaveLength(4)
  expect(query).toMatch(/^\[\.\.\.\*\[a == "\]" && count\(\[\.\.\.\*\[b == /)
})
