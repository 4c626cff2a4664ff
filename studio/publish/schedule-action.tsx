import { useState } from 'react'
import { type DocumentActionComponent, useClient, useValidationStatus } from 'sanity'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { type Question, type Revision, scheduleQuestion } from '#studio/publish/publish-question.ts'
import { acknowledge } from '#studio/publish/transactions.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { useAsyncAction } from '#studio/ui/use-async-action.ts'

/** Wraps Sanity's "Schedule publish": asks about findings that block a release, because a scheduled draft is a release. */
export function confirmSchedule(schedule: DocumentActionComponent): DocumentActionComponent {
  const ConfirmSchedule: DocumentActionComponent = (props) => {
    const original = schedule(props)
    const client = useClient({ apiVersion: API_VERSION })
    const [question, setQuestion] = useState<Question>()
    const { busy, run } = useAsyncAction('Nothing was scheduled')
    const draft = props.draft as Revision | null

    async function askOrSchedule() {
      const found =
        draft && !props.version && (await scheduleQuestion(client, draft, props.published as Revision | null))
      // A scheduled draft cannot include an earlier text or a redirect.
      if (found && (found.text || found.moved))
        throw new Error(
          `${found.text ? 'The earlier text' : 'A redirect'} must be published together with this change. Add the document to a release, follow the instructions in the form, and schedule the release.`,
        )
      if (found) setQuestion(found)
      else original?.onHandle?.()
    }

    if (!original) return null
    return {
      ...original,
      disabled: original.disabled || busy,
      onHandle: () => void run(askOrSchedule),
      dialog: question
        ? {
            type: 'custom',
            component: (
              <PublishDialog
                question={question}
                header="Before this is scheduled"
                confirm="Schedule anyway"
                busy={busy}
                onCancel={() => setQuestion(undefined)}
                onConfirm={async () => {
                  await run(async () => {
                    await acknowledge(client, question)
                    original.onHandle?.()
                  })
                  setQuestion(undefined)
                }}
              />
            ),
          }
        : original.dialog,
    }
  }
  ConfirmSchedule.action = schedule.action
  ConfirmSchedule.displayName = 'ConfirmSchedule'
  return ConfirmSchedule
}

/** Disables an action while the document has errors. For a scheduled draft, Sanity (6.16) validates the wrong draft. */
export function requireValid(action: DocumentActionComponent): DocumentActionComponent {
  const RequireValid: DocumentActionComponent = (props) => {
    const original = action(props)
    const shown = props.version ?? props.draft
    const { validation } = useValidationStatus(shown?._id ?? props.id, props.type, true)
    return original && validation.some(({ level }) => level === 'error')
      ? { ...original, disabled: true, title: 'Fix the errors that the form shows first.' }
      : original
  }
  RequireValid.action = action.action
  RequireValid.displayName = 'RequireValid'
  return RequireValid
}
