/** The editor's local day as a date field stores it (YYYY-MM-DD): an evening in New York is already tomorrow in UTC. */
export const localDate = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
