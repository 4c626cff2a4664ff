/** A date and time (ISO) as the editor’s own clock has it, with its zone; the year where it is not this one. */
export const moment = (date: string) => {
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
