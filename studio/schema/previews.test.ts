import type { PreviewConfig, SchemaTypeDefinition } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'

type Part = SchemaTypeDefinition & { preview?: PreviewConfig; fields?: Part[]; of?: Part[] }

/** A type and the types inside it that have a preview, each with its place. */
const previewsOf = (type: Part, place: string): { place: string; preview: PreviewConfig }[] => [
  ...(type.preview ? [{ place, preview: type.preview }] : []),
  ...[...(type.fields ?? []), ...(type.of ?? [])].flatMap((part) =>
    previewsOf(part, `${place}.${part.name ?? part.type}`),
  ),
]
const previews = schemaTypes.flatMap((type) => previewsOf(type as Part, type.name))
const prepare = (place: string, values: Record<string, unknown>) =>
  previews.find((one) => one.place === place)?.preview.prepare?.(values)

const ODD: unknown[] = [
  null,
  undefined,
  '',
  5,
  -1e308,
  true,
  {},
  [],
  [null, 5, 'x', {}],
  { en: 'Shipping', so: 'Rarid' },
  [{ _key: 'en', _type: 'internationalizedArrayStringValue', value: 'Rates' }],
  { asset: { _ref: 5 } },
  { asset: { _ref: 'image-x' } },
  [{ _type: 'block', children: 'x' }],
  [{ _type: 'block', children: [null, 5, { _type: 'span', text: {} }] }],
]
const isShown = (value: unknown) => value === null || ['undefined', 'string', 'number'].includes(typeof value)

test('each type with fields has a preview', () => {
  expect(previews.length).toBeGreaterThan(35)
})

test.each(previews)('the preview of $place shows texts, whatever its fields hold', ({ preview }) => {
  const names = Object.keys(preview.select ?? {})
  for (const odd of ODD) {
    const shown = preview.prepare?.(Object.fromEntries(names.map((name) => [name, odd]))) ?? {}
    for (const [name, value] of Object.entries(shown)) {
      expect([name, odd, isShown(value)]).toEqual([name, odd, true])
      expect(String(value)).not.toMatch(/\[object Object\]|NaN/)
    }
  }
})

const answer = {
  _type: 'block',
  children: [{ _type: 'span', text: 'It costs ' }, { _type: 'priceReference' }],
}

test.each([
  [
    'faqItem',
    { title: 'What?', answer: [answer, answer] },
    { title: 'What?', subtitle: 'It costs … It costs …' },
  ],
  ['faqItem', { title: 'What?', answer: [null, 7, {}, answer] }, { title: 'What?', subtitle: 'It costs …' }],
  ['page', { title: { en: 'Rates' }, slug: 'rates' }, { title: 'rates', subtitle: '/rates' }],
  ['prose', { heading: [answer] }, { title: 'It costs …' }],
  ['prose', { heading: { en: 'Rates' } }, { title: 'Column of text' }],
  ['card', { title: 'Fast', subtitle: [answer] }, { title: 'Fast', subtitle: 'It costs …' }],
])('the preview of %s %j shows %j', (place, fields, shown) => {
  expect(prepare(place, fields)).toMatchObject(shown)
})
