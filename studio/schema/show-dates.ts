import { type ConditionalPropertyCallback, type CustomValidator, defineField } from 'sanity'
import { MomentInput } from '#studio/schema/objects/moment-input.tsx'
import { isFrontPage } from '#studio/validation/published-content.ts'

const HINT = 'Publish now; the site follows the date by itself.'

/** The front page is always shown. A date that was pasted there with a whole document is visible and can be deleted. */
const isNone: ConditionalPropertyCallback = ({ document, value }) => isFrontPage(document) && !value
const notOfFrontPage: CustomValidator<string | undefined> = (date, { document }) =>
  !date || !isFrontPage(document) || 'The front page is always shown. Delete this date.'

/** "Show from" and "Show until": a published document appears and disappears by itself. `group` as the document's fields. */
export const showDates = (what: string, group?: string) => [
  defineField({
    name: 'showFrom',
    title: 'Show from',
    type: 'datetime',
    components: { input: MomentInput },
    ...(group && { group }),
    description: `Before this time visitors don’t see ${what}. ${HINT} Empty: from the moment it is published.`,
    fieldset: 'time',
    hidden: isNone,
    validation: (rule) => rule.custom(notOfFrontPage),
  }),
  defineField({
    name: 'showUntil',
    title: 'Show until',
    type: 'datetime',
    components: { input: MomentInput },
    ...(group && { group }),
    description: `From this time on visitors no longer see ${what}. Empty: no end.`,
    fieldset: 'time',
    hidden: isNone,
    validation: (rule) => [
      rule.custom(notOfFrontPage),
      rule.custom((until, { document }) => {
        const from = document?.showFrom
        if (typeof until !== 'string') return true
        if (typeof from === 'string' && Date.parse(until) <= Date.parse(from))
          return 'This is before “Show from”, so visitors would never see it. Choose a later time.'
        return true
      }),
      rule
        .custom<string>(
          (until) =>
            !until ||
            Date.parse(until) > Date.now() ||
            `This time has passed, so visitors no longer see ${what}. Delete the date to show it again.`,
        )
        .warning(),
    ],
  }),
]

/** The fieldset that holds them. */
export const showDatesFieldset = {
  name: 'time',
  title: 'When it is shown',
  options: { collapsible: true, collapsed: true },
}
