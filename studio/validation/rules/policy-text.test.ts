import { expect, test } from 'vitest'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { policyText } from '#studio/validation/rules/policy-text.ts'
import { findings, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const quote = { _key: 'q', _type: 'priceReference', show: 'price', plan: { _ref: 'plan-pro-closer' } }
const [first] = paragraphs('A bundle costs ')
const intro = [{ ...first, children: [...first!.children, quote] }]
const published: StoredDocument = {
  _id: 'policy',
  _type: 'policy',
  title: 'Refunds',
  effectiveDate: '2026-01-01',
  intro,
  sections: [{ _key: 's', title: 'When', body: paragraphs('Within 30 days.') }],
}
const changed = { sections: [{ _key: 's', title: 'When', body: paragraphs('Within 20 days.') }] }
const inRelease = { ...changed, _id: 'versions.r1.policy' }
const kept = {
  ...published,
  _id: 'policy-version-2026-01-01',
  _type: 'policyVersion',
  policy: { _ref: 'policy' },
  until: '2026-02-01',
  intro: paragraphs('A bundle costs $999'),
}

test.each([
  ['unchanged', {}, [], []],
  ['with a changed text, as a draft', changed, [], ['Publish asks from which date']],
  [
    'with another date only',
    { effectiveDate: '2026-02-01' },
    [],
    ['Only the date changes, from 2026-01-01 to'],
  ],
  ['in a release, changed only', inRelease, [], ['needs a new date', 'does not keep the published one']],
  ['in a release, with a date', { ...inRelease, effectiveDate: '2026-02-01' }, [], ['does not keep']],
  [
    'in a release, with an earlier date',
    { ...inRelease, effectiveDate: '2025-12-31' },
    [{ ...kept, until: '2025-12-31' }],
    ['a new date after 2026-01-01'],
  ],
  ['in a release, with all that it needs', { ...inRelease, effectiveDate: '2026-02-01' }, [kept], []],
  [
    'in a release that keeps the text until another date',
    { ...inRelease, effectiveDate: '2026-03-01' },
    [kept],
    ['does not keep'],
  ],
  [
    'in a release that keeps another text',
    { ...inRelease, effectiveDate: '2026-02-01' },
    [{ ...kept, title: 'Returns' }],
    ['does not keep'],
  ],
])('a policy %s', (_, fields, along, said) => {
  const found = findings(policyText, { ...published, ...fields }, { published, content: { kept: along } })
  expect(found.map(({ message }) => message)).toEqual(said.map((part) => expect.stringContaining(part)))
  // In a release no acknowledgement takes the place of the date and the kept text.
  if ('_id' in fields) for (const { level } of found) expect(level).toBe('error')
})

test('a new policy replaces no text', () => {
  expect(findings(policyText, published)).toEqual([])
})
