import { defineField } from 'sanity'

const HINT = 'Publish now; the site does the rest by itself, on time.'

/** "Show from" and "Show until": a published document appears and disappears by itself. `group` as the document's fields. */
export const showDates = (what: string, group?: string) => [
  defineField({
    name: 'showFrom',
    title: 'Show from',
    type: 'datetime',
    ...(group && { group }),
    description: `Before this time visitors don’t see ${what}. ${HINT} Empty: from the moment it is published.`,
    fieldset: 'time',
    hidden: isFrontPage,
  }),
  defineField({
    name: 'showUntil',
    title: 'Show until',
    type: 'datetime',
    ...(group && { group }),
    description: `From this time on visitors no longer see ${what}. Empty: for good.`,
    fieldset: 'time',
    hidden: isFrontPage,
    validation: (rule) =>
      rule.custom((until, { document }) => {
        const from = document?.showFrom
        if (typeof until !== 'string') return true
        if (typeof from === 'string' && Date.parse(until) <= Date.parse(from))
          return 'This is before “Show from”: visitors would never see it.'
        return true
      }),
  }),
]

/** The fieldset that holds them. */
export const showDatesFieldset = {
  name: 'time',
  title: 'When it is shown',
  options: { collapsible: true, collapsed: true, columns: 2 },
}

/** A site has a front page at all times. */
const isFrontPage = ({ document }: { document?: { _type?: string; slug?: unknown } | undefined }): boolean =>
  document?._type === 'page' && (document.slug as { current?: string } | undefined)?.current === 'home'
