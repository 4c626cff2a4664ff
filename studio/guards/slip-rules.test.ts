import { describe, expect, test } from 'vitest'
import type { Version } from '#studio/guards/overwritten.ts'
import { factsOf } from '#studio/publish/facts.ts'
import { datasetAfter } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { findingsOf } from '#studio/validation/rules.ts'
import { seedDataset, seedDocuments } from '#studio/validation/seed.test-support.ts'

const dataset = seedDataset()
const faq = (text: string, href?: string): StoredDocument => ({
  _id: 'f',
  _type: 'faqItem',
  question: 'Is there something new?',
  answer: [
    {
      _key: 'a',
      _type: 'block',
      children: [{ _key: 's', _type: 'span', text }],
      markDefs: href ? [{ _key: 'l', _type: 'textLink', href }] : [],
    },
  ],
})
const rules = (document: StoredDocument) => findingsOf(document, dataset).map(({ rule }) => rule)

test.each([
  ['Lorem ipsum dolor sit amet', true],
  ['TODO: the figures of May', true],
  ['Opening hours: TBD', true],
  ['Dear [your name here]', true],
  ['Dear {{firstName}}', true],
  ['Call xxx', true],
  ['Here is what is to do, and what we do.', false],
  ['A [sic] in brackets', false],
  ['The XXL house', false],
])('words that hold the place of others: “%s”: %s', (text, found) => {
  expect(rules(faq(text))).toEqual(found ? ['placeholder'] : [])
})

test.each([
  ['We promise **one agent** a lead.', '**one agent**'],
  [
    'See [our rules](https://elsewhere.example/rules?a=1), or',
    '[our rules](https://elsewhere.example/rules?a=1)',
  ],
  ['So:\n## What you get\n- A lead', '## What you get'],
  ['| Plan | Price |\n|---|:---:|\n| A | $1 |', '|---|:---:|'],
  ['From $98** on, and $71** for sellers. ** As of May', undefined],
  ['Leads (see https://elsewhere.example) [sic] (or #2 of 3) cost 2 * 3 | 4 *', undefined],
  ['# of leads', undefined],
  ['Those with (**) are net, and so are “**” there: (**), “**”', undefined],
])('signs of Markdown, which visitors would read: “%s”', (text, signs) => {
  const said = findingsOf(faq(text), dataset).map(({ message }) => message)
  expect(said).toEqual(signs ? [expect.stringContaining(`“${signs}” has signs`)] : [])
  expect(rules({ ...faq(''), question: text })).toEqual(signs ? ['markdown'] : [])
})

test.each([
  ['https://localhost:3000/pricing', false],
  ['https://192.168.1.4/', false],
  ['https://exmaple', false],
  ['https://https://elsewhere.example', false],
  ['https://nas.local/files', false],
  ['https://staging.elsewhere.example/', false],
  ['JavaScript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,Hello', false],
  ['file:///C:/prices.pdf', false],
  ['sms:+13025550142', true],
  ['/pricing', true],
  ['mailto:info elsewhere.example', false],
  ['mailto:info@elsewhere', false],
  ['tel:911-CALL', false],
  ['https://elsewhere.example/staging.html', true],
  ['https://web.dev/learn', true],
  ['https://dev.to/', true],
  ['mailto:info@elsewhere.example?subject=Your offer', true],
  ['mailto:info@elsewhere.example,no address', false],
  ['mailto:', false],
  ['mailto:?subject=Worth reading', true],
  ['mailto:info@elsewhere.example,press@elsewhere.example', true],
  ['tel:+1 (302) 555-0142', true],
  ['tel:+1%20302%20555%200142', true],
  ['tel:+13025550142;ext=5', true],
  ['tel:711', true],
  ['tel:+1302555014', false],
  ['tel:+1 (302) 555-01422', false],
  ['tel:+44 20 7946 0958', true],
])('an address that visitors reach: %s: %s', (href, fine) => {
  expect(rules(faq('See there.', href))).toEqual(fine ? [] : ['address-shape'])
})

test.each([
  ['Call 302-555-0142.', 'phone', true],
  ['Call +1 (302) 555 0142.', 'phone', true],
  ['Call (302) 555-0199.', 'phone', false],
  ['Write to Hello@keyturn.example.', 'e-mail', true],
  ['Write to press@keyturn.example.', 'e-mail', false],
])('%s (the %s of Settings: %s)', (text, _what, typed) => {
  const settings = { ...dataset.settings!, phone: '+13025550142', email: 'hello@keyturn.example' }
  expect(findingsOf(faq(text), { ...dataset, settings }).map(({ rule }) => rule)).toEqual(
    typed ? ['typed-contact'] : [],
  )
})

