import { expect, test } from 'vitest'
import { anchoredHeadings } from '#app/content/heading-anchors.ts'
import type { Article } from '#app/content/types.ts'
import { paragraphs } from '#tests/support/render.tsx'

const headings = (...texts: string[]) =>
  paragraphs(...texts).map((block) => ({ ...block, style: 'h2' })) as NonNullable<Article['body']>
const idsOf = (body: Article['body']) => anchoredHeadings(body).map(({ id }) => id)

test('anchors are unique and made of the words of their headings', () => {
  expect(idsOf(headings('The first minute!', 'Être là', 'Main', 'Same', 'Same 2', 'Same', '…', '?'))).toEqual(
    [
      'section-the-first-minute',
      'section-être-là',
      'section-main',
      'section-same',
      'section-same-2',
      'section-same-3',
      'section',
      'section-2',
    ],
  )
  expect(idsOf([...headings('Same'), ...(paragraphs('Text') as never)])).toEqual(['section-same'])
  expect(idsOf(null)).toEqual([])
})

test('an anchor stays the same when the price in its heading changes', () => {
  const [heading] = headings('Why')
  const withPrice = (price: number) => {
    const quote = { _type: 'priceReference' as const, text: null, show: 'price' as const }
    const plan = { price, cap: null, credit: null }
    return { ...heading!, children: [...heading!.children!, { ...quote, plan }] } as typeof heading & object
  }
  expect(idsOf([withPrice(99)])).toEqual(idsOf([withPrice(149)]))
})
