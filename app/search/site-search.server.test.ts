import { expect, test } from 'vitest'
import type { Knowledge } from '#app/content/knowledge.ts'
import { readKnowledge } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'
import { createSerialQueue } from '#app/platform/serial-queue.ts'
import { MAX_QUERY_CHARS } from '#app/search/query-limit.ts'
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
    { noIndex: true },
  ),
  page('contact-us', 'Contact Us', [{ _type: 'contactForm', heading: 'Get In Touch' }]),
  {
    _id: 'q',
    _type: 'faqItem',
    question: 'Do credits expire?',
    answer: block('No. Bundle credits never expire.'),
  },
  { _id: 'assistant', _type: 'assistant', replies: { buy: 'We look for a castle for you.' } },
]
const searchOf = (knowledge: () => Knowledge, articles: () => Article[] = () => NO_ARTICLES) =>
  createSiteSearch({ knowledge: async () => knowledge() }, async () => articles(), createSerialQueue())
const NO_ARTICLES: Article[] = []
const siteKnowledge = readKnowledge(documents)
const search = searchOf(() => siteKnowledge)
const paths = async (query: string) => (await search.find(query)).map(({ path }) => path)

test('a page is one result, with the best matching passage', async () => {
  expect(await search.find('credits expire')).toEqual([
    {
      path: '/pricing',
      title: 'Pricing',
      heading: 'Do credits expire?',
      text: 'Bundle credits never expire.',
    },
  ])
  expect(await search.find('credits expire, lead rates')).toMatchObject([
    { path: '/pricing', heading: 'Do credits expire?' },
    { path: '/' },
  ])
})

test('a long excerpt ends between two words, a long list after twelve pages', async () => {
  const words = block(`The observatory ${'of many words '.repeat(30)}`)
  const pages = Array.from({ length: 20 }, (_, n) =>
    page(`page-${n}`, `Page ${n}`, [{ _type: 'prose', heading: `Part ${n}`, text: words }]),
  )
  const many = readKnowledge(pages)
  const found = await searchOf(() => many).find('observatory')
  expect(found).toHaveLength(12)
  for (const { text } of found) {
    expect(text).toMatch(/^The observatory of .*(of|many|words) …$/)
    expect(text.length).toBeLessThan(185)
  }
})

test('prefixes, inflections and typos match', async () => {
  for (const query of ['verify', 'verifies', 'rating', 'exclusively', 'expiring', 'welcoming'])
    expect((await paths(query)).length, query).toBeGreaterThan(0)
  expect(await paths('exclus')).toEqual(['/'])
  expect((await paths('verifed'))[0]).toBe('/pricing')
})

/** A text, and queries that visitors type for it. */
const SPELLINGS = {
  'A follow-up call.': 'followup,follow up,follow-ups,FOLLOW\u2010UP,followups',
  'Every real estate team.': 'realestate,real-estate,Real  Estate',
  'Choose ZIP codes.': 'zipcode,zip-code,zipcodes,Zip Code',
  'An open house on Sunday.': 'openhouse,open-houses',
  'Our voicemail answers.': 'voice mail,voice-mail',
  'Send an e-mail.': 'email,e mail,emails',
  'That is $1,499 at once.': '$1499,1499,1.499 dollars,$1.499,1 499,1499.00,1499usd',
  'Worth $1.5M.': '1500000,1.5 million,$1.5m',
  'From $2,500 on.': '$2.5k,2.5 thousand,2500',
  'Reply within two hours.': '2 hours,2-hour,two hours',
  'Ready in 24 hours.': 'twenty-four hours,twenty four hours,24hrs',
  'A three-way call.': 'threeway,3-way,3 way',
  'Call (302) 555-0142.': '3025550142,302.555.0142,+13025550142,1 302 555 0142,555-0142',
  'Write to hello@keyturn.example.': 'hello@keyturn.example,HELLO@KEYTURN.EXAMPLE',
  'It is the agent\u2019s résumé.': "agent's resume,agents resume,r\u00e9sum\u00e9s",
  'They don\u2019t mind.': "don't mind,dont mind",
}

