import { useEditor } from '@portabletext/editor'
import { useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import { Subscription } from 'rxjs'
import {
  definePlugin,
  getPublishedId,
  getVersionFromId,
  type InputProps,
  type PortableTextPluginsProps,
  useDocumentStore,
  useFormValue,
} from 'sanity'
import { rejectedSaves } from '#studio/ui/rejected-saves.ts'

/** A text editor may pass its last edits to the document a second after its form has closed. */
const CLOSING_MS = 2_000

const unsaved = new Set<object>()

if (typeof window !== 'undefined')
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (unsaved.size === 0) return
      event.preventDefault()
      // Sanity (6.16) would close its connection, although the editor may stay.
      event.stopImmediatePropagation()
    },
    { capture: true },
  )

/** Saves edits whose form closes at once, and warns before the window closes with unsaved edits. */
export const unsavedEdits = definePlugin({
  name: 'unsaved-edits',
  form: {
    components: {
      input: (props) => (props.id === 'root' ? <Form {...props} /> : props.renderDefault(props)),
      portableText: { plugins: TextEditor },
    },
  },
})

function Form(props: InputProps) {
  const { pair } = useDocumentStore()
  const toast = useToast()
  useEffect(() => {
    const notify = () => toast.push(NOT_SAVED)
    rejectedSaves.addEventListener('rejected', notify)
    return () => rejectedSaves.removeEventListener('rejected', notify)
  }, [toast])
  const type = props.schemaType.name
  const id = String(useFormValue(['_id']) ?? '')
  const publishedId = getPublishedId(id)
  const release = getVersionFromId(id)
  useEffect(() => {
    if (!publishedId) return
    const document = [publishedId, type, release] as const
    const edit = {}
    let save = () => {}
    const subscriptions = new Subscription()
    subscriptions.add(
      pair.editOperations(...document).subscribe(({ commit }) => {
        save = () => void (commit.disabled || commit.execute())
      }),
    )
    subscriptions.add(
      pair.consistencyStatus(...document).subscribe((isSaved) => {
        if (isSaved) unsaved.delete(edit)
        else unsaved.add(edit)
      }),
    )
    return () => {
      // Sanity (6.16) saves once a second and drops the last second when a form closes.
      save()
      const closing = setInterval(() => {
        if (unsaved.has(edit)) return
        clearInterval(closing)
        subscriptions.unsubscribe()
      }, CLOSING_MS)
    }
  }, [pair, publishedId, type, release])
  return props.renderDefault(props)
}

function TextEditor(props: PortableTextPluginsProps) {
  const editor = useEditor()
  useEffect(() => {
    const patches = editor.on('patch', () => unsaved.add(editor))
    const mutations = editor.on('mutation', () => unsaved.delete(editor))
    return () => {
      patches.unsubscribe()
      mutations.unsubscribe()
      unsaved.delete(editor)
    }
  }, [editor])
  return props.renderDefault(props)
}

const NOT_SAVED = {
  id: 'not-saved',
  status: 'error' as const,
  title: 'Your last change was not saved',
  description: 'The form shows what is stored. Type the change again; if it fails again, reload the page.',
  closable: true,
  duration: Number.POSITIVE_INFINITY,
}
