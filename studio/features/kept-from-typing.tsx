import { usePortal } from '@sanity/ui'
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  definePlugin,
  getDraftId,
  getPublishedId,
  getVersionFromId,
  type InputProps,
  useDocumentStore,
  useEditState,
  useFormValue,
} from 'sanity'
import { hasLeft, isLeaving, onLeaving } from '#studio/features/leaving-drafts.ts'
import { followUntilSent } from '#studio/features/unstored.ts'

/**
 * Keeps a form from being typed into from when its draft is published or discarded, or the release’s version that it shows is
 * taken out or goes out, until the Studio has heard of it. What is typed in between would change a document that is no more,
 * which ends the whole desk (sanity 6.16: “getAttribute only applies to plain objects”, sanity-io/sanity#7260), with a slow
 * network for seconds.
 */
export const keptFromTyping = definePlugin({
  name: 'kept-from-typing',
  form: {
    components: {
      input: (props) =>
        props.id === 'root' && props.schemaType.type?.name === 'document' ? (
          <DocumentForm {...props} />
        ) : (
          props.renderDefault(props)
        ),
    },
  },
})

function DocumentForm(props: InputProps) {
  const id = useFormValue(['_id'])
  return typeof id === 'string' ? <RestingForm {...props} documentId={id} /> : props.renderDefault(props)
}

function RestingForm({ documentId, ...props }: InputProps & { documentId: string }) {
  const publishedId = getPublishedId(documentId)
  const release = getVersionFromId(documentId)
  const id = release ? documentId : getDraftId(publishedId)
  const isShut = useSyncExternalStore(
    onLeaving,
    useCallback(() => isLeaving(id), [id]),
  )
  const state = useEditState(publishedId, props.schemaType.name, 'default', release)
  const isThere = Boolean(release ? state.version : state.draft)
  useEffect(() => {
    if (isShut && !isThere) hasLeft(id)
  }, [isShut, isThere, id])
  // Once a version is gone its form shows what is published, at once.
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current !== id) hasLeft(shown.current)
    shown.current = id
  }, [id])

  const { pair } = useDocumentStore()
  const type = props.schemaType.name
  useEffect(
    () => followUntilSent(pair.consistencyStatus(publishedId, type, release)),
    [pair, publishedId, type, release],
  )

  const form = useRef<HTMLDivElement>(null)
  // Dialogs of the form, in which a page’s blocks are edited, stand beside it.
  const { element: dialogs } = usePortal()
  useLayoutEffect(() => {
    if (!isShut) return
    const shut = [form.current!, ...(dialogs && dialogs !== document.body ? [dialogs] : [])]
    const typedInto = document.activeElement as HTMLElement | null
    for (const part of shut) part.inert = true
    return () => {
      for (const part of shut) part.inert = false
      if (document.activeElement === document.body && shut.some((part) => part.contains(typedInto)))
        typedInto?.focus({ preventScroll: true })
    }
  }, [isShut, dialogs])

  return (
    <div ref={form} style={isShut ? { opacity: 0.6, transition: 'opacity 200ms 300ms' } : undefined}>
      {props.renderDefault(props as InputProps)}
    </div>
  )
}
