import { defineField, type InitialValueResolverContext, type SortOrdering } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'

/** Where a document stands among those of its kind, in tens: a new one behind all that there are, drafts too. */
export const orderField = (type: string, title: string, what: string) =>
  defineField({
    name: 'order',
    title,
    type: 'number',
    description: `${what} stand in rising order: 10, 20, 30 …`,
    initialValue: (_: unknown, { getClient }: InitialValueResolverContext): Promise<number> =>
      raw(getClient({ apiVersion: API_VERSION })).fetch<number>(
        'coalesce(math::max(*[_type == $type].order), 0) + 10',
        { type },
      ),
    validation: (rule) => rule.required().integer(),
  })

/** A list of them may be sorted as the site does. */
export const BY_ORDER: SortOrdering = {
  name: 'onPage',
  title: 'As on the page',
  by: [{ field: 'order', direction: 'asc' }],
}
