import { type Editor, type EditorSelection, useEditor } from '@portabletext/editor'
import { defineBehavior, raise } from '@portabletext/editor/behaviors'
import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { PortableTextPluginsProps } from 'sanity'
import { typedAmounts } from '#studio/guards/typed-amounts.ts'
import type { Dataset } from '#studio/validation/published-content.ts'
import type { Fix, StoredDocument } from '#studio/validation/rule.ts'
import type { Block } from '#studio/validation/walk.ts'

/** Around the editor of a text: where it is told to who stands outside of it. */
export const EditorInside = createContext<RefObject<Editor | null> | null>(null)

/** One step, to be undone at once. */
const QUOTE = defineBehavior<Quoted, 'custom.quote'>({
  on: 'custom.quote',
  actions: [
    ({ event: { at, quote } }) => [
      raise({ type: 'select', at }),
      raise({ type: 'delete', at }),
      raise({ type: 'insert.inline object', inlineObject: { name: 'priceReference', value: quote } }),
    ],
  ],
})
type Quoted = { at: NonNullable<EditorSelection>; quote: Record<string, unknown> }

/**
 * In the place of what is selected, and the caret behind it, where one writes on: of a selection made backwards the editor
 * (8.2) keeps the words, and goes to the end of the paragraph that it was pasted into. Where something is dropped is no such
 * selection.
 */
const PASTED = defineBehavior({
  on: 'insert.blocks',
  guard: ({ event }) => !event.select,
  actions: [
    ({ event, snapshot }) => [
      ...(snapshot.context.selection?.backward ? [raise({ type: 'delete' })] : []),
      raise({ ...event, select: 'end' }),
    ],
  ],
})

/** In the editor of a text, among its plugins. */
export function TellEditor(props: PortableTextPluginsProps) {
  const told = useContext(EditorInside)
  const editor = useEditor()
  useEffect(() => {
    if (told) told.current = editor
    const forget = [QUOTE, PASTED].map((behavior) => editor.registerBehavior({ behavior }))
    return () => {
      for (const each of forget) each()
    }
  }, [told, editor])
  return props.renderDefault(props)
}

/**
 * Quotes a plan in the place of an amount as if the editor had done it: what was typed last, and is on its way, stays where it
 * was typed, and Undo takes it back. False where nobody is writing in the text: then the document can be changed.
 */
export function quoteInEditor(editor: Editor | null, { title, path }: Fix, dataset: Dataset): boolean {
  const { readOnly, value } = editor?.getSnapshot().context ?? { readOnly: true, value: [] }
  if (!editor || readOnly) return false
  const fixes = typedAmounts({ _id: '', _type: '', value } as StoredDocument, dataset).flatMap(
    (finding) => finding.fixes ?? [],
  )
  const now = fixes.find((fix) => fix.title === title && JSON.stringify(fix.path) === JSON.stringify(path))
  const block = (value as Block[]).find(({ _key }) => JSON.stringify(path).includes(JSON.stringify(_key)))
  if (!now?.quote || !block) return true
  const { start, end, ...quote } = now.quote
  const at = { anchor: pointAt(block, start + 1, -1), focus: pointAt(block, end) }
  editor.send({ type: 'custom.quote', at, quote })
  editor.send({ type: 'focus' })
  return true
}

/** Behind so many letters of a paragraph, in the span that has the last of them; moved by `by`. */
function pointAt({ _key, children = [] }: Block, letters: number, by = 0) {
  let left = letters
  for (const child of children) {
    const length = child._type === 'span' ? (child.text ?? '').length : 1
    if (left <= length) return { path: [{ _key }, 'children', { _key: child._key }], offset: left + by }
    left -= length
  }
  throw new Error('The text is shorter than that.')
}
