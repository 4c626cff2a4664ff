/** Dates with a zone, and ISO 8601 days, which are UTC. An offset must follow a time: `03-09-2026` ends in a year. */
const ZONED =
  /^\d{4}(?:-\d\d){0,2}$|(?:Z|GMT|UTC|:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d\d:?\d\d)(?: \([^()]*\))?$/i

/**
 * Parses a date to epoch ms, NaN if invalid. Without a zone it is UTC: otherwise server and browser would show different
 * days.
 */
export const timeOf = (date: string): number =>
  Date.parse(ZONED.test(date) ? date : date + (/^\d{4}-\d\d-\d\d\D/.test(date) ? 'Z' : ' UTC'))
