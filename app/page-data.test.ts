import { expect, test } from 'vitest'
import { type PageData, packed, unpacked } from '#app/page-data.ts'

test('what is packed comes out again, on the other side as well', () => {
  const content = { title: 'Prices <b> “$10”', none: null, list: [1, { deep: true }] }
  const text = packed(content)
  expect(unpacked(text)).toEqual(content)
  const arrived = JSON.parse(JSON.stringify(text)) as typeof text
  expect(unpacked(arrived)).toEqual(content)
})

test('a text that is shown gives the same objects each time, however many others were read before', () => {
  const layout = '{"brand":"Keyturn"}' as PageData<{ brand: string }>
  const first = unpacked(layout)
  for (let page = 0; page < 100; page++) {
    unpacked(`{"page":${page}}` as PageData<{ page: number }>)
    expect(unpacked(layout)).toBe(first)
  }
})