test('contact data that an import left as something else than a text take no document’s findings away', () => {
  const settings = {
    ...dataset.settings!,
    phone: 13025550142,
    email: { en: 'hello@keyturn.example' },
  } as never
  const found = findingsOf(faq('TODO: call 302-555-0142.'), { ...dataset, settings }).map(({ rule }) => rule)
  expect(found.sort()).toEqual(['placeholder', 'typed-contact'])
})

test.each(['a', '{{', '[your '])('100,000 times “%s” is looked through while somebody types', (text) => {
  const since = performance.now()
  rules(faq(text.repeat(100_000)))
  expect(performance.now() - since).toBeLessThan(2_000)
})

test('a year that is hardly meant, and an article of a day that is yet to come', () => {
  const article = seedDocuments().find(({ _type }) => _type === 'article')!
  const policy = seedDocuments().find(({ _type }) => _type === 'policy')!
  const nextYear = String(new Date().getFullYear() + 1)
  const found = (document: StoredDocument) => rules(document).filter((rule) => rule === 'unlikely-date')
  expect(found({ ...article, date: '2026-01-31' })).toEqual([])
  for (const date of ['0206-11-01', '2206-11-01', `${nextYear}-12-31`])
    expect(found({ ...article, date }), date).toEqual(['unlikely-date'])
  expect(found({ ...policy, effectiveDate: `${nextYear}-01-01` })).toEqual([])
  expect(found({ ...policy, effectiveDate: '2062-01-01' })).toEqual(['unlikely-date'])
  const day = `${nextYear}-06-01`
  expect(found({ ...article, date: day, showFrom: `${day}T12:00:00Z` })).toEqual([])
  expect(found({ ...article, date: day, showFrom: `${nextYear}-05-01T12:00:00Z` })).toEqual(['unlikely-date'])
})

