import type { Page } from '@playwright/test'
import { test as base } from '#tests/support/fixtures.ts'
import type { PayingHost } from '#tests/support/hosts.ts'
import type { Product } from '#tests/support/product.ts'
import { FROM_OWN_PAGE, read, until, words } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'
export { bareHost, CAPTURE, CLIENT_ID, CREATE, RECORD } from '#tests/support/hosts.ts'

/** `paying`: a site in front of a foreign backend, which gives its usual answers when a test begins. */
export const test = base.extend<{ paying: PayingHost }>({
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
/** A buyer without an earlier purchase. */
export function somebody(): Details {
  count++
  return { ...DETAILS, email: `buyer.${process.pid}.${count}@example.com` }
}

/** Posts a form with the page's cookies, as another tab would. */
export const postForm = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, { form, maxRedirects: 0, headers: { ...FROM_OWN_PAGE, Accept: 'text/html' } })

/** Chooses a plan and saves the details by requests. */
export async function prepare(page: Page, slug: string, details: Details | null = DETAILS) {
  await postForm(page, '/checkout/plan', { plan: slug })
  if (details) await postForm(page, '/checkout', { ...details, intent: 'save' })
}

/** Opens checkout with a chosen plan and saved details. */
export async function openCheckout(page: Page, slug: string, details: Details | null = somebody()) {
  await prepare(page, slug, details)
  await page.goto('/checkout')
  return details
}

/** Unpublishes Commercial Lead while `work` runs. */
export async function whileOffSale({ editor, siteUrl }: Product, work: () => Promise<void>) {
  const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
  const plansOnSale = async () =>
    words((await read(`${siteUrl}/pricing`)).html).split('Choose Plan').length - 1
  await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  try {
    await until(plansOnSale, (count) => count === 7)
    await work()
  } finally {
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
    await until(plansOnSale, (count) => count === 8)
  }
}

/** Replaces PayPal's script: one button, which approves at once. */
const PAYPAL = `window.paypal = {
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
        // PayPal's frame drops the class of an error.
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

/** Answers requests for PayPal's script. Resolves to their addresses, also of later ones. */
export async function answerPayPalScript(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route('https://www.paypal.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: PAYPAL })
  })
  return asked
}

/** The number of orders, captures and purchases in the embedded backend. */
export function figures(product: Product): { orders: number; captures: number; purchases: number } {
  const count = (table: string) => Number(rows(product, `SELECT count(*) AS n FROM ${table}`)[0]!.n)
  return {
    orders: count('payment_orders'),
    captures: count('payment_captures'),
    purchases: count('purchases'),
  }
}

/** The recorded purchases of a buyer. */
export const purchasesOf = (product: Product, details: Details | null) =>
  rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details!.email)
