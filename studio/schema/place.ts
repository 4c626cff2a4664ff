import type { InitialValueResolverContext } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'

/** The place of a new document, in tens: behind all that there are of its kind, drafts too. */
export const behindAll =
  (type: string) =>
  (_: unknown, { getClient }: InitialValueResolverContext): Promise<number> =>
    getClient({ apiVersion: API_VERSION })
      .withConfig({ perspective: 'raw' })
      .fetch<number>('coalesce(math::max(*[_type == $type].order), 0) + 10', { type })
