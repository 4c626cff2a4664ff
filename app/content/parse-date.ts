/**
 * Days as ISO 8601 writes them are UTC's. Others name their zone, a difference only behind a time (`03-09-2026` ends in a
 * year), and perhaps its name once more.
 */
const ZONED =
  /^\d{4}(?:-\d\d){0,2}$|(?:Z|GMT|UTC|:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d\d:?\d\d)(?: \([^()]*\))?$/i

/**
 * The moment of a date as content or a host has it, epoch ms; NaN for what is none. One without a zone is UTC's: left to
 * `Date.parse`, the server would read another day than the browser that takes its page over.
 */
export const timeOf = (date: string): number =>
  Date.parse(ZONED.test(date) ? date : date + (/^\d{4}-\d\d-\d\d\D/.test(date) ? 'Z' : ' UTC'))
