/** Returns the editor's local day (YYYY-MM-DD), which may differ from the day in UTC. */
export const localDate = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
