import type { Page } from '@playwright/test'
import type { PaymentBackend } from '#tests/support/external-backends.ts'
import { test as base } from '#tests/support/fixtures.ts'
import { fetchPage, htmlToText, SAME_ORIGIN_HEADERS, until } from '#tests/support/http.ts'
import type { Product } from '#tests/support/product.ts'
import { CUSTOMER } from '#tests/support/sales.ts'
import { queryBackend } from '#tests/support/sqlite.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'
export { backendWithoutSite, CAPTURE, CLIENT_ID, CREATE, RECORD } from '#tests/support/external-backends.ts'

/** `paymentBackend`: an external backend for payments, with a site in front of it. Each test starts with its default answers. */
export const test = base.extend<{ paymentBackend: PaymentBackend }>({
  paymentBackend: async ({ sharedPaymentBackend }, use) => {
    sharedPaymentBackend.reset()
    await use(sharedPaymentBackend)
  },
})

export const DETAILS = {
  ...CUSTOMER,
  lastName: 'O’Neil',
  phone: '+1 302 555 0142',
  address: '1 Main Street, “Back” <house>',
}
export type Details = typeof DETAILS

let count = 0
export function newBuyer(): Details {
  count++
  return { ...DETAILS, email: `buyer.${process.pid}.${count}@example.com` }
}

/** Posts a form with the page's cookies, as another tab would. */
export const postForm = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, { form, maxRedirects: 0, headers: { ...SAME_ORIGIN_HEADERS, Accept: 'text/html' } })

export async function prepareCheckout(page: Page, slug: string, details: Details | null = DETAILS) {
  await postForm(page, '/checkout/plan', { plan: slug })
  if (details) await postForm(page, '/checkout', { ...details, intent: 'save' })
}

export async function openCheckout(page: Page, slug: string, details: Details | null = newBuyer()) {
  await prepareCheckout(page, slug, details)
  await page.goto('/checkout')
  return details
}

/** Unpublishes Commercial Lead while `work` runs. */
export async function whilePlanIsOffSale({ editor, siteUrl }: Product, work: () => Promise<void>) {
  const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
  const plansOnSale = async () =>
    htmlToText((await fetchPage(`${siteUrl}/pricing`)).html).split('Choose Plan').length - 1
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

/** Answers requests for PayPal's script. The returned array also collects the URLs of later requests. */
export async function replacePayPalScript(page: Page): Promise<string[]> {
  const urls: string[] = []
  await page.context().route('https://www.paypal.com/**', (route) => {
    urls.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: PAYPAL })
  })
  return urls
}

/** The number of orders, captures and purchases in the embedded backend. */
export function paymentCounts(product: Product): { orders: number; captures: number; purchases: number } {
  const count = (table: string) => Number(queryBackend(product, `SELECT count(*) AS n FROM ${table}`)[0]!.n)
  return {
    orders: count('payment_orders'),
    captures: count('payment_captures'),
    purchases: count('purchases'),
  }
}

export const purchasesOf = (product: Product, details: Details | null) =>
  queryBackend(product, 'SELECT * FROM purchases WHERE user_email = ?', details!.email)
