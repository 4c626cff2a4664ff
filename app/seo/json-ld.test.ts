import { expect, test } from 'vitest'
import type { Page, Plan } from '#app/content/types.ts'
import { pageJsonLd } from '#app/seo/json-ld.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

test('only plans that can be bought are offered to search engines', () => {
  const plan: Plan = {
    _id: 'p',
    title: 'Pro Closer',
    slug: 'pro-closer',
    kind: 'bundle',
    price: 999,
    cap: null,
    credit: 1200,
    summary: null,
    features: [],
  }
  const page = {
    title: 'Pricing',
    slug: 'pricing',
    blocks: [{ _key: 'k', _type: 'planGrid', plans: [plan, { ...plan, title: 'Free', price: 0 }] }],
  } as unknown as Page
  const graph = JSON.stringify(pageJsonLd(page, { settings: fixtureSettings, siteUrl: 'https://a.example' }))
  expect(graph.match(/"price":"[^"]*"/g)).toEqual(['"price":"999.00"'])
})
