import { expect, test } from 'vitest'
import { readKnowledge, textReader } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'

const span = (text: string) => ({ _type: 'span', text })
const block = (text: string, fields: object = {}) => ({ _type: 'block', children: [span(text)], ...fields })
const document = (_type: string, slug: string, fields: object = {}) => ({ _id: slug, _type, slug, ...fields })
const page = (slug: string, title: string, blocks: object[]) => document('page', slug, { title, blocks })
/** Each passage as `heading | context | lines`. */
const passagesOf = (documents: object[]) =>
  readKnowledge(documents)
    .passages.filter(({ kind }) => kind !== 'contact')
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
const reader = textReader(readKnowledge([SETTINGS]).settings, [])

test('a page is split into its parts, each with the headings above it', () => {
  const parts = [
    {
      _type: 'cards',
      heading: 'Our work',
      text: [block('We work.')],
      items: [{ _type: 'card', title: 'Speed', text: 'Quick.', image: { _type: 'image', alt: 'A clock' } }],
    },
  ]
  expect(passagesOf([page('about', 'About', parts)])).toEqual([
    'Our work | About | We work.',
    'Speed | About Our work | Quick.',
  ])
  expect(passagesOf([page('home', 'Home', parts)])[0], '"Home" is no subject').toBe('Our work |  | We work.')
})

test('a page contains its figures with labels and its partners by name', () => {
  const figures = [
    { _type: 'figure', label: 'closings', value: '4K+' },
    { _type: 'figure', value: '1' },
  ]
  const blocks = [
    { _type: 'numbers', heading: 'Numbers', figures },
    { _type: 'partners', heading: 'Partners' },
  ]
  const partners = ['Ann', 'Ben'].map((name) => document('partner', name, { name }))
  expect(passagesOf([page('about', 'About', blocks), ...partners])).toEqual([
    'Numbers | About | 4K+ closings',
    'Partners | About | Our partners: Ann, Ben.',
  ])
})

test('quotes become their values, or a text of Settings for a plan that is no longer on sale', () => {
  const quote = (id: string) => ({ _type: 'priceReference', show: 'price', plan: { _ref: id } })
  const brand = { _type: 'settingReference', setting: 'brand' }
  const children = [span('It is '), quote('gold'), span(', or '), quote('deleted'), span(', at '), brand]
  const blocks = [{ _type: 'prose', heading: 'Sums', text: [{ _type: 'block', children }] }]
  expect(passagesOf([PLAN, SETTINGS, page('about', 'About', blocks)])).toEqual([
    'Sums | About | It is $1,234, or ask us, at Keyturn',
  ])
})

test('a list item knows the sentence before its list', () => {
  const body = [
    block('Two sentences. We need:'),
    block('time', { listItem: 'bullet' }),
    block('That is all.'),
  ]
  expect(reader.linesOf(body)).toEqual([
    { text: 'Two sentences.' },
    { text: 'We need:' },
    { text: 'time', listOf: 'We need:' },
    { text: 'That is all.' },
  ])
})

test('an article is split into its description and headings', () => {
  const body = [block('First.'), block('Later', { style: 'h2' }), block('Second.')]
  const article = { _id: 'a', title: 'Speed', slug: 'speed', description: 'In short.', body }
  const passages = reader.readArticle(article as unknown as Article)
  expect(passages.map(({ heading, context, lines }) => [heading, context, lines[0]?.text])).toEqual([
    ['Speed', '', 'In short.'],
    ['Speed', 'Speed', 'First.'],
    ['Later', 'Speed', 'Second.'],
  ])
})

test('a question links to the page of all questions, else to a page that selects it, else to the prices', () => {
  const faq = (id: string) => document('faqItem', id, { question: `${id}?`, answer: [block('Yes.')] })
  const questions = [faq('q1'), faq('q2')]
  const paths = (...pages: object[]) =>
    readKnowledge([...questions, ...pages])
      .passages.filter(({ kind }) => kind === 'faq')
      .map(({ path }) => path)
  const selecting = page('selected', 'Selected', [{ _type: 'faq', items: [{ _ref: 'q2' }] }])
  expect(paths(selecting, page('help', 'Help', [{ _type: 'faq' }]))).toEqual(['/help', '/help'])
  expect(paths(selecting, page('rates', 'Rates', [{ _type: 'planGrid' }]))).toEqual(['/rates', '/selected'])
  expect(paths(selecting)).toEqual(['/pricing', '/selected'])
})

test('contact data and replies link to the page with the form', () => {
  const form = page('talk', 'Talk', [{ _type: 'contactForm' }])
  const replies = document('assistant', 'assistant', { replies: { buy: 'We look for you.', sell: '' } })
  const { passages, contactPath, email, phone } = readKnowledge([SETTINGS, form, replies])
  expect([contactPath, email, phone]).toEqual(['/talk', 'hello@keyturn.example', '(302) 555-0142'])
  expect(passages.map(({ kind, source, path, lines }) => [kind, source, path, lines[0]?.text])).toEqual([
    ['contact', 'Talk', '/talk', 'You can call Keyturn at (302) 555-0142.'],
    ['reply', '', '/talk', 'We look for you.'],
  ])
})

test('invalid texts of a plan do not hide its price', () => {
  expect(readKnowledge([{ ...PLAN, summary: 7, features: 'none' }]).plans).toMatchObject([
    { title: 'Gold', price: 1234, cap: null, credit: null, summary: '', features: [] },
  ])
})
