import { expect, test } from 'vitest'
import { consentText } from '#studio/validation/rules/consent-text.ts'
import { findings, paragraphs, seeded } from '#studio/validation/rules/rules.test-support.ts'

const brand = { _key: 'b', _type: 'settingReference', setting: 'brand' }
const [first] = paragraphs('I agree to messages from ')
const consents = {
  sms: [{ ...first, children: [...first!.children, brand] }],
  marketing: paragraphs('I agree to offers.'),
  effectiveDate: '2026-01-01',
}
const published = seeded('siteSettings', { brand: 'Keyturn', consents })
const _id = 'versions.r1.siteSettings'
const changed = { ...consents, marketing: paragraphs('I agree to some offers.') }
const dated = { ...changed, effectiveDate: '2026-02-01' }
const kept = {
  _id: 'consent-version-2026-01-01',
  _type: 'consentVersion',
  until: '2026-02-01',
  sms: 'I agree to messages from Keyturn',
  marketing: 'I agree to offers.',
}

test.each([
  ['unchanged', {}, [], []],
  ['with a changed consent, as a draft', { consents: changed }, [], ['Publish asks from which date']],
  ['with another brand name, which a consent quotes', { brand: 'Turnkey' }, [], ['Publish asks']],
  ['in a release, changed only', { _id, consents: changed }, [], ['needs a new date', 'does not keep']],
  ['in a release, with a date', { _id, consents: dated }, [], ['does not keep the published one']],
  ['in a release, with all that it needs', { _id, consents: dated }, [kept], []],
  [
    'in a release that keeps another text',
    { _id, consents: dated },
    [{ ...kept, sms: '' }],
    ['does not keep'],
  ],
])('Settings %s', (_, fields, along, said) => {
  const found = findings(consentText, { ...published, ...fields }, { published, content: { kept: along } })
  expect(found.map(({ message }) => message)).toEqual(said.map((part) => expect.stringContaining(part)))
  if ('_id' in fields) for (const { level } of found) expect(level).toBe('error')
})
