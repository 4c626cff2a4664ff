import { type Editor, type EditorSelection, useEditor } from '@portabletext/editor'
import { defineBehavior, raise } from '@portabletext/editor/behaviors'
import { BehaviorPlugin } from '@portabletext/editor/plugins'
import { blockOffsetToSpanSelectionPoint } from '@portabletext/editor/utils'
import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { PortableTextPluginsProps } from 'sanity'
import type { StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Fix } from '#studio/validation/rule.ts'
import { typedAmounts } from '#studio/validation/typed-amounts.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'

/** Passes the editor to the input component around it. */
export const EditorRef = createContext<RefObject<Editor | null> | null>(null)

type Quote = { at: NonNullable<EditorSelection>; quote: Record<string, unknown> }

/** One behavior, so that Undo removes the whole quote. */
const QUOTE = defineBehavior<Quote, 'custom.quote'>({
  on: 'custom.quote',
  actions: [
    ({ event: { at, quote } }) => [
      raise({ type: 'select', at }),
      raise({ type: 'delete', at }),
      raise({ type: 'insert.inline object', inlineObject: { name: 'priceReference', value: quote } }),
    ],
  ],
})

/** The editor (8.2) does not replace a backward selection or move the caret to the end of a pasted text. */
const PASTE = defineBehavior({
  on: 'insert.blocks',
  guard: ({ event }) => !event.select,
  actions: [
    ({ event, snapshot }) => [
      ...(snapshot.context.selection?.backward ? [raise({ type: 'delete' })] : []),
      raise({ ...event, select: 'end' }),
    ],
  ],
})

const BEHAVIORS = [QUOTE, PASTE]

/** For `components.portableText.plugins` of a text. */
export function QuotePlugin(props: PortableTextPluginsProps) {
  const ref = useContext(EditorRef)
  const editor = useEditor()
  useEffect(() => {
    if (ref) ref.current = editor
  }, [ref, editor])
  return (
    <>
      <BehaviorPlugin behaviors={BEHAVIORS} />
      {props.renderDefault(props)}
    </>
  )
}

/** Applies a fix through the editor, which supports Undo. Returns false without an editable editor. */
export function quoteInEditor(
  editor: Editor | null,
  { title, path }: Fix,
  content: Pick<PublishedContent, 'plans'>,
): boolean {
  const snapshot = editor?.getSnapshot()
  if (!editor || !snapshot || snapshot.context.readOnly) return false
  const { value } = snapshot.context
  // The amount may have moved while the editor was typing.
  const fix = typedAmounts({ _id: '', _type: '', value } as StoredDocument, content)
    .flatMap(({ fixes = [] }) => fixes)
    .find((one) => one.title === title && JSON.stringify(one.path) === JSON.stringify(path))
  const key = (path[1] as { _key?: string } | undefined)?._key
  const block = (value as Block[]).find(({ _key }) => _key === key)
  if (!fix || !block) return true
  const { start, end, ...quote } = fix.quote
  const text = blockText(block)
  const point = (characters: number, direction: 'forward' | 'backward') =>
    blockOffsetToSpanSelectionPoint({
      snapshot,
      // The editor's offsets do not count inline objects.
      blockOffset: {
        path: [{ _key: block._key }],
        offset: text.slice(0, characters).replaceAll('\uFFFC', '').length,
      },
      direction,
    })
  const [anchor, focus] = [point(start, 'forward'), point(end, 'backward')]
  if (!anchor || !focus) return true
  editor.send({ type: 'custom.quote', at: { anchor, focus }, quote })
  editor.send({ type: 'focus' })
  return true
}
