import { useToast } from '@sanity/ui/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DocumentActionComponent,
  useClient,
  useParseErrors,
  useSyncState,
  useValidationStatus,
} from 'sanity'
import { Once } from '#studio/publish/once.tsx'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { publishQuestion, type Question, type Revision } from '#studio/publish/publish-question.ts'
import { publishWith } from '#studio/publish/transactions.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { reasonOf } from '#studio/ui/error-message.ts'
import { useAttempt } from '#studio/ui/use-async-action.ts'
import { nameOf } from '#studio/validation/references.ts'

const PATIENCE_MS = 60_000
/** Sanity (6.16) reports a new revision as checked a moment before its errors are replaced. */
const SETTLED_MS = 500
const FAILURE = 'Nothing was published'
const NOT_SAVED = 'The last changes are not saved yet. Press Publish again once they are.'
const NOT_CHECKED = 'The document is still being checked. Press Publish again in a moment.'
const INVALID = 'Fix the errors that the form shows first.'

/** Sanity's Publish. It waits until the last changes are saved and checked, then asks where there are warnings. */
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
    const { busy, attempt } = useAttempt(FAILURE)
    const pressedAt = useRef<Element>(null)
    const shownBy = useRef<string>(undefined)

    const refuse = useEffectEvent((description: string) => {
      setPressed(false)
      toast.push({ status: 'error', title: FAILURE, description })
    })
    const proceed = useEffectEvent((asked: Question | undefined) => {
      setPressed(false)
      if (asked) setQuestion(asked)
      else original?.onHandle?.()
    })
    // A field whose text can't be read is stored as empty, which may be valid.
    const isUnread = Object.keys(useParseErrors()).length > 0
    const isInvalid = isUnread || validation.some(({ level }) => level === 'error')
    const isReady = pressed && !isSyncing && !isValidating && revision === draft?._rev
    useEffect(() => {
      if (!isReady || !draft) return
      if (isInvalid) {
        const settled = setTimeout(() => refuse(INVALID), SETTLED_MS)
        return () => clearTimeout(settled)
      }
      let isStale = false
      publishQuestion(client, draft, published as Revision | null, validation).then(
        (asked) => !isStale && proceed(asked),
        (error) => !isStale && refuse(reasonOf(error)),
      )
      return () => {
        isStale = true
      }
    }, [isReady, isInvalid, draft, published, validation, client])

    const giveUp = useEffectEvent(() => refuse(isSyncing ? NOT_SAVED : NOT_CHECKED))
    useEffect(() => {
      if (!pressed) return
      const patience = setTimeout(() => giveUp(), PATIENCE_MS)
      return () => clearTimeout(patience)
    }, [pressed])
    const leave = useEffectEvent(() => {
      if (pressed && draft)
        refuse(`“${nameOf(draft)}” was closed before it was checked. Open it and press Publish again.`)
    })
    useEffect(() => () => leave(), [])

    if (!original) return null
    return {
      ...original,
      ...(pressed && { label: isSyncing ? 'Saving…' : 'Checking…' }),
      onHandle() {
        pressedAt.current = document.activeElement
        commitField(pressedAt.current)
        setPressed(true)
      },
      dialog: question
        ? {
            type: 'custom',
            component: (
              <Once shownBy={shownBy}>
                <PublishDialog
                  question={question}
                  header="Before this is published"
                  confirm={question.warnings.length > 0 ? 'Publish anyway' : 'Publish with this'}
                  focus={pressedAt.current}
                  busy={busy}
                  onCancel={() => setQuestion(undefined)}
                  onConfirm={async (answers) => {
                    await attempt(async () => {
                      await publishWith(client, question, answers)
                      toast.push({ status: 'success', title: 'The document was published' })
                    })
                    setQuestion(undefined)
                  }}
                />
              </Once>
            ),
          }
        : original.dialog,
    }
  }
  ConfirmPublish.action = publish.action
  ConfirmPublish.displayName = 'ConfirmPublish'
  return ConfirmPublish
}

/** A date field stores what was typed when it loses the focus; the keyboard shortcut of Publish leaves it there. */
function commitField(field: Element | null) {
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
