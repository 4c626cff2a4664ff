import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { readKnowledge } from '#app/content/knowledge.ts'
import { readPassages, textReader } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'

const span = (text: string) => ({ _type: 'span', text })
const block = (text: string, more: object = {}) => ({ _type: 'block', children: [span(text)], ...more })
const document = (_type: string, slug: string, more: object = {}) => ({ _id: slug, _type, slug, ...more })
const page = (slug: string, title: string, blocks: object[], more: object = {}) =>
  document('page', slug, { title, blocks, ...more })
const read = (documents: object[]) => readKnowledge(documents)
/** What is said, and where, as `heading | context | lines`. */
const said = async (documents: object[]) =>
  (await read(documents)).passages
    .filter(({ kind }) => kind !== 'contact')
    .map(({ heading, context, lines }) =>
      [heading, context, lines.map(({ text }) => text).join(' ')].join(' | '),
    )

const PLAN = { _id: 'gold', _type: 'plan', title: 'Gold', kind: 'rate', price: 1234 }
const SETTINGS = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  brand: 'Keyturn',
  email: 'hello@keyturn.example',
  phone: '+13025550142',
  planWords: { unavailable: 'ask us' },
}

describe('a page', () => {
  test('is read by its parts, each with what stands above it; the name of the front page says nothing', async () => {
    const parts = [
      {
        _type: 'cards',
        heading: 'Our work',
        text: [block('We work.')],
        items: [{ _type: 'card', title: 'Speed', text: 'Quick.', image: { _type: 'image', alt: 'A clock' } }],
      },
    ]
    expect(await said([page('about', 'About', parts)])).toEqual([
      'Our work | About | We work.',
      'Speed | About Our work | Quick.',
    ])
    expect((await said([page('home', 'Home', parts)]))[0]).toBe('Our work |  | We work.')
  })

  test('has figures with what they count, and partners by name', async () => {
    const figures = [
      { _type: 'figure', label: 'closings', value: '4K+' },
      { _type: 'figure', value: '1' },
    ]
    const blocks = [
      { _type: 'numbers', heading: 'Numbers', figures },
      { _type: 'partners', heading: 'Partners' },
    ]
    const partners = ['Ann', 'Ben'].map((name) => document('partner', name, { name }))
    expect(await said([page('about', 'About', blocks), ...partners])).toEqual([
      'Numbers | About | 4K+ closings',
      'Partners | About | Our partners: Ann, Ben.',
    ])
  })

  test('of which nothing is said gives nothing; one without a title is called by its address, one without that is none', async () => {
    const blocks = [{ _type: 'prose', heading: 'Empty' }]
    const untitled = { ...page('untitled', '', [{ _type: 'prose', text: 'Said.' }]), noIndex: true }
    const { passages, paths, unlisted } = await read([
      page('about', 'About', blocks),
      untitled,
      page('', 'Lost', []),
    ])
    expect(passages.map(({ source, path }) => [source, path])).toEqual([['untitled', '/untitled']])
    expect([[...paths], [...unlisted]]).toEqual([['/about', '/untitled'], ['/untitled']])
  })
})

test('a policy is read from its intro on', async () => {
  const policy = document('policy', 'refund-policy', {
    title: 'Refunds',
    intro: [block('In short.')],
    sections: [{ _type: 'section', heading: 'Who', body: [block('Agents.')] }],
  })
  expect(await said([policy])).toEqual(['Refunds |  | In short.', 'Who | Refunds | Agents.'])
})

test('figures and contact data stand where they are quoted, in words of Settings where a plan is none any more', async () => {
  const quote = (id: string) => ({ _type: 'priceReference', show: 'price', plan: { _ref: id } })
  const children = [
    span('It is '),
    quote('gold'),
    span(', or '),
    quote('gone'),
    span(', at '),
    { _type: 'settingReference', setting: 'brand' },
  ]
  const text = [{ _type: 'block', children }]
  const documents = [PLAN, SETTINGS, page('about', 'About', [{ _type: 'prose', heading: 'Sums', text }])]
  expect(await said(documents)).toEqual(['Sums | About | It is $1,234, or ask us, at Keyturn'])
})