describe('Publish asks', () => {
  const asks = (draft: StoredDocument, published?: StoredDocument) =>
    (factsOf(draft, published, { dataset, referring: [] })?.questions ?? []).map(({ text }) => text)
  const after = (...versions: Version[]) => ({
    dataset,
    after: datasetAfter(dataset, versions),
    referring: [],
  })

  test('about a slip, unless it is published already', () => {
    const slip = faq('TODO: the figures of May', 'https://localhost/')
    const both = [expect.stringContaining('“TODO”'), expect.stringContaining('“localhost”')]
    expect(asks(slip)).toEqual(both)
    expect(asks(slip, faq('The figures of May'))).toEqual(both)
    expect(asks({ ...slip, question: 'What is new?' }, slip)).toEqual([])
  })

  test('about a field that looks empty: a space in “Title in search results” took the title’s place', () => {
    const page = seedDocuments().find(({ _id }) => _id === 'page-about-us')!
    const seo = (title: string) => ({ ...page, seo: { ...(page.seo as object), title } })
    expect(asks(seo(' '), page)).toEqual([
      '“Search and sharing”: A field looks empty and holds a space: take it out.',
    ])
    expect(asks(seo(''), page)).toEqual([])
    expect(asks(seo('Who we are'), page)).toEqual([])
  })

  test('about a slip at another place than one that is published already, and once of two that read alike', () => {
    const [before, more] = ['a', 'b'].map((_key) => ({ ...(faq('TODO').answer as object[])[0], _key }))
    const published = { ...faq(''), answer: [before] }
    expect(asks({ ...published, answer: [before, more] }, published)).toHaveLength(1)
    expect(asks({ ...published, answer: [before, more] })).toHaveLength(1)
  })

  test('about an article of a day that is yet to come, unless it goes out then', () => {
    const article = seedDocuments().find(({ _type }) => _type === 'article')!
    const day = `${new Date().getFullYear() + 1}-06-01`
    const draft = { ...article, date: day }
    const said = [expect.stringContaining('This day is yet to come')]
    expect(asks(draft, article)).toEqual(said)
    expect(asks(draft, draft)).toEqual([])
    expect(asks({ ...draft, showFrom: `${day}T12:00:00Z` }, article)).toEqual([])
    const scheduled = { dataset, referring: [], publishAt: `${day}T12:00:00Z` }
    expect(factsOf(draft, article, scheduled)).toBeNull()
    expect(asks({ ...article, date: '2206-01-31' }, article)).toEqual([
      '“Date”: 2206-01-31: is the year right?',
    ])
  })

  test('about a link to what is not published, by its words, unless it goes out too', () => {
    const text = faq('See our guide.')
    const children = [
      { _key: 's', _type: 'span', text: 'See ', marks: [] },
      { _key: 't', _type: 'span', text: 'our ', marks: ['l'] },
      { _key: 'u', _type: 'span', text: 'guide', marks: ['l', 'em'] },
    ]
    const markDefs = [{ _key: 'l', _type: 'textLink', target: { _ref: 'page-guide' } }]
    const linked = { ...text, answer: [{ _key: 'a', _type: 'block', children, markDefs }] }
    expect(asks(linked, text)).toEqual([
      '“Answer”: “our guide” points at something that is not published, so visitors will not see it.',
    ])
    const guide = { _id: 'versions.r1.page-guide', _type: 'page', title: 'Guide', slug: { current: 'guide' } }
    const released = (...along: Version[]) => factsOf(linked, text, after(linked, ...along))
    expect(released(guide)).toBeNull()
    expect(released({ ...guide, _system: { delete: true } })?.questions).toHaveLength(1)
    const button = { label: 'Our prices', href: 'https://www.keyturn.example/prices' }
    const header = { _key: 'h', _type: 'pageHeader', buttons: [{ _key: 'b', _type: 'link', ...button }] }
    const page = { _id: 'p', _type: 'page', title: 'Page', slug: { current: 'p' }, blocks: [header] }
    expect(asks(page)).toEqual(['“Blocks”: Nothing stands at /prices of this site.'])
    const prices = { ...guide, slug: { current: 'prices' } }
    expect(factsOf(page, undefined, after(page, prices))).toBeNull()
    const redirect = {
      _id: 'versions.r1.r',
      _type: 'redirect',
      from: '/prices',
      target: { _ref: 'page-pricing' },
    }
    expect(factsOf(page, undefined, after(page, redirect))).toBeNull()
    const toItself = (link: object) => ({
      ...page,
      blocks: [{ ...header, buttons: [{ _key: 'b', ...link }] }],
    })
    expect(asks(toItself({ label: 'More', target: { _ref: 'p' } }))).toEqual([])
    expect(asks(toItself({ label: 'More', href: 'https://www.keyturn.example/p#more' }))).toEqual([])
  })

  test('and nothing breaks where an import left links of an odd form', () => {
    const odd = [
      null,
      { _key: 'l', _type: 'textLink', target: { _ref: 5 } },
      { _key: 'm', _type: 'textLink', target: 'page-guide' },
    ]
    const children = [null, { _key: 's', _type: 'span', text: 'x', marks: 5 }]
    const block = { _key: 'a', _type: 'block', children, markDefs: odd }
    expect(asks({ ...faq(''), answer: [block, { ...block, markDefs: 5, children: 5 }] })).toEqual([])
  })

  test('about two of a name that go out with the same release', () => {
    const [one, other] = ['one', 'other'].map((id) => ({ ...faq(''), _id: `versions.r1.${id}` }))
    expect(factsOf(one!, undefined, after(one!))).toBeNull()
    const { questions } = factsOf(one!, undefined, after(one!, other!))!
    expect(questions).toEqual([{ text: expect.stringContaining('The same question is there already') }])
  })

  test('about plans of one short name as a release leaves them: two may change theirs', () => {
    const plans = seedDocuments().filter(({ _id }) => ['plan-pro-closer', 'plan-elite-access'].includes(_id))
    const [one, other] = plans.map((plan, nth) => ({ ...plan, slug: plans[1 - nth]!.slug }))
    const facts = (...along: StoredDocument[]) => factsOf(one!, plans[0], after(one!, ...along))!
    const twin = { text: expect.stringContaining('has the same short name') }
    expect(facts().questions).toContainEqual(twin)
    expect(facts().refusal).toContain('would have the same short name')
    expect(facts(other!).questions).not.toContainEqual(twin)
    expect(facts(other!).refusal).toBeUndefined()
    const third = { ...other!, _id: 'versions.r1.new', slug: one!.slug }
    expect(facts(other!, third).refusal).toContain('would have the same short name')
  })

  test('about a consent to text messages that lacks what it has to say', () => {
    const settings = seedDocuments().find(({ _id }) => _id === 'siteSettings')!
    const { answer } = faq('I agree to text messages. Reply STOP to end them, HELP for help.')
    const draft = { ...settings, consents: { ...(settings.consents as object), sms: answer } }
    const short = faq(
      'Msg freq. varies. Msg & data rates may apply. Reply HELP for help, STOP to end.',
    ).answer
    expect(asks(settings, settings)).toEqual([])
    expect(asks({ ...settings, consents: { ...(settings.consents as object), sms: short } })).toEqual([])
    expect(asks(draft, settings)).toEqual([
      '“Consents of the contact form”: A consent to text messages has to say this too: that the frequency varies, that message and data rates may apply.',
    ])
  })
})