test('other spellings match: compounds, amounts, numbers, accents', async () => {
  const pages = Object.keys(SPELLINGS).map((text, n) => page(`p${n}`, 'A page', [{ _type: 'prose', text }]))
  const knowledge = readKnowledge(pages)
  const found = searchOf(() => knowledge)
  for (const [text, typed] of Object.entries(SPELLINGS))
    for (const query of typed.split(',')) expect((await found.find(query))[0]?.text, query).toBe(text)
})

test('a compound matches only adjacent words, a number only itself', async () => {
  const texts = ['A car for a pet.', '$1,490 or $499.']
  const knowledge = readKnowledge([page('p', 'A page', [{ _type: 'prose', text: texts.join(' ') }])])
  const found = searchOf(() => knowledge)
  for (const query of ['carpet', '1499', '$149']) expect(await found.find(query), query).toEqual([])
})

test('prices match as visitors see them, quoted or on a card', async () => {
  const plan = {
    _id: 'b',
    _type: 'plan',
    title: 'Bundle',
    kind: 'bundle',
    price: 1499,
    credit: 1750,
    cap: 200_000,
  }
  const quote = { _type: 'priceReference', show: 'saving', plan: { _ref: 'b' } }
  const text = [{ _type: 'block', children: [{ _type: 'span', text: 'You save ' }, quote] }]
  const prose = page('offer', 'Offer', [{ _type: 'prose', heading: 'Offer', text }])
  const knowledge = readKnowledge([...documents, plan, prose])
  const found = searchOf(() => knowledge)
  for (const [query, ...paths] of [
    ['1499', '/pricing'],
    ['1.750 dollars', '/pricing'],
    ['$200,000', '/pricing'],
    ['$251', '/offer', '/pricing'],
  ])
    expect((await found.find(query!)).map(({ path }) => path).sort(), query).toEqual(paths)
})

test('empty queries and hidden pages have no results', async () => {
  const late = `${' '.repeat(MAX_QUERY_CHARS)}credits expire`
  for (const query of ['', '!?', 'zebra', 'castle', late]) expect(await paths(query), query).toEqual([])
})

test('a missing address suggests similar pages', async () => {
  const similarPaths = async (path: string) => (await search.similar(path)).map((result) => result.path)
  expect((await similarPaths('/prices/Verified-Leads.html'))[0]).toBe('/pricing')
  expect((await similarPaths('/VERIFIED+LEAD+RATES'))[0]).toBe('/pricing')
  expect(await similarPaths('/%E0%A4%A')).toEqual([])
})

test('new content is found in the next search', async () => {
  let knowledge = siteKnowledge
  const search = searchOf(() => knowledge)
  expect(await search.find('observatory')).toEqual([])
  knowledge = readKnowledge([
    ...documents.slice(1),
    page('home', 'Home', [{ _type: 'prose', heading: 'Our observatory', text: block('Look.') }]),
  ])
  expect((await search.find('observatory')).map(({ path }) => path)).toEqual(['/'])
})

const article = (slug: string, text: string, more: object = {}) =>
  ({
    _id: slug,
    slug,
    title: `On ${slug}`,
    description: null,
    body: [
      { ...block('First.')[0], style: 'normal' },
      { ...block(text)[0], style: 'normal' },
    ],
    seo: null,
    ...more,
  }) as unknown as Article

test('changed, hidden and deleted articles are found accordingly', async () => {
  let articles = [article('kept', 'A zeppelin.'), article('changing', 'An armadillo.')]
  const search = searchOf(
    () => siteKnowledge,
    () => articles,
  )
  const foundBy = async (query: string) => (await search.find(query)).map(({ path }) => path)
  expect(await foundBy('armadillo')).toEqual(['/resources/changing'])
  articles = [articles[0]!, article('changing', 'A pangolin.')]
  expect([await foundBy('armadillo'), await foundBy('pangolin')]).toEqual([[], ['/resources/changing']])
  articles = [articles[0]!, article('changing', 'A pangolin.', { seo: { noIndex: true } })]
  expect([await foundBy('pangolin'), await foundBy('zeppelin')]).toEqual([[], ['/resources/kept']])
  articles = []
  expect(await foundBy('zeppelin')).toEqual([])
})
