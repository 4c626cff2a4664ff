import { formatDateTime } from '#studio/schema/dates.ts'

/** Why visitors don't see a published document at `now` (epoch ms); undefined where they do. */
export function hiddenBySchedule({ showFrom, showUntil }: Record<string, unknown>, now: number) {
  if (typeof showFrom === 'string' && Date.parse(showFrom) > now)
    return `Shows from ${formatDateTime(showFrom)}`
  if (typeof showUntil === 'string' && Date.parse(showUntil) <= now)
    return `Hidden since ${formatDateTime(showUntil)}`
  return undefined
}

/** For the `select` of a preview whose subtitle is `subtitleWithSchedule`. */
export const SHOW_DATES = { showFrom: 'showFrom', showUntil: 'showUntil' }

/** The subtitle in a list. It says when a published document is hidden, because the Studio's green dot alone says that it is live. */
export const subtitleWithSchedule = <Usual>(dates: Record<string, unknown>, usual: Usual): Usual | string =>
  hiddenBySchedule(dates, Date.now()) ?? usual
