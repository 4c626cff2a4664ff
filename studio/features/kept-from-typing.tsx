import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  definePlugin,
  getPublishedId,
  type InputProps,
  isVersionId,
  useEditState,
  useFormValue,
} from 'sanity'
import { hasLeft, isLeaving, onLeaving } from '#studio/features/leaving-drafts.ts'

/**
 * Keeps a form from being typed into from when its draft is published or discarded until the Studio has heard of it. What is
 * typed in between would change a draft that is no more, which ends the whole desk (sanity 6.16: “getAttribute only applies to
 * plain objects”, sanity-io/sanity#7260), with a slow network for seconds.
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
  const type = props.schemaType.name
  return typeof id === 'string' && !isVersionId(id) ? (
    <DraftForm {...props} publishedId={getPublishedId(id)} type={type} />
  ) : (
    props.renderDefault(props)
  )
}

function DraftForm({ publishedId, type, ...props }: InputProps & { publishedId: string; type: string }) {
  const isShut = useSyncExternalStore(
    onLeaving,
    useCallback(() => isLeaving(publishedId), [publishedId]),
  )
  const { draft } = useEditState(publishedId, type)
  useEffect(() => {
    if (isShut && !draft) hasLeft(publishedId)
  }, [isShut, draft, publishedId])

  const form = useRef<HTMLDivElement>(null)
  const typedInto = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isShut) return
    const { activeElement } = document
    typedInto.current = form.current!.contains(activeElement) ? activeElement : null
    return () => {
      if (document.activeElement === document.body)
        (typedInto.current as HTMLElement | null)?.focus({ preventScroll: true })
    }
  }, [isShut])

  return (
    <div
      ref={form}
      inert={isShut}
      style={isShut ? { opacity: 0.6, transition: 'opacity 200ms 300ms' } : undefined}
    >
      {props.renderDefault(props as InputProps)}
    </div>
  )
}
