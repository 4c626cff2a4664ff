import { useToast } from '@sanity/ui/toast'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type DocumentActionComponent,
  useClient,
  useParseErrors,
  useSyncState,
  useValidationStatus,
} from 'sanity'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { publishQuestion, type Question, type Revision } from '#studio/publish/publish-question.ts'
import { publishWith } from '#studio/publish/transactions.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { errorMessage } from '#studio/ui/error-message.ts'
import { useAsyncAction } from '#studio/ui/use-async-action.ts'
import { nameOf } from '#studio/validation/references.ts'

/** Sanity (6.16) reports a revision as validated shortly before it removes the errors of the previous one. */
const SETTLED_MS = 500
const FAILURE = 'Nothing was published'

/** Wraps Sanity's Publish: waits until the last changes are saved and checked, then asks about warnings. */
export function confirmPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const ConfirmPublish: DocumentActionComponent = (props) => {
    const { id, type, published } = props
    const draft = props.draft as Revision | null
    const original = publish(props)
    const client = useClient({ apiVersion: API_VERSION })
    const toast = useToast()
    const { isSyncing } = useSyncState(id, type)
    const { isValidating, validation, revision } = useValidationStatus(draft?._id ?? id, type, true)
    const [pressed, setPressed] = useState(false)
    const [question, setQuestion] = useState<Question>()
    const { busy, run } = useAsyncAction(FAILURE)

    const reportFailure = useEffectEvent((description: string) => {
      setPressed(false)
      toast.push({ status: 'error', title: FAILURE, description })
    })
    const proceed = useEffectEvent((found: Question | undefined) => {
      setPressed(false)
      if (found) setQuestion(found)
      else original?.onHandle?.()
    })
    // An unparsable field is stored as empty, which may be valid.
    const hasParseError = Object.keys(useParseErrors()).length > 0
    const isInvalid = hasParseError || validation.some(({ level }) => level === 'error')
    const isReady = pressed && !isSyncing && !isValidating && revision === draft?._rev
    useEffect(() => {
      if (!isReady || !draft) return
      if (isInvalid) {
        const settled = setTimeout(
          () => reportFailure('Fix the errors that the form shows first.'),
          SETTLED_MS,
        )
        return () => clearTimeout(settled)
      }
      let isStale = false
      publishQuestion(client, draft, published as Revision | null, validation).then(
        (found) => !isStale && proceed(found),
        (error) => !isStale && reportFailure(errorMessage(error)),
      )
      return () => {
        isStale = true
      }
    }, [isReady, isInvalid, draft, published, validation, client])

    const reportClosed = useEffectEvent(() => {
      if (pressed && draft)
        reportFailure(`“${nameOf(draft)}” was closed before it was checked. Open it and press Publish again.`)
    })
    useEffect(() => () => reportClosed(), [])

    if (!original) return null
    return {
      ...original,
      ...(pressed && { label: isSyncing ? 'Saving…' : 'Checking…' }),
      onHandle() {
        commitField(document.activeElement)
        setPressed(true)
      },
      dialog: question
        ? {
            type: 'custom',
            component: (
              <PublishDialog
                question={question}
                header="Before this is published"
                confirm={question.warnings.length > 0 ? 'Publish anyway' : 'Publish with this'}
                busy={busy}
                onCancel={() => setQuestion(undefined)}
                onConfirm={async (answers) => {
                  await run(async () => {
                    await publishWith(client, question, answers)
                    toast.push({ status: 'success', title: 'The document was published' })
                  })
                  setQuestion(undefined)
                }}
              />
            ),
          }
        : original.dialog,
    }
  }
  ConfirmPublish.action = publish.action
  ConfirmPublish.displayName = 'ConfirmPublish'
  return ConfirmPublish
}

/** A date field stores its text on blur, which the keyboard shortcut of Publish does not cause. */
function commitField(field: Element | null) {
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
