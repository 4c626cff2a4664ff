import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { guardPublish } from '#studio/publish/guard-publish.tsx'
import { guardRemoval } from '#studio/publish/guard-removal.tsx'
import { guardSchedule } from '#studio/publish/guard-schedule.ts'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/schema/document-kinds.ts'

/** One for each original: React keeps its state by it. */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/**
 * What an editor can do with a document. Settings and assistant exist once: they can be edited and published, not copied,
 * taken down or deleted. Earlier texts are evidence: nothing can be done with them.
 */
export function guardedActions(
  actions: DocumentActionComponent[],
  { schemaType, versionType }: Pick<DocumentActionsContext, 'schemaType' | 'versionType'>,
): DocumentActionComponent[] {
  if (KEPT_VERSIONS.includes(schemaType)) return []
  return actions
    .filter(
      ({ action = '' }) =>
        !SINGLETONS.includes(schemaType) ||
        !['delete', 'duplicate', 'unpublish', 'unpublishVersion'].includes(action),
    )
    .map((action) => {
      const known = guarded.get(action) ?? guard(action, versionType === 'scheduled-draft')
      guarded.set(action, known)
      return known
    })
}

function guard(action: DocumentActionComponent, isScheduled: boolean): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
      // “Publish now” sends a release out, which is asked about: the draft beside it is another text.
      return isScheduled ? guardSchedule(action) : guardPublish(action)
    case 'schedule':
      return guardSchedule(action)
    case 'delete':
    case 'unpublish':
      return guardRemoval(action, action.action)
    default:
      return action
  }
}
