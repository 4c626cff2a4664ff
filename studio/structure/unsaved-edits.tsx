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

/** A text editor passes its last edits to the document up to a second after its form has closed. */
const CLOSED_MS = 2_000

const unsaved = new Set<object>()

if (typeof window !== 'undefined')
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (unsaved.size === 0) return
      event.preventDefault()
      // Sanity (6.16) would end its connection now, although the editor may stay.
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
  const type = props.schemaType.name
  const id = String(useFormValue(['_id']) ?? '')
  const publishedId = getPublishedId(id)
  const release = getVersionFromId(id)
  useEffect(() => {
    if (!publishedId) return
    const document = [publishedId, type, release] as const
    const edit = {}
    let revision: string | undefined
    let before: string | undefined
    let save = () => {}
    const following = new Subscription()
    following.add(
      pair.editState(...document).subscribe(({ draft, version }) => {
        revision = (release ? version : draft)?._rev
      }),
    )
    following.add(
      pair.editOperations(...document).subscribe(({ commit }) => {
        save = () => void (commit.disabled || commit.execute())
      }),
    )
    following.add(
      pair.consistencyStatus(...document).subscribe((isSaved) => {
        if (isSaved) unsaved.delete(edit)
        else unsaved.add(edit)
        if (!isSaved) before = revision
        // A rejected change leaves the revision as it was.
        else setTimeout(() => before && before === revision && toast.push(NOT_SAVED))
      }),
    )
    return () => {
      // Sanity (6.16) saves once a second and drops the last second of a closing form.
      save()
      const closing = setInterval(() => {
        if (unsaved.has(edit)) return
        clearInterval(closing)
        following.unsubscribe()
      }, CLOSED_MS)
    }
  }, [pair, publishedId, type, release, toast])
  return props.renderDefault(props)
}

function TextEditor(props: PortableTextPluginsProps) {
  const editor = useEditor()
  useEffect(() => {
    const typed = editor.on('patch', () => unsaved.add(editor))
    const handedOver = editor.on('mutation', () => unsaved.delete(editor))
    return () => {
      typed.unsubscribe()
      handedOver.unsubscribe()
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
