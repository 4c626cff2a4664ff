import { expect, test } from 'vitest'
import type { Page } from '#app/content/types.ts'
import { pageJsonLd } from '#app/seo/json-ld.ts'
import { fixtureSettings } from '#tests/support/render.tsx'
import { PRO_CLOSER } from '#tests/support/sales.ts'

test('only plans that can be bought are offered to search engines', () => {
  const page = {
    title: 'Pricing',
    slug: 'pricing',
    blocks: [
      { _key: 'k', _type: 'planGrid', plans: [PRO_CLOSER, { ...PRO_CLOSER, title: 'Free', price: 0 }] },
    ],
  } as unknown as Page
  const graph = JSON.stringify(pageJsonLd(page, { settings: fixtureSettings, siteUrl: 'https://a.example' }))
  expect(graph.match(/"price":"[^"]*"/g)).toEqual(['"price":"999.00"'])
})
