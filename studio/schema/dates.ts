/** A date and time (ISO) by the editor’s own clock, with the time zone; with the year if it isn't the current one. */
export const formatDateTime = (date: string) => {
  const at = new Date(date)
  return at.toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(at.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** The editor's local day as a date field stores it (YYYY-MM-DD): an evening in New York is already tomorrow in UTC. */
export const localDate = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
