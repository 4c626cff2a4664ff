import type { Rule } from '#studio/validation/rule.ts'

const FIRST_YEAR = 2000
const MAX_YEARS_AHEAD = 1
const DATE_FIELDS: Record<string, string> = { article: 'date', policy: 'effectiveDate' }

/** Warns about a date with what looks like a mistyped year. */
export const unlikelyDate: Rule = {
  name: 'unlikely-date',
  title: 'Dates with an unlikely year',
  help: 'The date of an article or policy is before 2000 or more than a year ahead. Check the year for a typing mistake.',
  level: 'warning',
  types: Object.keys(DATE_FIELDS),
  check(document) {
    const field = DATE_FIELDS[document._type]!
    const date = document[field]
    if (typeof date !== 'string') return []
    const year = Number(date.slice(0, 4))
    if (year >= FIRST_YEAR && year - new Date().getFullYear() <= MAX_YEARS_AHEAD) return []
    return [{ path: [field], message: `The year of ${date} is unlikely. Check it for a typing mistake.` }]
  },
}
