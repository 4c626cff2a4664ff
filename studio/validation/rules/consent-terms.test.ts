import { expect, test } from 'vitest'
import { consentTerms } from '#studio/validation/rules/consent-terms.ts'
import { findings, paragraphs, seeded } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  ['Msg freq. varies. Msg & data rates may apply. Reply HELP for help, STOP to end.', undefined],
  ['Reply STOP to end, HELP for help.', 'that the frequency varies, that message and data rates may apply'],
  ['Msg frequency varies. Msg & data rates may apply. Reply to stop.', 'STOP, HELP'],
  [undefined, undefined],
])('%s', (text, value) => {
  const settings = seeded('siteSettings', { consents: text ? { sms: paragraphs(text) } : {} })
  expect(findings(consentTerms, settings)).toEqual(
    value ? [expect.objectContaining({ path: ['consents', 'sms'], value })] : [],
  )
})
