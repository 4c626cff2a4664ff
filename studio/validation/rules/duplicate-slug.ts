import { getPublishedId } from '@sanity/client/csm'
import { ADDRESSED, pathOf, slugOf } from '#studio/validation/published-content.ts'
import { documentsAt } from '#studio/validation/redirect-routes.ts'
import type { Rule } from '#studio/validation/rule.ts'
import { normalizePath } from '../../../app/content/normalize-path.ts'

/** Refuses the address of another page, and the short name of another plan. */
export const duplicateSlug: Rule = {
  name: 'duplicate-slug',
  title: 'Addresses and short names that are taken',
  help: 'Two pages, policies or articles have the same address, or two plans the same short name. Visitors would find only one of them. Give one of the two another address.',
  level: 'error',
  types: [...ADDRESSED, 'plan'],
  check(document, { content: { addresses, plans } }) {
    const { _type } = document
    const slug = slugOf(document)
    if (!slug) return []
    const path = pathOf({ _type, slug })!
    const same =
      _type === 'plan'
        ? plans.filter((plan) => plan.slug === slug)
        : documentsAt(addresses, normalizePath(path))
    const other = same.find(({ _id }) => _id !== getPublishedId(document._id))
    if (!other) return []
    const message =
      _type === 'plan'
        ? `“${other.title}” has the same short name, so a visitor who chooses one may pay for the other. Choose another short name.`
        : `“${other.title}” is already at ${path}. Choose another address.`
    return [{ path: ['slug'], message, value: slug }]
  },
}
