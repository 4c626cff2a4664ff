import type { Page } from '@playwright/test'
import { html, json, recordingHost } from '#app/host/recording-host.test-support.ts'
import { test as base, WITH_PRODUCT } from '#tests/support/fixtures.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { FROM_OWN_PAGE } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'

type Respond = Parameters<typeof recordingHost>[0]

/** More than a test machine can ask: what is tested here is not the budgets. */
const BUDGETS = {
  BUDGET_PER_MINUTE: '100000',
  BUDGET_PER_HOUR: '100000',
  BUDGET_CHECKOUT_PER_MINUTE: '100000',
}
export const CLIENT_ID = 'client-id-of-this-test'

export const CREATE = '/api/paypal/create_order'
export const CAPTURE = '/api/paypal/complete_order'
export const RECORD = '/api/paypal/complete'

/** A `<host>` of somebody else that takes payments, and the site in front of it. */
type PayingHost = {
  product: Product
  url: string
  /** What it was asked at a path of calls 4 to 6, oldest first. */
  asked: (path: string) => Awaited<ReturnType<typeof recordingHost>>['requests']
  /** How it answers a path from now on; null brings its usual answer back. */
  answer: (path: string, respond: Respond | null) => void
}

/** A host that knows the paths of section 7 and nothing else. */
export async function bareHost() {
  const answers = new Map<string, Respond>()
  let orders = 0
  const usual: Record<string, Respond> = {
    'GET /api/reviews': json([]),
    [`POST ${CREATE}`]: (res, request, count) => json({ id: `ORDER${++orders}` })(res, request, count),
    [`POST ${CAPTURE}`]: json({ status: 'COMPLETED' }),
    [`POST ${RECORD}`]: json({ ok: true }),
  }
  const host = await recordingHost((res, request, count) => {
    const respond = answers.get(request.path) ?? usual[`${request.method} ${request.path}`] ?? html(404)
    respond(res, request, count)
  })
  return {
    url: host.url,
    asked: (path: string) => host.requests.filter((request) => request.path === path),
    answer(path: string, respond: Respond | null) {
      if (respond) answers.set(path, respond)
      else answers.delete(path)
    },
    usual() {
      answers.clear()
      host.requests.length = 0
    },
    close: host.close,
  }
}

/**
 * `product`: with the embedded host and its stand-in for PayPal. `paying`: a site whose `<host>` is not ours, with
 * PAYPAL_CLIENT_ID set; each test finds that host answering as usual, and having been asked nothing.
 */
export const test = base.extend<{ paying: PayingHost }, { payingHost: PayingHost & { usual: () => void } }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, info) => {
      const product = await startProduct({ worker: info.parallelIndex, env: BUDGETS })
      await use(product)
      await product.stop()
    },
    WITH_PRODUCT,
  ],
  payingHost: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use, info) => {
      const { close, ...host } = await bareHost()
      const product = await startProduct({
        worker: info.parallelIndex + 14,
        env: { ...BUDGETS, HOST_URL: host.url, PAYPAL_CLIENT_ID: CLIENT_ID },
      })
      await use({ ...host, product })
      await product.stop()
      await close()
    },
    WITH_PRODUCT,
  ],
  paying: async ({ payingHost }, use) => {
    payingHost.usual()
    await use(payingHost)
  },
})

export const DETAILS = {
  firstName: 'Ann',
  lastName: 'O’Neil',
  email: 'ann@example.com',
  phone: '+1 302 555 0142',
  city: 'Dover',
  state: 'DE',
  address: '1 Main Street, “Back” <house>',
}
export type Details = typeof DETAILS

let count = 0
/** Somebody who has not bought before. */
export function somebody(): Details {
  count++
  return { ...DETAILS, email: `ann.${process.pid}.${count}@example.com` }
}

/** Posts a form as the page's own would, in its browser but without it. */
export const postForm = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, { form, maxRedirects: 0, headers: { ...FROM_OWN_PAGE, Accept: 'text/html' } })

/** What a visitor does before paying, without the clicks: chooses a plan, saves the details. */
export async function prepare(page: Page, slug: string, details: Details | null = DETAILS) {
  await postForm(page, '/checkout/plan', { plan: slug })
  if (details) await postForm(page, '/checkout', { ...details, intent: 'save' })
}

/** PayPal's script as the tests need it: one button; who presses it approves at once. */
export const PAYPAL = `window.paypal = {
  version: 'test',
  Buttons: (props) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'PayPal' })
    button.onclick = async () => {
      let allowed = true
      await props.onClick({}, { resolve: async () => {}, reject: async () => void (allowed = false) })
      if (!allowed) return
      try {
        const orderID = await props.createOrder({ paymentSource: 'paypal' }, {})
        await props.onApprove({ orderID, payerID: 'PAYER' }, { restart() {} })
      } catch (error) {
        // Through PayPal's frame: the class is lost, the words are kept.
        props.onError(new Error(error.message))
      }
    }
    return {
      isEligible: () => true,
      async render(container) {
        container.append(button)
        props.onInit({}, { enable: async () => {}, disable: async () => {} })
      },
      close: async () => button.remove(),
      updateProps: async () => {},
    }
  },
}`

/** Answers PayPal's script in its place; resolves to the addresses that were asked for, as they come. */
export async function answerPayPalScript(page: Page, script = PAYPAL): Promise<string[]> {
  const asked: string[] = []
  await page.context().route('https://www.paypal.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return asked
}

/** How many orders and captures the embedded host has. */
export function figures(product: Product): { orders: number; captures: number; purchases: number } {
  const count = (table: string) => Number(rows(product, `SELECT count(*) AS n FROM ${table}`)[0]!.n)
  return {
    orders: count('payment_orders'),
    captures: count('payment_captures'),
    purchases: count('purchases'),
  }
}
