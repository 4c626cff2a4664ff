import type { Rule } from '#studio/validation/rule.ts'
import { blockText } from '#studio/validation/walk.ts'
import { consentsOf } from '#studio/validation/wording.ts'

/** The terms that carriers require in a consent to text messages. */
const REQUIRED: [string, RegExp][] = [
  ['STOP', /\bSTOP\b/],
  ['HELP', /\bHELP\b/],
  ['that the frequency varies', /freq/i],
  ['that message and data rates may apply', /rates/i],
]

/** Warns about a consent to text messages without the terms that carriers require. */
export const consentTerms: Rule = {
  name: 'consent-terms',
  title: 'Consents that lack required words',
  help: 'Carriers require that a consent to text messages names STOP and HELP, and says that the frequency varies and that message and data rates may apply. Add what is missing under Settings, Consents.',
  level: 'warning',
  blocksReleases: true,
  types: ['siteSettings'],
  check(document) {
    const { sms } = consentsOf(document)
    if (!Array.isArray(sms) || sms.length === 0) return []
    const text = sms.map(blockText).join(' ')
    const missing = REQUIRED.filter(([, pattern]) => !pattern.test(text)).map(([term]) => term)
    if (missing.length === 0) return []
    const list = missing.join(', ')
    return [
      {
        path: ['consents', 'sms'],
        message: `A consent to text messages must also say: ${list}.`,
        value: list,
      },
    ]
  },
}
