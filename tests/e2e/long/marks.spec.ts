import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, type Page, test } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { keepPlan, read, until } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Issue A, "Shown by": headings, buttons and copy live in the lake, not in components. Every string of a copy of the
// seed gets a mark; what is visible without it has to be in one of the lists below.
const MARK = '⁂'

/** Fields whose strings are no words: keys, choices of a list, addresses, dates, data of the company. */
const NOT_WORDS = new Set([
  ...[
    '_id',
    '_type',
    '_key',
    '_ref',
    '_rev',
    '_createdAt',
    '_updatedAt',
    '_weak',
    'marks',
    'style',
    'listItem',
  ],
  ...[
    'kind',
    'show',
    'setting',
    'href',
    'url',
    'logoUrl',
    'mapsUrl',
    'companyUrl',
    'current',
    'email',
    'phone',
  ],
  ...['date', 'effectiveDate', 'asset', 'postalCode', 'region'],
])

/** Every visible text that does not come from a string of the content, and why. */
const WITHOUT_MARK: [why: string, pattern: RegExp][] = [
  ['a price, credit, saving or value of a plan, formatted', /^\$[\d,]+(\.\d\d|K)?$/],
  ['a date of the content, in words', /^[A-Z][a-z]+ \d{1,2}, \d{4}$/],
  ['the date of a review, as the specification has it', /^\d\d-\d\d-\d{4}$/],
  ['the number of a section, the quantity, a rating, the status of a missing page', /^\d{1,3}$/],
  ['the year of the last line', /^(©|\d{4}|© \d{4})$/],
  ['the phone number, formatted', /^\(302\) 555-0142$/],
  ['the e-mail address', /^hello@keyturn\.example$/],
  ['the company’s web address', /^www\.keyturn\.example$/],
  ['the payment provider’s name', /^PayPal$/],
  ['state and postal code, cut out of the address', /^(Delaware|19801)$/],
  ['the field for bots, which text browsers alone show', /^Leave empty:$/],
]
/** The specification's own words on forms: labels, buttons, placeholders (sections 2, 3 and 5). */
const FORM_WORDS = new Set([
  ...[
    'First Name',
    'Last Name',
    'Email',
    'Email Address',
    'Phone',
    'Phone Number',
    'Submit',
    'Submitting...',
  ],
  ...['City', 'State', 'Address', 'Full Address', 'Save Details', 'Customer Details', 'Pay securely with'],
  ...['Company Name', 'Job Title', 'Write a review', 'Add Review', 'Add New Review', 'Add'],
  ...['Company', 'Position', 'Read More', 'Show Less', 'Rating:', '/5', 'Ask about any query...'],
])
/** Names for assistive technology alone. */
const NAMES_WITHOUT_MARK: [why: string, pattern: RegExp][] = [
  ['what a carousel is and the place of a slide in it', /^(carousel|slide|\d+ of \d+)$/],
  ['the buttons of a carousel', /^(Pause slides|Play slides|Previous slide|Next slide)$/],
  ['what a browser says of a phone number that does not fit', /^7 to 20 digits, /],
  ['the list of a policy’s sections', /^Contents$/],
  ['the close button of a dialog, a rating', /^(Close|[1-5]|\d out of 5)$/],
  ['what a link beside a form does', /^Opens in a new tab$/],
]

function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() ? value + MARK : value
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, NOT_WORDS.has(field) ? inner : marked(inner)]),
  )
}

/** The sentences of a document's texts: a suggestion shows one of them, without the end that carries the mark. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value.split(/(?<=[.!?])\s+/).filter((text) => text.split(' ').length > 3)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}

/** Every text of a page, shown or still closed, its title, and every name that is read out. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    // A text with a word that is kept whole (app/ui/heading.tsx) is still one: its mark stands at its end.
    const body = document.body.cloneNode(true) as HTMLElement
    for (const word of body.querySelectorAll('.whole')) word.replaceWith(...word.childNodes)
    body.normalize()
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, template')) texts.push(node.textContent ?? '')
    const names = ['aria-label', 'alt', 'placeholder', 'title', 'aria-roledescription'].flatMap((name) =>
      [...document.querySelectorAll(`body [${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const clean = (list: string[]) => [...new Set(list.map((text) => text.replace(/\s+/g, ' ').trim()))]
    return { texts: [...clean(texts), document.title], names: clean(names) }
  })

/** What <host> gives as the list of reviews: its words are marked like those of the content. */
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

test('every word that a visitor reads comes from the content', async () => {
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
      ROUTES.map(async (route) => /<h1.*?<\/h1>/s.exec((await read(siteUrl + route)).html)?.[0] ?? ''),
    )
  await until(headings, (all) => all.every((heading) => heading.includes(MARK)))

  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL: siteUrl })
    const unmarked = { texts: new Map<string, string>(), names: new Map<string, string>() }
    let seen = 0
    async function look(where: string) {
      const found = await textsOf(page)
      for (const [kind, list] of [
        ['texts', WITHOUT_MARK],
        ['names', NAMES_WITHOUT_MARK],
      ] as const)
        for (const text of found[kind]) {
          if (!/[\p{L}\p{N}]/u.test(text)) continue // punctuation alone
          seen++
          if (text.includes(MARK) || FORM_WORDS.has(text) || sentences.has(text)) continue
          if (!list.some(([, pattern]) => pattern.test(text))) unmarked[kind].set(text, where)
        }
    }
    for (const route of [...ROUTES, '/nope', '/resources/nope']) {
      await page.goto(route)
      await look(route)
    }
    await keepPlan(page.context(), siteUrl, 'pro-closer')
    for (const route of ['/pricing', '/checkout']) {
      await page.goto(route)
      await look(`${route}, a plan chosen`)
    }
    expect(seen).toBeGreaterThan(1_000)
    expect(Object.fromEntries(unmarked.texts), 'texts of components').toEqual({})
    expect(Object.fromEntries(unmarked.names), 'names of components').toEqual({})
  } finally {
    await browser.close()
  }
})
