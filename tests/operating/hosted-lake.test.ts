import { expect, onTestFinished, test } from 'vitest'
import { startHostedProduct } from '#tests/support/hosted-product.ts'
import { fetchPage, htmlToText, planCookie, until } from '#tests/support/http.ts'

const PLAN = 'plan-standard-buyer-lead'
const PRICE = 109

test('publishing a price in a hosted project updates the card, the FAQ, checkout and JSON-LD, through the API CDN', async () => {
  const { lake, product, stop } = await startHostedProduct(26)
  onTestFinished(stop)
  const { siteUrl } = product
  const pricing = async () => (await fetchPage(`${siteUrl}/pricing`)).html
  const checkout = async () =>
    htmlToText((await fetchPage(`${siteUrl}/checkout`, { Cookie: planCookie('standard-buyer-lead') })).html)
  expect(await pricing()).toContain('<link rel="preconnect" href="https://cdn.sanity.io"/>')
  expect(await checkout()).toContain('Standard Buyer Lead $99.00')
  const requestsBefore = lake.requests.length

  const ids = { draftId: `drafts.${PLAN}`, publishedId: PLAN }
  const since = performance.now()
  await lake.editor.action([
    { actionType: 'sanity.action.document.edit', ...ids, patch: { set: { price: PRICE } } },
    { actionType: 'sanity.action.document.publish', ...ids },
  ])
  const places: [ask: () => Promise<string>, shown: RegExp][] = [
    [async () => htmlToText(await pricing()), /Standard Buyer Lead [^$]*\$109 /],
    [async () => htmlToText(await pricing()), /Standard Buyer Lead: \$109/],
    [checkout, /Standard Buyer Lead \$109\.00/],
    [pricing, /"sku":"standard-buyer-lead".{0,200}"price":"109\.00"/],
  ]
  await Promise.all(places.map(([ask, shown]) => until(ask, (text) => shown.test(text), { since })))

  const queries = lake.requests.slice(requestsBefore).filter(({ path }) => path.includes('/data/query/'))
  expect(queries.map(({ host, search }) => [host, search.has('lastLiveEventId')])).toEqual(
    queries.map(() => ['cdn', true]),
  )
  expect(queries.length).toBeGreaterThan(0)
})
