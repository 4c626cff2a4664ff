import { formatDateTime } from '#studio/schema/dates.ts'

/** Why visitors don't see a published document at `now` (epoch ms); undefined where they do. */
export function hiddenBySchedule(
  { showFrom, showUntil }: Record<string, unknown>,
  now: number,
): { label: string; isOver: boolean } | undefined {
  if (typeof showFrom === 'string' && Date.parse(showFrom) > now)
    return { label: `Shows from ${formatDateTime(showFrom)}`, isOver: false }
  if (typeof showUntil === 'string' && Date.parse(showUntil) <= now)
    return { label: `Hidden since ${formatDateTime(showUntil)}`, isOver: true }
  return undefined
}

/** For a preview's `select`, beside what the line under the title is made of. */
export const SHOW_DATES = { showFrom: 'showFrom', showUntil: 'showUntil' }

/** The line under a title in a list: a green dot alone would say that visitors see it. */
export const subtitleWithSchedule = <Usual>(dates: Record<string, unknown>, usual: Usual): Usual | string =>
  hiddenBySchedule(dates, Date.now())?.label ?? usual
