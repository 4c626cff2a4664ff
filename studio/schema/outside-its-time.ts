/** Why visitors don't see a published document at `now` (epoch ms); undefined where they do. */
export function outsideItsTime(
  { showFrom, showUntil }: Record<string, unknown>,
  now: number,
): { label: string; isOver: boolean } | undefined {
  if (typeof showFrom === 'string' && Date.parse(showFrom) > now)
    return { label: `Shows from ${moment(showFrom)}`, isOver: false }
  if (typeof showUntil === 'string' && Date.parse(showUntil) <= now)
    return { label: `Hidden since ${moment(showUntil)}`, isOver: true }
  return undefined
}

/** For a preview's `select`, beside what the line under the title is made of. */
export const SHOW_DATES = { showFrom: 'showFrom', showUntil: 'showUntil' }

/** The line under a title in a list: a green dot alone would say that visitors see it. */
export const listLine = <Usual>(dates: Record<string, unknown>, usual: Usual): Usual | string =>
  outsideItsTime(dates, Date.now())?.label ?? usual

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
