import type { SanityDocument } from '@sanity/client'
import { Box, Dialog } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import {
  type DocumentActionComponent,
  type SanityClient,
  useClient,
  useSyncState,
  useValidationStatus,
  useWorkspace,
  validateDocument,
} from 'sanity'
import { isUnderWay, refuseUnfinished, type Upload, uploadsOf } from '#studio/guards/unfinished-uploads.ts'
import {
  CHANGED,
  type PublishAnswers,
  type PublishFacts,
  publishFacts,
  publishWith,
  wording,
} from '#studio/publish/facts.ts'
import { INVALID, useIsUnread } from '#studio/publish/guard-schedule.ts'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { reasonOf } from '#studio/publish/reason.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'
import { nameOf } from '#studio/validation/references.ts'
import { pathText } from '#studio/validation/walk.ts'

/** A new revision is told a moment before what the check of it found. */
const SETTLED_MS = 500
const LOOK_AGAIN_MS = 1_000
/** So long a press may wait for each thing that comes before. Then its editor is told what for, and has the button back. */
const PATIENCE_MS = 60_000
/** What a press waits for, one after the other: as its button says so meanwhile, and what is said where that was in vain. */
const AWAITED = [
  { label: 'Saving…', inVain: 'What was typed last is not saved yet. Press Publish again once it is.' },
  { label: 'Checking…', inVain: 'The form is still being checked. Press Publish again in a moment.' },
  { label: 'Checking…', inVain: 'The content did not answer. Press Publish again in a moment.' },
]
const NOTHING = -1

const refusal = (description: string) => ({
  status: 'error' as const,
  title: 'Nothing was published',
  description,
})

/** Who goes on to another document at once would take the press for done. */
const leftTooEarly = (draft: SanityDocument) =>
  `“${nameOf(draft)}” was left before it was looked at. Open it and press Publish again.`

/** The Studio's Publish, which asks first where something deserves it. */
export function guardPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const GuardedPublish: DocumentActionComponent = (props) => {
    const { id, type } = props
    const original = publish(props)
    const client = useClient({ apiVersion: API_VERSION })
    const workspace = useWorkspace()
    const toast = useToast()
    const { isSyncing } = useSyncState(id, type)
    const { isValidating, validation, revision } = useValidationStatus(props.draft?._id ?? id, type, true)
    const isUnread = useIsUnread()
    const hasMistakes = validation.some(({ level }) => level === 'error')
    const [pressed, setPressed] = useState(false)
    const [facts, setFacts] = useState<PublishFacts | null>(null)
    const [busy, setBusy] = useState(false)
    const shownBy = useRef<string>(undefined)
    const pressedAt = useRef<Element>(null)
    const proceed = useRef(original?.onHandle)
    useEffect(() => {
      proceed.current = original?.onHandle
    })

    // What was typed last has to have arrived, and to have been checked, before it is looked at. It is checked again and again
    // as the Studio hears of what it refers to: what is stored is asked about once, and goes out when no check is under way.
    const [checked, setChecked] = useState<string>()
    const [answer, setAnswer] = useState<{ checked?: string; found: PublishFacts | null; isRight: boolean }>()
    if (!isValidating && revision !== checked) setChecked(revision)
    const isChecked = checked === (props.draft ?? props.published)?._rev
    const { isUploading, awaited } = useUploads(pressed ? props.draft : null)
    const ready = pressed && !isSyncing && isChecked && !isUploading
    const awaits = isSyncing ? 0 : isChecked ? 2 : 1
    // What is said of a press is true of it: either it was given back or it went out, though both come at once.
    const isOpen = useRef(false)
    const settle = useCallback(() => {
      const wasOpen = isOpen.current
      isOpen.current = false
      setPressed(false)
      return wasOpen
    }, [])
    usePatience(pressed && !isUploading ? awaits : NOTHING, () => {
      if (settle()) toast.push(refusal(AWAITED[awaits]!.inVain))
    })

    // As long as a check is under way, they are those of the one before it.
    const invalid = isUnread || (hasMistakes && !isValidating)
    useEffect(() => {
      if (!ready) return
      if (invalid) {
        const timer = setTimeout(() => {
          if (settle()) toast.push(refusal(INVALID))
        }, SETTLED_MS)
        return () => clearTimeout(timer)
      }
      let left = false
      Promise.all([publishFacts(client, id), storedErrors(awaited.current)]).then(
        ([found, errors]) => {
          if (!left) setAnswer({ checked, found, isRight: errors.length === 0 })
        },
        (error) => {
          if (!left && settle()) toast.push(refusal(reasonOf(error)))
        },
      )
      return () => {
        left = true
        setAnswer(undefined)
      }

      // What was stored last may not have come back to the form yet, which then knows only what was before it.
      async function storedErrors(uploads: Upload[]) {
        const document = await storedDraft(client, id)
        if (!document) return []
        await refuseUnfinished(client, document, uploads)
        const markers = await validateDocument({ document, workspace, environment: 'studio' })
        return markers.filter(({ level }) => level === 'error')
      }
    }, [ready, checked, invalid, client, id, toast, workspace, awaited, settle])

    useEffect(() => {
      if (!ready || invalid || isValidating || !answer || answer.checked !== checked || !settle()) return
      if (!answer.isRight) toast.push(refusal(INVALID))
      else if (answer.found) setFacts(answer.found)
      else proceed.current?.()
    }, [ready, invalid, isValidating, answer, checked, settle, toast])

    const leave = useEffectEvent(() => {
      if (pressed && props.draft) toast.push(refusal(leftTooEarly(props.draft)))
    })
    useEffect(() => () => leave(), [])

    async function publishAsked(asked: PublishFacts, answers: PublishAnswers) {
      setBusy(true)
      try {
        if (isUnread || hasMistakes) throw new Error(INVALID)
        await refuseUnfinished(client, await storedDraft(client, id))
        if (wording(await publishFacts(client, id)) !== wording(asked)) {
          setFacts(null)
          throw new Error(CHANGED)
        }
        if (asked.dated || asked.moved) {
          await publishWith(client, id, asked, answers)
          toast.push({ status: 'success', title: 'This was published' }) // the Studio says so of its own Publish only
        } else proceed.current?.()
        setFacts(null)
      } catch (error) {
        toast.push(refusal(reasonOf(error)))
      } finally {
        setBusy(false)
      }
    }

    const isShut = Boolean(original?.disabled) || pressed

    if (!original) return null
    return {
      ...original,
      ...(pressed && { label: isUploading ? 'Waiting for the picture' : AWAITED[awaits]!.label }),
      disabled: isShut,
      onHandle: () => {
        pressedAt.current = document.activeElement
        handOver(pressedAt.current)
        isOpen.current = true
        setPressed(true)
      },
      dialog: facts
        ? {
            type: 'custom',
            component: (
              <Once shownBy={shownBy}>
                <Dialog
                  id={`publish-${id}`}
                  header="Before this is published"
                  width={1}
                  onClose={() => setFacts(null)}
                  onClickOutside={() => setFacts(null)}
                >
                  <Box padding={4}>
                    <PublishDialog
                      asked={[{ id, facts }]}
                      busy={busy}
                      onCancel={() => setFacts(null)}
                      onPublish={(answers) => publishAsked(facts, answers.get(id) ?? {})}
                    />
                  </Box>
                </Dialog>
              </Once>
            ),
          }
        : original.dialog,
    }
  }
  GuardedPublish.action = publish.action
  GuardedPublish.displayName = 'GuardedPublish'
  return GuardedPublish
}

