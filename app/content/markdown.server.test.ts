import { expect, test } from 'vitest'
import { markdownWriter } from '#app/content/markdown.server.ts'
import type { RichText } from '#app/content/types.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'

const write = markdownWriter(fixtureSettings, 'https://a.example/pricing')
type Block = RichText[number]
type Children = NonNullable<Block['children']>
const block = (children: string | object[], more: object = {}): Block =>
  ({
    ...paragraphs('')[0],
    ...more,
    children: typeof children === 'string' ? [{ _type: 'span', text: children }] : (children as Children),
  }) as Block
const item = (text: string, level: number, listItem = 'bullet') => block(text, { listItem, level })
const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks })
const linked = (href: string | null, target: object | null = null) =>
  block([span('See '), span('the ', 'l'), span('rates', 'l', 'strong'), span('.')], {
    markDefs: [{ _key: 'l', _type: 'textLink', href, target }],
  })
const plan = { price: 99, cap: null, credit: null }

test.each<[string, Block[], string]>([
  ['paragraphs', paragraphs('One', 'Two'), 'One\n\nTwo'],
  ['empty paragraphs', paragraphs('One', '', 'Two'), 'One\n\nTwo'],
  ['headings', [block('Terms', { style: 'h3' })], '### Terms'],
  ['quotations', [block('One\ntwo', { style: 'blockquote' })], '> One\\\n> two'],
  ['line breaks', [block('One\ntwo')], 'One\\\ntwo'],
  [
    'nested lists',
    [item('A', 1), item('A1', 2), item('B', 1), item('1', 1, 'number'), item('2', 1, 'number')],
    '- A\n    - A1\n- B\n1. 1\n1. 2',
  ],
  ['emphasis', [block([span('All '), span('yours ', 'strong'), span('now', 'em')])], 'All **yours** *now*'],
  [
    'links to pages',
    [linked(null, { _type: 'page', slug: 'home' })],
    'See [the **rates**](https://a.example/).',
  ],
  ['links to anchors', [linked('#faq')], 'See [the **rates**](https://a.example/pricing#faq).'],
  [
    'brackets in addresses',
    [linked('https://b.example/(1)(')],
    'See [the **rates**](https://b.example/%281%29%28).',
  ],
  ['unpublished pages', [linked(null, { _type: 'page', slug: null })], 'See the **rates**.'],
  ['unsafe addresses', [linked('javascript:alert(1)')], 'See the **rates**.'],
  [
    'quotes',
    [
      block([
        { _type: 'priceReference', show: 'price', plan },
        span(' from '),
        { _type: 'settingReference', setting: 'brand' },
        span(', '),
        { _type: 'settingReference', setting: 'email' },
      ]),
    ],
    '$99 from Brand, [hello@brand.example](mailto:hello@brand.example)',
  ],
  [
    'markup in a text',
    [block('*a* _b_ [c](d) <b> `e` ~~f~~ | \\ &amp; A & B')],
    String.raw`\*a\* \_b\_ \[c\](d) \<b\> \`e\` \~\~f\~\~ \| \\ \&amp; A & B`,
  ],
  ['a text like a heading', [block('# One')], '\\# One'],
  [
    'a text like a list',
    paragraphs('- One', '2026. Two', '+ Three', '5.2M homes'),
    '\\- One\n\n2026\\. Two\n\n\\+ Three\n\n5.2M homes',
  ],
  ['a text like an underline', [block('One\n===\n---')], 'One\\\n\\===\\\n\\---'],
])('%s become Markdown', (_name, value, expected) => {
  expect(write.section({ text: value })).toBe(expected)
})

test('a heading is on one line', () => {
  expect(write.section({ heading: [block('One\ntwo')] }, 2)).toBe('## One two')
  expect(write.section({ heading: null })).toBe('')
})

test('a text without an address is no link', () => {
  expect(write.link(undefined, 'Rates')).toBe('Rates')
})
