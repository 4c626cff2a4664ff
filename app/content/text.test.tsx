import { expect, test } from 'vitest'
import { RichText } from '#app/content/text.tsx'
import type { RichText as RichTextValue } from '#app/content/types.ts'
import { render } from '#tests/support/render.tsx'

const item = (text: string, level: number) => ({ ...paragraph(text), listItem: 'bullet', level })
const paragraph = (text: string, href?: string) => ({
  _type: 'block',
  style: 'normal',
  listItem: null,
  level: 1,
  markDefs: href ? [{ _key: 'l', _type: 'textLink', href, target: null }] : null,
  children: [{ _type: 'span', text, ...(href && { marks: ['l'] }) }],
})
const html = (...blocks: object[]) => render(<RichText value={blocks as unknown as RichTextValue} />)

test('a list that begins at level 3 has no empty items', () => {
  expect(html(item('Third', 3), item('Second', 2), item('Third', 3))).toBe(
    '<ul><li>Third</li><li>Second<ul><li>Third</li></ul></li></ul>',
  )
})

test('an invalid link becomes plain text', () => {
  expect(html(paragraph('our rules', 'javascript:alert(1)'))).toBe('<p>our rules</p>')
})
