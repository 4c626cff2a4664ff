import { useToast } from '@sanity/ui/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DocumentActionComponent, useClient, useParseErrors, useSyncState, useWorkspace } from 'sanity'
import { Once } from '#studio/publish/once.tsx'
import { type Answers, PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { isAsked, publishQuestion, type Question, type Revision } from '#studio/publish/question.ts'
import { reasonOf } from '#studio/publish/reason.ts'
import { publishWith } from '#studio/publish/transactions.ts'
import { useAttempt } from '#studio/publish/use-attempt.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { nameOf } from '#studio/validation/references.ts'

const PATIENCE_MS = 60_000
const FAILURE = 'Nothing was published'
const NOT_SAVED = 'The last changes are not saved yet. Press Publish again once they are.'
const NOT_CHECKED = 'The document is still being checked. Press Publish again in a moment.'

/**
 * Sanity's Publish. It waits until the last changes are saved, checks exactly what is stored, then asks where there are warnings.
 * Sanity's own status of the form can still be that of an earlier revision (6.16).
 */
export function confirmPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const ConfirmPublish: DocumentActionComponent = (props) => {
    const { id, type, published } = props
    const draft = props.draft as Revision | null
    const original = publish(props)
    const client = useClient({ apiVersion: API_VERSION })
    const workspace = useWorkspace()
    const toast = useToast()
    const { isSyncing } = useSyncState(id, type)
    const [pressed, setPressed] = useState(false)
    const [question, setQuestion] = useState<Question>()
    const { busy, attempt } = useAttempt(FAILURE)
    const pressedAt = useRef<Element>(null)
    const shownBy = useRef<string>(undefined)

    const refuse = useEffectEvent((description: string) => {
      setPressed(false)
      toast.push({ status: 'error', title: FAILURE, description })
    })
    const send = (asked: Question, answers: Answers) =>
      attempt(async () => {
        await publishWith(client, asked, answers)
        toast.push({ status: 'success', title: 'The document was published' })
      })
    const proceed = useEffectEvent((asked: Question) => {
      setPressed(false)
      if (isAsked(asked)) setQuestion(asked)
      else send(asked, { date: '', redirect: false })
    })
    // A date that can't be read is stored as empty, which is valid: an article would be published at once.
    const isUnread = Object.keys(useParseErrors()).length > 0
    const isReady = pressed && !isSyncing
    useEffect(() => {
      if (!isReady || !draft) return
      if (isUnread) return refuse('Fix the errors that the form shows first.')
      let isStale = false
      publishQuestion(client, workspace, draft, published as Revision | null).then(
        (asked) => !isStale && proceed(asked),
        (error) => !isStale && refuse(reasonOf(error)),
      )
      return () => {
        isStale = true
      }
    }, [isReady, isUnread, draft, published, client, workspace])

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
      ...(busy && { label: 'Publishing…', disabled: true }),
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
                    await send(question, answers)
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
