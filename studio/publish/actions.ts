import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { confirmPublish } from '#studio/publish/publish-action.tsx'
import { confirmRemoval } from '#studio/publish/removal-action.tsx'
import { confirmSchedule, requireValid } from '#studio/publish/schedule-action.tsx'
import { EARLIER_VERSIONS, SINGLETONS } from '#studio/validation/document-kinds.ts'

/** One component per action of Sanity, because React would reset the state of a new component. */
const wrapped = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/** Returns the actions of a document. Settings and assistant exist once. Earlier texts are evidence, so they have none. */
export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType, versionType }: Pick<DocumentActionsContext, 'schemaType' | 'versionType'>,
): DocumentActionComponent[] {
  if (EARLIER_VERSIONS.includes(schemaType)) return []
  return actions
    .filter(
      ({ action = '' }) =>
        !SINGLETONS.includes(schemaType) ||
        !['delete', 'duplicate', 'unpublish', 'unpublishVersion'].includes(action),
    )
    .map((action) => {
      const component = wrapped.get(action) ?? wrap(action, versionType === 'scheduled-draft')
      wrapped.set(action, component)
      return component
    })
}

function wrap(action: DocumentActionComponent, isScheduledDraft: boolean): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
      return isScheduledDraft ? requireValid(action) : confirmPublish(action)
    case 'schedule':
      // Drafts and scheduled drafts share this component.
      return confirmSchedule(requireValid(action))
    case 'delete':
    case 'unpublish':
    case 'unpublishVersion':
      return confirmRemoval(action, action.action)
    default:
      return action
  }
}
