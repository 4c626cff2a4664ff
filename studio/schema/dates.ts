/** Formats an ISO time in the editor's time zone, with the year if it isn't the current one. */
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
