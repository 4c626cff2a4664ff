import type { DocumentActionComponent } from 'sanity'
import { guardPublish } from '#studio/guards/actions/guard-publish.tsx'
import { guardRemoval } from '#studio/guards/actions/guard-removal.tsx'
import { guardSchedule } from '#studio/guards/actions/guard-schedule.ts'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/schema/document-kinds.ts'

/** One for each original: React keeps its state by it. */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

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
      const known = guarded.get(action) ?? guard(action)
      guarded.set(action, known)
      return known
    })
}

function guard(action: DocumentActionComponent): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
      return guardPublish(action)
    case 'schedule':
      return guardSchedule(action)
    case 'delete':
    case 'unpublish':
      return guardRemoval(action, action.action)
    default:
      return action
  }
}
