import { expect, test } from 'vitest'
import { changedNames, lackingNew, leftBehind, logosLeft, namesOf } from '#studio/guards/left-behind.ts'
import { nameOf } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

const seed = seedDocuments()
const stored = (id: string): StoredDocument => structuredClone(seed.find(({ _id }) => _id === id)!)
const draftOf = (id: string, change: object): StoredDocument => ({
  ...stored(id),
  ...change,
  _id: `drafts.${id}`,
})
const article = (description: string, more: object = {}): StoredDocument => ({
  _id: 'a',
  _type: 'article',
  title: 'New',
  description,
  ...more,
})
const asked = (id: string, change: object, text: StoredDocument) =>
  leftBehind(changedNames(draftOf(id, change), stored(id)), [text]).map((question) => question.text)

test('texts that name a plan by what it was called are asked about', () => {
  const rename = (title: string, says: string) => asked('plan-pro-closer', { title }, article(says))
  expect(rename('Sure Closer', 'A pro  closer bundle')).toEqual([
    'These texts have “Pro Closer” typed into them, and do not follow: change it there too.',
  ])
  expect(rename('Pro Closer Plus', 'The Pro Closer Plus')).toEqual([])
  expect(rename('Pro Closer Plus', 'The Pro Closer Plus, once Pro Closer')).toHaveLength(1)
  expect(rename('PRO Closer', 'A pro closer bundle')).toEqual([])
  expect(rename('Sure Closer', 'Be a pro: closers know')).toEqual([])
  expect(rename('Pro', 'A Pro Closer bundle')).toHaveLength(1)
  expect(rename(' Pro Closer', 'A Pro Closer bundle')).toEqual([])
  const names = changedNames(
    draftOf('plan-hot-seller-lead', { title: 'Ready Seller Lead' }),
    stored('plan-hot-seller-lead'),
  )
  expect(leftBehind(names, seed)[0]!.places!.map(({ document }) => nameOf(document))).toEqual(
    expect.arrayContaining(['What does each lead cost?']),
  )
})

test('another plan that has the name within its own is not taken for it', () => {
  const plus = { ...stored('plan-elite-access'), title: 'Pro Closer Plus', summary: '' }
  const texts = [plus, article('Take Pro Closer  Plus')]
  const renamed = changedNames(
    draftOf('plan-pro-closer', { title: 'Sure Closer' }),
    stored('plan-pro-closer'),
  )
  expect(leftBehind(renamed, texts)).toEqual([])
  expect(leftBehind(namesOf(stored('plan-pro-closer')), texts, true)).toEqual([])
  const both = article('Take Pro Closer, or Pro Closer Plus')
  expect(leftBehind(renamed, [stored('plan-pro-closer'), plus, both])[0]!.places).toContainEqual(
    expect.objectContaining({ document: both }),
  )
})

test('a plan that is called by the brand too is asked about with it', () => {
  const plan = { ...stored('plan-pro-closer'), title: 'Keyturn Plus', summary: '' }
  const names = changedNames(draftOf('siteSettings', { brand: 'Doorkey' }), stored('siteSettings'))
  expect(leftBehind(names, [plan])).toHaveLength(1)
})

test('a name may hold any sign', () => {
  const odd = 'All-In: 24/7 (A+B) [new]^2 $1.50 \\ {x}|?*'
  const plan = { ...stored('plan-pro-closer'), title: odd }
  const names = changedNames({ ...plan, title: 'Sure - or not?' }, plan)
  expect(leftBehind(names, [article(`Take ${odd} today`)])).toHaveLength(1)
  expect(leftBehind(names, [article('Take All-In today')])).toEqual([])
})

