import { expect, test } from 'vitest'
import type { StoredDocument } from '#studio/validation/document.ts'
import { earlierText } from '#studio/validation/earlier-text.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import { legalText } from '#studio/validation/rules/legal-text.ts'
import { findings, paragraphs, seeded, startingContent } from '#studio/validation/rules/rules.test-support.ts'

const [first] = paragraphs('A bundle costs ')
const withQuote = (quote: object) => [{ ...first, children: [...first!.children, { _key: 'q', ...quote }] }]
const section = (text: string) => ({ sections: [{ _key: 's', title: 'When', body: paragraphs(text) }] })

const policy: StoredDocument = {
  _id: 'policy',
  _type: 'policy',
  title: 'Refunds',
  slug: { current: 'refunds' },
  effectiveDate: '2026-01-01',
  intro: withQuote({ _type: 'priceReference', show: 'price', plan: { _ref: 'plan-pro-closer' } }),
  ...section('Within 30 days.'),
}
const consents = {
  sms: withQuote({ _type: 'settingReference', setting: 'brand' }),
  marketing: paragraphs('I agree to offers.'),
  effectiveDate: '2026-01-01',
}
const settings = seeded('siteSettings', { brand: 'Keyturn', consents })
const changedConsents = { ...consents, marketing: paragraphs('I agree to some offers.') }

const changed = section('Within 20 days.')
const effectiveDate = '2026-02-01'
const keptUntil = (published: StoredDocument, until: string) =>
  earlierText(published, startingContent)!.versionUntil(until)
const inRelease = ({ _id }: StoredDocument) => ({ _id: `versions.r1.${_id}` })

test.each([
  ['a policy, unchanged', policy, {}, [], []],
  ['a policy with a changed text, as a draft', policy, changed, [], ['Publish asks from which date']],
  ['a policy with another date only', policy, { effectiveDate }, [], ['Only the date changes, from 2026-01']],
  ['Settings, unchanged', settings, {}, [], []],
  ['a changed consent, as a draft', settings, { consents: changedConsents }, [], ['Publish asks from which']],
  ['another brand name, which a consent quotes', settings, { brand: 'Turnkey' }, [], ['Publish asks']],
])('%s', (_, published, fields, kept, said) => {
  const found = findings(legalText, { ...published, ...fields }, { published, content: { kept } })
  expect(found.map(({ message }) => message)).toEqual(said.map((part) => expect.stringContaining(part)))
})

const dated = { ...changed, effectiveDate }
const datedConsents = { consents: { ...changedConsents, effectiveDate } }
const kept = keptUntil(policy, effectiveDate)
const keptConsents = keptUntil(settings, effectiveDate)

// In a release no acknowledgement takes the place of the date and the kept text.
test.each([
  ['changed only', policy, changed, [], ['a new date after 2026-01-01', 'does not keep the published one']],
  ['with a date', policy, dated, [], ['does not keep']],
  ['with an earlier date', policy, { ...changed, effectiveDate: '2025-12-31' }, [], ['a new', 'not keep']],
  ['with all that it needs', policy, dated, [kept], []],
  ['that keeps the text until another date', policy, dated, [{ ...kept, until: '2026-03-01' }], ['not keep']],
  ['that keeps another text', policy, dated, [{ ...kept, title: 'Returns' }], ['does not keep']],
  ['with a changed consent', settings, { consents: changedConsents }, [], ['a new date', 'does not keep']],
  ['with a dated consent', settings, datedConsents, [], ['does not keep the published one']],
  ['with all that a consent needs', settings, datedConsents, [keptConsents], []],
  ['that keeps another consent', settings, datedConsents, [{ ...keptConsents, sms: '' }], ['does not keep']],
])('a release %s', (_, published, fields, along, said) => {
  const document = { ...published, ...fields, ...inRelease(published) }
  const found = findings(legalText, document, { published, content: { kept: along } })
  expect(found.map(({ message }) => message)).toEqual(said.map((part) => expect.stringContaining(part)))
  for (const { level } of found) expect(level).toBe('error')
})

test('a new policy replaces no text', () => {
  expect(findings(legalText, policy)).toEqual([])
})

type Scheduled = PublishedContent['scheduledTexts']
const scheduled = (document: string): Scheduled => [{ document, release: 'r1', title: 'Spring' }]

test.each<[string, StoredDocument, object, Scheduled, boolean]>([
  ['a changed policy', policy, changed, scheduled('policy'), true],
  ['an unchanged policy', policy, {}, scheduled('policy'), false],
  ['a changed policy beside another scheduled one', policy, changed, scheduled('other'), false],
  ['the version that is scheduled', policy, { ...changed, ...inRelease(policy) }, scheduled('policy'), false],
  ['a version elsewhere', policy, { ...changed, _id: 'versions.r2.policy' }, scheduled('policy'), true],
  ['changed consents', settings, { consents: changedConsents }, scheduled('siteSettings'), true],
])('%s while a release is scheduled', (_, published, fields, scheduledTexts, isRefused) => {
  const found = findings(legalText, { ...published, ...fields }, { published, content: { scheduledTexts } })
  expect(found.some(({ level, message }) => level === 'error' && message.includes('release “Spring”'))).toBe(
    isRefused,
  )
})