test('the items of a list know what leads into it', async () => {
  const body = [
    block('Two sentences. We need:'),
    block('time', { listItem: 'bullet' }),
    block('money', { listItem: 'bullet' }),
    block('That is all.'),
  ]
  expect(textReader((await read([SETTINGS])).settings, []).linesOf(body)).toEqual([
    { text: 'Two sentences.' },
    { text: 'We need:' },
    { text: 'time', listOf: 'We need:' },
    { text: 'money', listOf: 'We need:' },
    { text: 'That is all.' },
  ])
})

test('an item of a list says once that a plan is not on sale', async () => {
  const quote = { _type: 'priceReference', plan: { _ref: 'no-more' } }
  const children = [span('Edge: '), quote, span(' buys '), { ...quote, show: 'credit' }, span('.')]
  const { settings } = await read([SETTINGS])
  expect(textReader(settings, []).linesOf([block('', { listItem: 'bullet', children })])).toEqual([
    { text: 'Edge: ask us.', listOf: '' },
  ])
})

test('an article is read from its description on, by its headings', async () => {
  const body = [block('First.'), block('Later', { style: 'h2' }), block('Second.')]
  const article = {
    _id: 'a',
    title: 'Speed',
    slug: 'speed',
    description: 'In short.',
    body,
  } as unknown as Article
  const passages = textReader((await read([SETTINGS])).settings, []).readArticle(article)
  expect(passages.map(({ heading, context, lines }) => [heading, context, lines[0]?.text])).toEqual([
    ['Speed', '', 'In short.'],
    ['Speed', 'Speed', 'First.'],
    ['Later', 'Speed', 'Second.'],
  ])
})

describe('where to go', () => {
  const faq = (id: string) => document('faqItem', id, { question: `${id}?`, answer: [block('Yes.')] })
  const pathsOf = async (documents: object[]) =>
    (await read(documents)).passages.filter(({ kind }) => kind === 'faq').map(({ path }) => path)
  const picked = page('picked', 'Picked', [{ _type: 'faq', items: [{ _ref: 'q2' }] }])

  test('a question stands where all stand, or where it was picked, or near the prices', async () => {
    const all = page('help', 'Help', [{ _type: 'faq' }])
    const prices = page('rates', 'Rates', [{ _type: 'planGrid' }])
    const questions = [faq('q1'), faq('q2')]
    expect(await pathsOf([...questions, picked, all])).toEqual(['/help', '/help'])
    expect(await pathsOf([...questions, picked, prices])).toEqual(['/rates', '/picked'])
    expect(await pathsOf([...questions, picked])).toEqual(['/pricing', '/picked'])
  })

  test('enquiries have the page with the form, by which contact data and replies are sourced', async () => {
    const form = page('talk', 'Talk', [{ _type: 'contactForm' }])
    const replies = document('assistant', 'assistant', { replies: { buy: 'We look for you.', sell: '' } })
    const { passages, contactPath, email, phone } = await read([SETTINGS, form, replies])
    expect([contactPath, email, phone]).toEqual(['/talk', 'hello@keyturn.example', '(302) 555-0142'])
    expect(passages.map(({ kind, source, path, lines }) => [kind, source, path, lines[0]?.text])).toEqual([
      ['contact', 'Talk', '/talk', 'You can call Keyturn at (302) 555-0142.'],
      ['reply', '', '/talk', 'We look for you.'],
    ])
    expect((await read([])).contactPath).toBe('/contact-us')
  })
})

test('what an import has left in a plan’s words counts as not filled in: its price is known all the same', async () => {
  expect((await read([{ ...PLAN, summary: 7, features: 'none' }])).plans).toMatchObject([
    { title: 'Gold', price: 1234, cap: null, credit: null, summary: '', features: [] },
  ])
})

test('pages are not searched anew for each question', async () => {
  const readsWith = async (questions: number) => {
    let reads = 0
    const listing = {
      ...document('page', 'help'),
      get blocks() {
        reads++
        return [{ _type: 'faq', items: [{ _ref: 'q1' }] }]
      },
    }
    const faq = Array.from({ length: questions }, (_, n) =>
      document('faqItem', `q${n}`, { question: `${n}?` }),
    )
    await readPassages([listing, ...faq], [])
    return reads
  }
  expect(await readsWith(200)).toBe(await readsWith(2))
})

test('others are answered while much is read', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 6))
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await nextTurn()
  })()
  await read(Array.from({ length: 40 }, (_, n) => page(`p${n}`, `Page ${n}`, [])))
  isOver = true
  await others
  clock.mockRestore()
  expect(turns).toBeGreaterThan(10)
})
