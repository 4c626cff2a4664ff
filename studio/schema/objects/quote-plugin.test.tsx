// @vitest-environment happy-dom
import { type Editor, EditorProvider, type SchemaDefinition } from '@portabletext/editor'
import { configure, render, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import type { PortableTextPluginsProps } from 'sanity'
import { expect, test } from 'vitest'
import { EditorRef, QuotePlugin, quoteInEditor } from '#studio/schema/objects/quote-plugin.tsx'
import type { StoredDocument } from '#studio/validation/document.ts'
import { seedContent } from '#studio/validation/seed.test-support.ts'
import { typedAmounts } from '#studio/validation/typed-amounts.ts'
import type { Block } from '#studio/validation/walk.ts'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

const content = seedContent()
const span = (_key: string, text: string, marks: string[] = []) => ({ _type: 'span', _key, text, marks })

async function renderEditor(children: object[]) {
  const ref = createRef<Editor | null>()
  const value = [{ _type: 'block', _key: 'a', style: 'normal', markDefs: [], children }]
  const plugins = { renderDefault: () => null } as unknown as PortableTextPluginsProps
  const schemaDefinition: SchemaDefinition = {
    decorators: [{ name: 'strong' }],
    inlineObjects: [
      {
        name: 'priceReference',
        fields: [
          { name: 'plan', type: 'object' },
          { name: 'show', type: 'string' },
        ],
      },
    ],
  }
  render(
    <EditorRef value={ref}>
      <EditorProvider initialConfig={{ schemaDefinition, initialValue: value as never }}>
        <QuotePlugin {...plugins} />
      </EditorProvider>
    </EditorRef>,
  )
  const editor = ref.current!
  await new Promise((ready) => editor.on('ready', ready))
  const [fix] = typedAmounts({ _id: '', _type: '', value } as unknown as StoredDocument, content).flatMap(
    ({ fixes = [] }) => fixes,
  )
  const shown = () =>
    (editor.getSnapshot().context.value as Block[]).map(({ children = [] }) =>
      children.map(({ _type, text, show }) => (_type === 'span' ? text : `[${show}]`)).join(''),
    )
  return { editor, fix: fix!, shown }
}

const quoted = { _type: 'priceReference', _key: 'q', show: 'price', plan: { _type: 'reference', _ref: 'x' } }

test.each([
  [
    [span('b', 'Hot Seller is $2'), span('c', '99', ['strong']), span('d', ' today.')],
    'Hot Seller is [price] today.',
  ],
  [[span('b', 'From '), quoted, span('c', ', Hot Seller $299')], 'From [price], Hot Seller [price]'],
])('a fix replaces an amount by a quote: %j', async (children, text) => {
  const { editor, fix, shown } = await renderEditor(children)
  expect(quoteInEditor(editor, fix, content)).toBe(true)
  await waitFor(() => expect(shown()).toEqual([text]))
})

test('a fix keeps the latest text, and Undo reverts only the fix', async () => {
  const { editor, fix, shown } = await renderEditor([span('b', 'A Hot Seller Lead is $299.')])
  const start = { path: [{ _key: 'a' }, 'children', { _key: 'b' }], offset: 0 }
  editor.send({ type: 'select', at: { anchor: start, focus: start } })
  editor.send({ type: 'insert.text', text: 'Now: ' })
  quoteInEditor(editor, fix, content)
  await waitFor(() => expect(shown()).toEqual(['Now: A Hot Seller Lead is [price].']))
  editor.send({ type: 'history.undo' })
  await waitFor(() => expect(shown()).toEqual(['Now: A Hot Seller Lead is $299.']))
})

test('the caller changes the document if there is no editor', async () => {
  const { fix } = await renderEditor([span('b', 'A Hot Seller Lead is $299.')])
  expect(quoteInEditor(null, fix, content)).toBe(false)
})
