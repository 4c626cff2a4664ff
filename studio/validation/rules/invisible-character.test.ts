import { expect, test } from 'vitest'
import { invisibleCharacter } from '#studio/validation/rules/invisible-character.ts'
import { findings, seeded } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  [{ phone: '\u202d+13025550142\u202c' }, ['phone'], 'at the beginning', '+13025550142'],
  [{ email: 'ann\u200b@a.example' }, ['email'], 'after “ann”', 'ann@a.example'],
  [
    { companyUrl: 'https://a.example/\u00adx' },
    ['companyUrl'],
    'after “https://a.example/”',
    'https://a.example/x',
  ],
  [{ slug: { current: 'pri\ufeffces' } }, ['slug', 'current'], 'after “pri”', 'prices'],
])('%j is refused, and can be corrected', (fields, path, place, value) => {
  expect(findings(invisibleCharacter, seeded('siteSettings', fields))).toEqual([
    expect.objectContaining({
      path,
      message: `There is an invisible character ${place}. Delete the text and type it again.`,
      fixes: [{ title: 'Remove the invisible character', path, value }],
    }),
  ])
})

test.each([
  { phone: '+13025550142' },
  { phone: 5 },
  { slug: null },
  { slug: '\u200b' },
  { brand: 'Key\u00adturn' },
])('%j is left alone', (fields) => {
  expect(findings(invisibleCharacter, seeded('siteSettings', fields))).toEqual([])
})
