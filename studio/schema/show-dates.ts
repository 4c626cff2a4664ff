import { type ConditionalPropertyCallback, type CustomValidator, defineField } from 'sanity'
import { DateTimeInput } from '#studio/schema/objects/date-time-input.tsx'
import { isFrontPage } from '#studio/validation/published-content.ts'

const HINT = 'Publish now; the site does the rest by itself, on time.'

/** A site has its front page at all times. A date that came there by pasting a whole document can be seen, and taken out. */
const isNone: ConditionalPropertyCallback = ({ document, value }) => isFrontPage(document) && !value
const notOfFrontPage: CustomValidator<string | undefined> = (date, { document }) =>
  !date || !isFrontPage(document) || 'The front page is there at all times: empty this.'

/** "Show from" and "Show until": a published document appears and disappears by itself. `group` as the document's fields. */
export const showDates = (what: string, group?: string) => [
  defineField({
    name: 'showFrom',
    title: 'Show from',
    type: 'datetime',
    components: { input: DateTimeInput },
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
    components: { input: DateTimeInput },
    ...(group && { group }),
    description: `From this time on visitors no longer see ${what}. Empty: for good.`,
    fieldset: 'time',
    hidden: isNone,
    validation: (rule) => [
      rule.custom(notOfFrontPage),
      rule.custom((until, { document }) => {
        const from = document?.showFrom
        if (typeof until !== 'string') return true
        if (typeof from === 'string' && Date.parse(until) <= Date.parse(from))
          return 'This is before “Show from”: visitors would never see it.'
        return true
      }),
      rule
        .custom<string>(
          (until) =>
            !until ||
            Date.parse(until) > Date.now() ||
            `This has passed: visitors don’t see ${what} any more.`,
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