test.each([
  ['brand', 'Doorkey', 'Ask Keyturn.', true],
  ['brand', 'Doorkey', 'Write to hello@keyturn.example.', false],
  ['email', 'hi@doorkey.example', 'Write to Hello@Keyturn.example.', true],
  ['email', 'hi@doorkey.example', 'Write to press@keyturn.example.', false],
  ['phone', '+13025550199', 'Call (302) 555-0142.', true],
  ['phone', '+13025550199', 'Call 302.555.0143.', false],
  ['companyUrl', 'https://www.doorkey.example', 'See www.keyturn.example/faq.', true],
  ['companyUrl', 'https://www.doorkey.example', 'See Keyturn.example.', true],
  ['companyUrl', 'https://keyturn.example', 'See www.keyturn.example.', false],
  ['companyUrl', 'https://www.doorkey.example', 'Write to hello@keyturn.example.', false],
])('texts that have the earlier %s typed into them: %s, “%s”', (field, now, says, found) => {
  expect(asked('siteSettings', { [field]: now }, article(says))).toHaveLength(found ? 1 : 0)
})

test('a typed link, the earlier street, and Settings themselves are looked at; what was so then is not', () => {
  const link = { _type: 'link', label: 'Mail', href: 'mailto:hello@keyturn.example' }
  expect(asked('siteSettings', { email: 'hi@doorkey.example' }, article('', { body: [link] }))).toHaveLength(
    1,
  )
  const { address } = stored('siteSettings') as unknown as { address: { street: string } }
  const moved = { address: { ...address, street: '1 Elm Street' } }
  expect(asked('siteSettings', moved, article(`Come to ${address.street}!`))).toHaveLength(1)
  const earlier = { ...article('Ask Keyturn.'), _type: 'policyVersion' }
  expect(asked('siteSettings', { brand: 'Doorkey' }, earlier)).toEqual([])
  const settings = draftOf('siteSettings', { brand: 'Doorkey', description: 'Keyturn finds sellers.' })
  expect(leftBehind(changedNames(settings, stored('siteSettings')), [settings])).toHaveLength(1)
  // What stands on the site as it starts quotes all of it.
  const all = { brand: 'Doorkey', email: 'hi@doorkey.example', phone: '+13025550199', ...moved }
  expect(
    leftBehind(
      changedNames(draftOf('siteSettings', all), stored('siteSettings')),
      seed.filter(({ _type }) => _type !== 'siteSettings'),
    ),
  ).toEqual([])
})

test('a new brand name is asked about while a logo is the earlier picture', () => {
  const settings = stored('siteSettings')
  const [logo, another] = ['image-a-316x64-svg', 'image-b-316x64-svg'].map((_ref) => ({ asset: { _ref } }))
  const before = { ...settings, logo, logoLight: undefined }
  expect(logosLeft({ ...before, brand: 'Doorkey' }, before)).toHaveLength(1)
  expect(logosLeft({ ...before, brand: 'Doorkey', logo: another }, before)).toEqual([])
  expect(logosLeft({ ...before, phone: '+13025550199' }, before)).toEqual([])
})

test('a plan that is gone goes on being named', () => {
  expect(leftBehind(namesOf(stored('plan-pro-closer')), [article('From Pro Closer up')], true)).toEqual([
    {
      text: 'These texts have “Pro Closer” typed into them, and go on naming it.',
      places: [expect.objectContaining({ path: ['description'] })],
    },
  ])
})

test('texts that quote every other plan of its kind lack a new one', () => {
  const luxury = { _id: 'drafts.plan-luxury', _type: 'plan', kind: 'rate', title: 'Luxury Seller Lead' }
  const ids = new Set<string>(seed.map(({ _id }) => _id))
  const lacking = (documents: StoredDocument[]) =>
    lackingNew(luxury, documents, ids).map(({ text, places }) => [
      text,
      ...places!.map(({ document }) => nameOf(document)),
    ])
  expect(lacking(seed)).toEqual([
    [
      'These texts quote every other lead rate, and would lack this one: add it there too.',
      'What does each lead cost?',
      'Terms and Conditions: Lead Fee Agreement',
    ],
  ])
  const quote = { _type: 'priceReference', plan: { _ref: 'plan-luxury' }, show: 'price' }
  const added = seed.map((document) =>
    nameOf(document) === 'What does each lead cost?' ? { ...document, more: [quote] } : document,
  )
  expect(lacking(added)[0]).not.toContain('What does each lead cost?')
  expect(lackingNew({ ...luxury, kind: 'bundle' }, seed, ids)[0]!.text).toContain(
    'every other prepaid bundle',
  )
  expect(lackingNew(article(''), seed, ids)).toEqual([])
})
