import type { Page } from '@playwright/test'
import { test as base } from '#tests/support/fixtures.ts'
import type { PayingHost } from '#tests/support/hosts.ts'
import type { Product } from '#tests/support/product.ts'
import { FROM_OWN_PAGE } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'
export { bareHost, CAPTURE, CLIENT_ID, CREATE, RECORD } from '#tests/support/hosts.ts'

/** `paying`: a site in front of a foreign host; each test finds that host without requests and with its usual answers. */
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
/** Somebody who has not bought before. */
export function somebody(): Details {
  count++
  return { ...DETAILS, email: `buyer.${process.pid}.${count}@example.com` }
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
