// @vitest-environment happy-dom
import { type Editor, EditorProvider } from '@portabletext/editor'
import { configure, render, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import type { PortableTextPluginsProps } from 'sanity'
import { expect, test } from 'vitest'
import { EditorInside, TellEditor } from '#studio/guards/quote-in-editor.tsx'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('leaving the window asks first while the editor of a text keeps what was typed to itself', async () => {
  const inside = createRef<Editor | null>()
  const plugins = { renderDefault: () => null } as unknown as PortableTextPluginsProps
  render(
    <EditorInside value={inside}>
      <EditorProvider
        initialConfig={{
          schemaDefinition: {},
          initialValue: [
            { _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 'b', text: '', marks: [] }] },
          ],
        }}
      >
        <TellEditor {...plugins} />
      </EditorProvider>
    </EditorInside>,
  )
  const editor = inside.current!
  await new Promise((ready) => editor.on('ready', ready))
  const start = { path: [{ _key: 'a' }, 'children', { _key: 'b' }], offset: 0 }
  editor.send({ type: 'select', at: { anchor: start, focus: start } })
  expect(asksBeforeLeaving()).toBe(false)
  editor.send({ type: 'insert.text', text: 'x' })
  expect(asksBeforeLeaving()).toBe(true)
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
})
