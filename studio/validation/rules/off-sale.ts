import { getPublishedId } from '@sanity/client/csm'
import { moment } from '#studio/schema/moment.ts'
import { listOfTexts } from '#studio/validation/references.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'

/** Warns when the dates of a plan take it off sale while texts quote it. */
export const offSale: Rule = {
  name: 'off-sale',
  title: 'Plans with dates that texts quote',
  help: 'A plan has “Show from” or “Show until”, and texts quote its price. Outside of these dates those texts say that the plan is not on sale. Change the texts or the dates.',
  level: 'warning',
  types: ['plan'],
  check(document, { content }) {
    const texts = listOfTexts(content, getPublishedId(document._id))
    if (!texts) return []
    const finding = (field: string, when: string): Finding[] => [
      {
        path: [field],
        message: `This plan is on sale only ${when} ${moment(String(document[field]))}. At other times the texts that quote it say that it is not on sale: ${texts}.`,
      },
    ]
    return [
      ...(Date.parse(String(document.showFrom)) > Date.now() ? finding('showFrom', 'from') : []),
      ...(document.showUntil ? finding('showUntil', 'until') : []),
    ]
  },
}
