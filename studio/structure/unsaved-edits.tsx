import { useEditor } from '@portabletext/editor'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import {
  definePlugin,
  getPublishedId,
  getVersionFromId,
  type InputProps,
  type LayoutProps,
  type PortableTextPluginsProps,
  useDocumentOperation,
  useEditState,
  useFormValue,
  useSyncState,
} from 'sanity'

/** A text editor hands its last words to the document up to a second after its form has closed. */
const CLOSED_MS = 2_000

type Watched = { type: string; isOpen: boolean }
let watched: ReadonlyMap<string, Watched> = new Map()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setWatched(id: string, document?: Watched): void {
  const others = [...watched].filter(([other]) => other !== id)
  watched = new Map(document ? [...others, [id, document]] : others)
  for (const listener of listeners) listener()
}

const unsaved = new Set<object>()

/** Warns before the window closes, until it is told to stop. */
function warnBeforeClosing(): () => void {
  const edit = {}
  unsaved.add(edit)
  return () => void unsaved.delete(edit)
}

if (typeof window !== 'undefined')
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (unsaved.size === 0) return
      event.preventDefault()
      // The editor may stay: Sanity (6.16) would end its connection here, and crash without a network.
      event.stopImmediatePropagation()
    },
    { capture: true },
  )

/** Saves what was typed even when its form closes at once, and warns before the window closes while something is unsaved. */
export const unsavedEdits = definePlugin({
  name: 'unsaved-edits',
  studio: { components: { layout: Layout } },
  form: {
    components: {
      input: (props) => (props.id === 'root' ? <Form {...props} /> : props.renderDefault(props)),
      portableText: { plugins: TextEditor },
    },
  },
})

function Layout(props: LayoutProps) {
  const documents = useSyncExternalStore(subscribe, () => watched)
  return (
    <>
      {props.renderDefault(props)}
      {[...documents].map(([id, document]) => (
        <Edits key={id} id={id} {...document} />
      ))}
    </>
  )
}

function Form(props: InputProps) {
  const formId = useFormValue(['_id'])
  const id = typeof formId !== 'string' || getVersionFromId(formId) ? formId : getPublishedId(formId)
  const type = props.schemaType.name
  useEffect(() => {
    if (typeof id !== 'string') return
    setWatched(id, { type, isOpen: true })
    return () => setWatched(id, { type, isOpen: false })
  }, [id, type])
  return props.renderDefault(props)
}

function TextEditor(props: PortableTextPluginsProps) {
  const editor = useEditor()
  useEffect(() => {
    let stop = () => {}
    const ends = [
      editor.on('patch', () => {
        stop()
        stop = warnBeforeClosing()
      }),
      editor.on('mutation', () => stop()),
    ]
    return () => {
      for (const end of ends) end.unsubscribe()
      stop()
    }
  }, [editor])
  return props.renderDefault(props)
}

/** Follows one document's edits until they are saved. */
function Edits({ id, type, isOpen }: Watched & { id: string }) {
  const document = [getPublishedId(id), type] as const
  const release = getVersionFromId(id)
  const { isSyncing } = useSyncState(...document, release)
  const { draft, version } = useEditState(...document, 'default', release)
  const { commit } = useDocumentOperation(...document, release)
  const toast = useToast()

  useEffect(() => {
    // Sanity (6.16) saves once a second, and forgets the last second of a form that closes.
    if (!isOpen && !commit.disabled) commit.execute()
  }, [isOpen, commit])
  useEffect(() => {
    if (isOpen || isSyncing) return
    const closed = setTimeout(() => setWatched(id), CLOSED_MS)
    return () => clearTimeout(closed)
  }, [isOpen, isSyncing, id])

  const revision = useEffectEvent(() => (release ? version : draft)?._rev)
  useEffect(() => {
    if (!isSyncing) return
    const before = revision()
    const stop = warnBeforeClosing()
    return () => {
      stop()
      // A change that the lake refuses for good leaves the revision as it was.
      if (before && before === revision()) toast.push(NOT_SAVED)
    }
  }, [isSyncing, toast])
  return null
}

const NOT_SAVED = {
  status: 'error' as const,
  title: 'Your last change was not saved',
  description: 'The form shows what is stored. Type the change again; if it fails again, reload the page.',
  closable: true,
  duration: Number.POSITIVE_INFINITY,
}
