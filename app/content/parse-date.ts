/** Dates with a time zone, and ISO 8601 days, which are UTC. An offset follows a time: `03-09-2026` has none. */
const ZONED =
  /^\d{4}(?:-\d\d){0,2}$|(?:Z|GMT|UTC|:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d\d:?\d\d)(?: \([^()]*\))?$/i

/** Parses a date to epoch ms, NaN if invalid. Without a time zone it is UTC, so that server and browser show the same day. */
export const parseDate = (date: string): number =>
  Date.parse(ZONED.test(date) ? date : date + (/^\d{4}-\d\d-\d\d\D/.test(date) ? 'Z' : ' UTC'))
