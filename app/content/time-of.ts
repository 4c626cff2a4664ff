/** Days are UTC's, and so are other dates that name their zone. */
const ZONED = /^[\d-]+$|(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i

/**
 * The moment of a date as content or a host has it, epoch ms; NaN for what is none. One without a zone is UTC's: left to
 * `Date.parse`, the server would read another day than the browser that takes its page over.
 */
export const timeOf = (date: string): number =>
  Date.parse(ZONED.test(date) ? date : date + (/^\d{4}-/.test(date) ? 'Z' : ' UTC'))
