import { useToast } from '@sanity/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { type DocumentActionComponent, useClient, useSyncState, useValidationStatus } from 'sanity'
import {
  type PublishAnswers,
  type PublishFacts,
  publishFacts,
  publishWith,
} from '#studio/guards/actions/facts.ts'
import { PublishDialog } from '#studio/guards/actions/publish-dialog.tsx'
import { API_VERSION } from '#studio/guards/dataset.ts'

const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/** The Studio's Publish, which asks first where something deserves it. One for each original: React keeps its state by it. */
export function guardPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const known = guarded.get(publish)
  if (known) return known
  const GuardedPublish: DocumentActionComponent = (props) => {
    const { id, type } = props
    const original = publish(props)
    const client = useClient({ apiVersion: API_VERSION })
    const toast = useToast()
    const { isSyncing } = useSyncState(id, type)
    const { isValidating, validation } = useValidationStatus(props.draft?._id ?? id, type, true)
    const [pressed, setPressed] = useState(false)
    const [facts, setFacts] = useState<PublishFacts | null>(null)
    const [busy, setBusy] = useState(false)
    const proceed = useRef(original?.onHandle)
    useEffect(() => {
      proceed.current = original?.onHandle
    })

    // What was typed last has to have arrived before it is looked at.
    const ready = pressed && !isSyncing && !isValidating
    useEffect(() => {
      if (!ready) return
      let left = false
      publishFacts(client, id)
        .then((found) => {
          if (left) return
          if (found) setFacts(found)
          else proceed.current?.()
        })
        .catch((error) => {
          if (!left)
            toast.push({
              status: 'error',
              title: 'Nothing was published',
              description: String(error.message),
            })
        })
        .finally(() => !left && setPressed(false))
      return () => {
        left = true
      }
    }, [ready, client, id, toast])

    async function publishAsked(asked: PublishFacts, answers: PublishAnswers) {
      setBusy(true)
      try {
        if (validation.some(({ level }) => level === 'error'))
          throw new Error('The form names what has to be put right first.')
        if (asked.dated || asked.moved) await publishWith(client, id, asked, answers)
        else proceed.current?.()
        setFacts(null)
      } catch (error) {
        toast.push({ status: 'error', title: 'Nothing was published', description: (error as Error).message })
      } finally {
        setBusy(false)
      }
    }

    if (!original) return null
    return {
      ...original,
      disabled: original.disabled || pressed,
      onHandle: () => setPressed(true),
      dialog: facts
        ? {
            type: 'dialog',
            header: 'Before this is published',
            onClose: () => setFacts(null),
            content: (
              <PublishDialog
                asked={[{ id, facts }]}
                busy={busy}
                onCancel={() => setFacts(null)}
                onPublish={(answers) => publishAsked(facts, answers.get(id) ?? {})}
              />
            ),
          }
        : original.dialog,
    }
  }
  GuardedPublish.action = publish.action
  GuardedPublish.displayName = 'GuardedPublish'
  guarded.set(publish, GuardedPublish)
  return GuardedPublish
}
