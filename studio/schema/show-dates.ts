import { type ConditionalPropertyCallback, type CustomValidator, defineField } from 'sanity'
import { formatDateTime } from '#studio/schema/dates.ts'
import { isFrontPage } from '#studio/validation/published-content.ts'

type DateValidator = CustomValidator<string | undefined>

/** The front page must always be shown. Its fields appear only to remove a pasted date. */
const isHidden: ConditionalPropertyCallback = ({ document, value }) => isFrontPage(document) && !value
const isNotFrontPage: DateValidator = (date, { document }) =>
  !date || !isFrontPage(document) || 'The front page is always shown. Empty this field.'

const isAfterStart: DateValidator = (until, { document: { showFrom } = {} as never }) =>
  !until ||
  typeof showFrom !== 'string' ||
  Date.parse(until) > Date.parse(showFrom) ||
  'This is before “Show from”, so it would never be shown. Choose a later time.'

/** The fields "Show from" and "Show until". `subject` completes "visitors don't see …"; `group` is a field group. */
export function showDates(subject: string, group?: string) {
  const field = { type: 'datetime', group, fieldset: 'time', hidden: isHidden } as const
  const isAhead: DateValidator = (until) =>
    !until ||
    Date.parse(until) > Date.now() ||
    `This time has passed, so visitors don’t see ${subject}. Delete the date to show it again.`
  return [
    defineField({
      ...field,
      name: 'showFrom',
      title: 'Show from',
      description: `Publish now: until this time visitors don’t see ${subject}. Empty: they do as soon as it is published.`,
      validation: (rule) => rule.custom(isNotFrontPage),
    }),
    defineField({
      ...field,
      name: 'showUntil',
      title: 'Show until',
      description: `From this time on visitors don’t see ${subject}. Empty: it has no end.`,
      validation: (rule) => [
        rule.custom(isNotFrontPage),
        rule.custom(isAfterStart),
        rule.custom(isAhead).warning(),
      ],
    }),
  ]
}

export const showDatesFieldset = {
  name: 'time',
  title: 'When it is shown',
  options: { collapsible: true, collapsed: true },
}

/** Says why visitors don't see a published document at `now` (epoch ms); undefined if they see it. */
export function hiddenBySchedule({ showFrom, showUntil }: Record<string, unknown>, now: number) {
  if (typeof showFrom === 'string' && Date.parse(showFrom) > now)
    return `Shows from ${formatDateTime(showFrom)}`
  if (typeof showUntil === 'string' && Date.parse(showUntil) <= now)
    return `Hidden since ${formatDateTime(showUntil)}`
  return undefined
}

/** The fields that a preview selects for `subtitleWithSchedule`. */
export const SHOW_DATES = { showFrom: 'showFrom', showUntil: 'showUntil' }

/** The subtitle of a list item. It says when a document is hidden, although the Studio's green dot means published. */
export const subtitleWithSchedule = <Subtitle>(
  dates: Record<string, unknown>,
  subtitle: Subtitle,
): Subtitle | string => hiddenBySchedule(dates, Date.now()) ?? subtitle
