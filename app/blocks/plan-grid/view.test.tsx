import { expect, test } from 'vitest'
import { PlanGridView } from '#app/blocks/plan-grid/view.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { render, texts } from '#tests/support/render.tsx'
import { PRO_CLOSER } from '#tests/support/sales.ts'

const rate = {
  ...PRO_CLOSER,
  _id: 'r',
  title: 'Hot Seller Lead',
  slug: 'hot-seller-lead',
  kind: 'rate' as const,
  price: 299,
  cap: 600_000,
  credit: null,
}
const block: BlockOf<'planGrid'> = {
  _key: 'k',
  _type: 'planGrid',
  heading: 'Rates',
  intro: null,
  kind: 'rate',
  plans: [rate, PRO_CLOSER],
}
const shown = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('each card posts its plan without JavaScript', () => {
  const html = render(<PlanGridView block={block} />)
  expect(html.match(/<form [^>]*action="\/checkout\/plan"/g)).toHaveLength(2)
  expect(html.match(/method="post"/g)).toHaveLength(2)
  expect(html).toContain('<input type="hidden" name="plan" value="hot-seller-lead"/>')
  expect(texts(html, 'h3')).toEqual(['Hot Seller Lead', 'Pro Closer'])
  expect(texts(html, 'button')).toEqual(['Choose Plan', 'Choose Plan'])
})

test('only the chosen card reads Selected', () => {
  const html = render(<PlanGridView block={block} chosenPlan="pro-closer" />)
  expect(texts(html, 'button')).toEqual(['Choose Plan', 'Selected'])
})

test.each([{ slug: null }, { title: null }, { price: null }, { price: 0 }, { price: 0.001 }])(
  "a plan that checkout can't sell has no button: %j",
  (invalid) => {
    const html = render(
      <PlanGridView block={{ ...block, plans: [{ ...rate, ...invalid }] }} chosenPlan={null} />,
    )
    expect(texts(html, 'button')).toEqual([])
    expect(html).toContain('not on sale')
  },
)

test('a card shows the price, cap, credit and saving that its plan has', () => {
  const html = shown(render(<PlanGridView block={block} />))
  expect(html).toContain('$299 Property value up to $600K One')
  expect(html).toContain('$999 $1,200 lead credit Save $201 One')
})
