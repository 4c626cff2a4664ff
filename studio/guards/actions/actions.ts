import type { DocumentActionComponent } from 'sanity'
import { guardPublish } from '#studio/guards/actions/guard-publish.tsx'
import { guardRemoval } from '#studio/guards/actions/guard-removal.tsx'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/schema/document-kinds.ts'

/**
 * What an editor can do with a document. Settings and assistant exist once: they can be edited and published, not copied,
 * taken down or deleted. Earlier texts are evidence: nothing can be done with them.
 */
export function guardedActions(
  actions: DocumentActionComponent[],
  schemaType: string,
): DocumentActionComponent[] {
  if (KEPT_VERSIONS.includes(schemaType)) return []
  return actions
    .filter(
      ({ action = '' }) =>
        !SINGLETONS.includes(schemaType) ||
        !['delete', 'duplicate', 'unpublish', 'unpublishVersion'].includes(action),
    )
    .map((action) => {
      if (action.action === 'publish') return guardPublish(action)
      if (action.action === 'delete' || action.action === 'unpublish')
        return guardRemoval(action, action.action)
      return action
    })
}
