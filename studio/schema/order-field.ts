import { defineField, type InitialValueResolverContext, type SortOrdering } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'

/** A field for the position in a list, in tens. A new document comes last. */
export const orderField = (type: string, title: string, items: string) =>
  defineField({
    name: 'order',
    title,
    type: 'number',
    description: `The site sorts the ${items} by this number: 10, 20, 30 …`,
    initialValue: (_: unknown, { getClient }: InitialValueResolverContext): Promise<number> =>
      raw(getClient({ apiVersion: API_VERSION })).fetch<number>(
        'coalesce(math::max(*[_type == $type].order), 0) + 10',
        { type },
      ),
    validation: (rule) => rule.required().integer(),
  })

/** The site's order, for lists in the Studio. */
export const BY_ORDER: SortOrdering = {
  name: 'onPage',
  title: 'As on the site',
  by: [{ field: 'order', direction: 'asc' }],
}