/** A field for dates hands over what was typed when it is left. By its keyboard shortcut Publish is pressed from within. */
function handOver(field: Element | null) {
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

const storedDraft = (client: SanityClient, id: string) =>
  raw(client).fetch<SanityDocument | null>('*[_id == "drafts." + $id][0]', { id })

/**
 * Calls when one thing is waited for too long; `step`: which of them is now. What somebody else types meanwhile leads back, again
 * and again: only what comes next is waited for anew.
 */
function usePatience(step: number, inVain: () => void) {
  const [furthest, setFurthest] = useState(NOTHING)
  if (step > furthest || (step === NOTHING && furthest !== NOTHING)) setFurthest(step)
  const giveUp = useEffectEvent(inVain)
  useEffect(() => {
    if (furthest === NOTHING) return
    const patience = setTimeout(() => giveUp(), PATIENCE_MS)
    return () => clearTimeout(patience)
  }, [furthest])
}

/** Whether a picture of a document is still on its way, and which ones were, as long as there is a document. */
function useUploads(document: SanityDocument | null): { isUploading: boolean; awaited: RefObject<Upload[]> } {
  const [now, setNow] = useState(Date.now)
  const awaited = useRef<Upload[]>([])
  const uploads = document ? uploadsOf(document) : []
  const isUploading = uploads.some((upload) => isUnderWay(upload, { now, own: true }))
  useEffect(() => {
    const isNew = ({ path }: Upload) =>
      !awaited.current.some((known) => pathText(known.path) === pathText(path))
    awaited.current = document ? [...awaited.current, ...uploadsOf(document).filter(isNew)] : []
  }, [document])
  useEffect(() => {
    if (!isUploading) return
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isUploading])
  return { isUploading, awaited }
}

/**
 * After its keyboard shortcut the Studio shows the dialog of the first action twice: at its button, and where it reads the
 * keys. The first to be there shows it.
 */
function Once({ shownBy, children }: { shownBy: RefObject<string | undefined>; children: ReactNode }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    shownBy.current ??= id
    setShown(shownBy.current === id)
    return () => {
      if (shownBy.current === id) shownBy.current = undefined
    }
  }, [shownBy, id])
  return isShown && children
}
