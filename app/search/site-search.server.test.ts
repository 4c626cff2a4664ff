import { expect, test } from 'vitest'
import type { Content } from '#app/content/content.server.ts'
import { type Knowledge, readKnowledge } from '#app/content/knowledge.ts'
import { readShown } from '#app/content/shown.ts'
import { createSiteSearch } from '#app/search/site-search.server.ts'

const block = (text: string) => [{ _type: 'block', children: [{ _type: 'span', text }] }]
const page = (slug: string, title: string, blocks: object[], more: object = {}) => ({
  _id: slug,
  _type: 'page',
  _updatedAt: '2026-01-01T00:00:00Z',
  slug,
  title,
  blocks,
  ...more,
})
const documents = [
  page('home', 'Home', [{ _type: 'prose', heading: 'Welcome', text: block('Exclusive leads for agents.') }]),
  page('pricing', 'Pricing', [
    { _type: 'planGrid', heading: 'Verified Lead Rates', intro: block('One flat rate per lead.') },
    { _type: 'faq', heading: 'Questions' },
  ]),
  page(
    'hidden',
    'Hidden',
    [{ _type: 'prose', heading: 'Zebra', text: block('A zebra, not for everybody.') }],
    {
      noIndex: true,
    },
  ),
  {
    _id: 'q',
    _type: 'faqItem',
    question: 'Do credits expire?',
    answer: block('No. Bundle credits never expire.'),
  },
  { _id: 'assistant', _type: 'assistant', replies: { buy: 'We look for a castle for you.' } },
]
const shown = () => readShown(documents.filter((document) => '_updatedAt' in document))
const searchOf = (knowledge: () => Knowledge) =>
  createSiteSearch({ knowledge: async () => knowledge(), shown: async () => shown() } as unknown as Content)
const known = readKnowledge(documents)
const search = searchOf(() => known)
const paths = async (query: string) => (await search.find(query)).map(({ path }) => path)

test('one result for each page, with the passage that speaks of it', async () => {
  expect(await search.find('credits expire')).toEqual([
    {
      path: '/pricing',
      title: 'Pricing',
      heading: 'Do credits expire?',
      text: 'Bundle credits never expire.',
    },
  ])
})

test('beginnings of words and slips are understood', async () => {
  expect(await paths('exclus')).toEqual(['/'])
  expect((await paths('verifed'))[0]).toBe('/pricing')
})

test('nothing is found for words that say nothing, and what is kept out of search engines is kept out here', async () => {
  for (const query of ['', '   ', '!?', 'zebra', 'castle', 'x'.repeat(5000)])
    expect(await paths(query), query).toEqual([])
})

test('an address that leads nowhere is near the page that it names', async () => {
  const near = async (path: string) => (await search.near(path)).map((result) => result.path)
  expect((await near('/prices/Verified-Leads.html'))[0]).toBe('/pricing')
  expect(await near('/%E0%A4%A')).toEqual([])
})

test('new content is found at once', async () => {
  let knowledge = known
  const following = searchOf(() => knowledge)
  expect(await following.find('observatory')).toEqual([])
  knowledge = readKnowledge([
    ...documents.slice(1),
    page('home', 'Home', [{ _type: 'prose', heading: 'Our observatory', text: block('Look.') }]),
  ])
  expect((await following.find('observatory')).map(({ path }) => path)).toEqual(['/'])
})
