import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { confirmPublish } from '#studio/publish/publish-action.tsx'
import { confirmRemoval } from '#studio/publish/removal-action.tsx'
import { confirmSchedule, requireValid } from '#studio/publish/schedule-action.tsx'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/validation/document-kinds.ts'

/** Each of Sanity's actions has one component, because React would lose the state of a new one. */
const confirmed = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/** The actions of a document. Settings and assistant exist once. Earlier texts are evidence, so they have no actions. */
export function documentActions(
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
      const known = confirmed.get(action) ?? confirm(action, versionType === 'scheduled-draft')
      confirmed.set(action, known)
      return known
    })
}

function confirm(action: DocumentActionComponent, isScheduledDraft: boolean): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
      return isScheduledDraft ? requireValid(action) : confirmPublish(action)
    case 'schedule':
      // The same component for drafts and scheduled drafts.
      return confirmSchedule(requireValid(action))
    case 'delete':
    case 'unpublish':
    case 'unpublishVersion':
      return confirmRemoval(action, action.action)
    default:
      return action
  }
}
