import { defineField } from 'sanity'
import { isFrontPage } from '#studio/guards/dataset.ts'
import { MomentInput } from '#studio/schema/objects/moment-input.tsx'

const HINT = 'Publish now; the site does the rest by itself, on time.'

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
    hidden: ({ document }) => isFrontPage(document), // a site has one at all times
  }),
  defineField({
    name: 'showUntil',
    title: 'Show until',
    type: 'datetime',
    components: { input: MomentInput },
    ...(group && { group }),
    description: `From this time on visitors no longer see ${what}. Empty: for good.`,
    fieldset: 'time',
    hidden: ({ document }) => isFrontPage(document), // a site has one at all times
    validation: (rule) => [
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
