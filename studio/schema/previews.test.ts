import type { PreviewConfig, SchemaTypeDefinition } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'

type Part = SchemaTypeDefinition & { preview?: PreviewConfig; fields?: Part[]; of?: Part[] }

/** Returns the previews of a type and of the types inside it, each with its path. */
const previewsOf = (type: Part, place: string): { place: string; preview: PreviewConfig }[] => [
  ...(type.preview ? [{ place, preview: type.preview }] : []),
  ...[...(type.fields ?? []), ...(type.of ?? [])].flatMap((part) =>
    previewsOf(part, `${place}.${part.name ?? part.type}`),
  ),
]
const previews = schemaTypes.flatMap((type) => previewsOf(type as Part, type.name))
const prepare = (place: string, values: Record<string, unknown>) =>
  previews.find((one) => one.place === place)?.preview.prepare?.(values)

const INVALID: unknown[] = [
  null,
  '',
  -1e308,
  true,
  {},
  [null, 5, 'x', {}],
  { en: 'Shipping', so: 'Rarid' },
  [{ _key: 'en', _type: 'internationalizedArrayStringValue', value: 'Rates' }],
  { asset: { _ref: 5 } },
  [{ _type: 'block', children: [null, 5, { _type: 'span', text: {} }] }],
]
const isShown = (value: unknown) => value === null || ['undefined', 'string', 'number'].includes(typeof value)

test.each(previews)('the preview of $place shows text even for invalid values', ({ preview }) => {
  const names = Object.keys(preview.select ?? {})
  for (const invalid of INVALID) {
    const shown = preview.prepare?.(Object.fromEntries(names.map((name) => [name, invalid]))) ?? {}
    for (const [name, value] of Object.entries(shown)) {
      expect([name, invalid, isShown(value)]).toEqual([name, invalid, true])
      expect(String(value)).not.toMatch(/\[object Object\]|NaN/)
    }
  }
})

const answer = {
  _type: 'block',
  children: [{ _type: 'span', text: 'It costs ' }, { _type: 'priceReference' }],
}

test.each([
  ['faqItem', { title: 'What?', answer: [null, 7, answer] }, { title: 'What?', subtitle: 'It costs …' }],
  ['page', { title: { en: 'Rates' }, slug: 'rates' }, { title: 'rates', subtitle: '/rates' }],
  ['prose', { heading: { en: 'Rates' } }, { title: 'Column of text' }],
  ['plan', { title: 'A', price: 309.5, kind: 'rate' }, { subtitle: '$309.50 · lead rate' }],
  ['plan', { title: 'A', price: 1e308, kind: 'rate' }, { subtitle: 'no price · lead rate' }],
])('the preview of %s %j shows %j', (place, fields, shown) => {
  expect(prepare(place, fields)).toMatchObject(shown)
})
