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

const effectiveDate = '2026-02-01'
const changed = section('Within 20 days.')
const dated = { ...changed, effectiveDate }
const changedConsents = { ...consents, marketing: paragraphs('I agree to some offers.') }
const datedConsents = { consents: { ...changedConsents, effectiveDate } }

test.each([
  ['an unchanged policy', policy, {}, []],
  ['a policy with a changed text', policy, changed, ['Publish asks from which date']],
  ['a policy with another date only', policy, { effectiveDate }, ['Only the date changes, from 2026-01']],
  ['unchanged Settings', settings, {}, []],
  ['a changed consent', settings, { consents: changedConsents }, ['Publish asks from which']],
  ['another brand name, which a consent quotes', settings, { brand: 'Turnkey' }, ['Publish asks']],
])('a draft of %s', (_, published, fields, expected) => {
  const found = findings(legalText, { ...published, ...fields }, { published })
  expect(found.map(({ message }) => message)).toEqual(expected.map((part) => expect.stringContaining(part)))
})

const earlierTextUntil = (published: StoredDocument, until: string) =>
  earlierText(published, startingContent)!.versionUntil(until)
const earlierPolicy = earlierTextUntil(policy, effectiveDate)
const earlierConsents = earlierTextUntil(settings, effectiveDate)

test.each([
  ['without a new date', policy, changed, [], ['a new date after 2026-01-01', 'does not keep']],
  ['with an earlier date', policy, { ...changed, effectiveDate: '2025-12-31' }, [], ['a new', 'not keep']],
  ['with a date', policy, dated, [], ['does not keep']],
  ['with all that it needs', policy, dated, [earlierPolicy], []],
  [
    'that keeps the text until another date',
    policy,
    dated,
    [{ ...earlierPolicy, until: '2026-03-01' }],
    ['not keep'],
  ],
  ['that keeps another text', policy, dated, [{ ...earlierPolicy, title: 'Returns' }], ['does not keep']],
  ['with a dated consent', settings, datedConsents, [], ['does not keep the published one']],
  ['with all that a consent needs', settings, datedConsents, [earlierConsents], []],
  [
    'that keeps another consent',
    settings,
    datedConsents,
    [{ ...earlierConsents, sms: '' }],
    ['does not keep'],
  ],
])('a release %s', (_, published, fields, textsInRelease, expected) => {
  const document = { ...published, ...fields, _id: `versions.r1.${published._id}` }
  const found = findings(legalText, document, { published, content: { textsInRelease } })
  expect(found.map(({ message }) => message)).toEqual(expected.map((part) => expect.stringContaining(part)))
  for (const { level } of found) expect(level).toBe('error')
})

const scheduledTexts: PublishedContent['scheduledTexts'] = [
  { document: 'policy', release: 'r1', title: 'Spring' },
]

test.each([
  ['a changed policy', { ...policy, ...changed }, true],
  ['an unchanged policy', policy, false],
  ['the version that is scheduled', { ...policy, ...changed, _id: 'versions.r1.policy' }, false],
  ['a version in another release', { ...policy, ...changed, _id: 'versions.r2.policy' }, true],
])('%s while a scheduled release changes the same text is refused: %s', (_, document, isRefused) => {
  const found = findings(legalText, document, { published: policy, content: { scheduledTexts } })
  expect(found.some(({ message }) => message.includes('release “Spring”'))).toBe(isRefused)
})
