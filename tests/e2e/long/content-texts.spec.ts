import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, type Page, test } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { fetchPage, until } from '#tests/support/http.ts'
import { setPlanCookie } from '#tests/support/page.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Appends a mark to every text of the content. A visible text without the mark must be in one of the lists below.
const MARK = '⁂'

/** Fields that are not texts. */
const NOT_TEXTS = new Set(
  `_id _type _key _ref _rev _createdAt _updatedAt _weak marks style listItem kind show setting href url logoUrl mapsUrl
  companyUrl current email phone date effectiveDate asset postalCode region`.split(/\s+/),
)

const WITHOUT_MARK = [
  /^\$[\d,]+(\.\d\d|K)?$/, // the amounts of a plan
  /^[A-Z][a-z]+ \d{1,2}, \d{4}$/, // a date of the content
  /^\d\d-\d\d-\d{4}$/, // the date of a review
  /^\d{1,3}$/, // section numbers, quantity, rating, status
  /^(©|\d{4}|© \d{4})$/,
  /^\(302\) 555-0142$/,
  /^hello@keyturn\.example$/,
  /^www\.keyturn\.example$/,
  /^PayPal$/,
  /^(Delaware|19801)$/,
  /^Leave empty:$/, // the honeypot
]
/** The specification's texts of forms (sections 2, 3 and 5). */
const FORM_TEXTS = new Set(
  `First Name|Last Name|Email|Email Address|Phone|Phone Number|Submit|Submitting...|City|State|Address|Full Address
|Save Details|Customer Details|Pay securely with|Company Name|Job Title|Write a review|Add Review|Add New Review|Add
|Company|Position|Read More|Show Less|Rating:|/5|Ask about any query...`.split(/\n?\|/),
)
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() ? value + MARK : value
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, NOT_TEXTS.has(field) ? inner : marked(inner)]),
  )
}

/** The sentences of a document. A suggestion shows one of them, perhaps without the mark. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value.split(/(?<=[.!?])\s+/).filter((text) => text.split(' ').length > 3)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}

/** All texts of a page, also hidden ones, and its title. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    // app/ui/heading.tsx wraps some words in elements.
    const body = document.body.cloneNode(true) as HTMLElement
    for (const word of body.querySelectorAll('.whole')) word.replaceWith(...word.childNodes)
    body.normalize()
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, template')) texts.push(node.textContent ?? '')
    return [document.title, ...texts].map((text) => text.replace(/\s+/g, ' ').trim())
  })

/** A review of <host> with marks. */
const REVIEW = {
  ...(marked({
    firstName: 'Sample',
    lastName: 'Review',
    companyName: 'Sample Realty',
    jobTitle: 'Sample Realtor',
    reviewDescription: 'A sample.',
  }) as object),
  rating: 4,
  date: '2026-03-14T09:26:53.000Z',
}
const reviewsHost = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify([REVIEW]))
})

let product: Product
test.beforeAll(async () => {
  await new Promise<void>((resolve) => reviewsHost.listen(0, '127.0.0.1', resolve))
  const { port } = reviewsHost.address() as AddressInfo
  product = await startProduct({
    worker: test.info().parallelIndex + 4,
    env: { REVIEWS_HOST_URL: `http://127.0.0.1:${port}` },
  })
})
test.afterAll(async () => {
  await product?.stop()
  reviewsHost.close()
  reviewsHost.closeAllConnections()
})

test('every text that a visitor reads comes from the content', async () => {
  const { editor, siteUrl } = product
  type Document = { _id: string; _type: string }
  const documents = await editor.fetch<Document[]>('*[!(_type match "sanity.*") && !(_id in path("_.**"))]')
  expect(documents.length).toBeGreaterThan(40)
  const sentences = new Set(sentencesOf(documents))
  const transaction = editor.transaction()
  for (const document of documents) transaction.createOrReplace(marked(document) as Document)
  await transaction.commit()
  const headings = () =>
    Promise.all(
      ROUTES.map(async (route) => /<h1.*?<\/h1>/s.exec((await fetchPage(siteUrl + route)).html)?.[0] ?? ''),
    )
  await until(headings, (all) => all.every((heading) => heading.includes(MARK)))

  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL: siteUrl })
    const unmarked = new Map<string, string>()
    async function check(path: string) {
      await page.goto(path)
      const isExpected = (text: string) =>
        text.includes(MARK) ||
        FORM_TEXTS.has(text) ||
        sentences.has(text) ||
        !/[\p{L}\p{N}]/u.test(text) ||
        WITHOUT_MARK.some((pattern) => pattern.test(text))
      for (const text of await textsOf(page)) if (!isExpected(text)) unmarked.set(text, path)
    }
    for (const path of [...ROUTES, '/nope', '/resources/nope']) await check(path)
    await setPlanCookie(page.context(), siteUrl, 'pro-closer')
    for (const path of ['/pricing', '/checkout']) await check(path)
    expect(Object.fromEntries(unmarked)).toEqual({})
  } finally {
    await browser.close()
  }
})
