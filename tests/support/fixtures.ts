import { test as base } from '@playwright/test'
import {
  type FormsBackend,
  NO_RATE_LIMITS,
  type PaymentBackend,
  startFormsBackend,
  startPaymentBackend,
} from '#tests/support/external-backends.ts'
import { waitForPages } from '#tests/support/http.ts'
import { type Product, START_TIMEOUT_MS, startProduct } from '#tests/support/product.ts'

export { expect } from '@playwright/test'

/** Options of a worker fixture that starts a product. */
export const WITH_PRODUCT = { scope: 'worker', timeout: START_TIMEOUT_MS + 30_000 } as const

const VIOLATION = 'policy violation:'

type WorkerFixtures = {
  /** Site, Studio, lake and embedded backend. A test restores the content that it changes. */
  product: Product
  sharedPaymentBackend: PaymentBackend
  sharedFormsBackend: FormsBackend
}

/**
 * A console message that is not in `expectedConsole`, or a CSP violation, fails the test. All worker fixtures are here, because
 * Playwright starts another worker, and another product, for a test whose worker fixtures differ.
 */
export const test = base.extend<{ expectedConsole: RegExp[] }, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, info) => {
      const product = await startProduct({ worker: info.parallelIndex, env: NO_RATE_LIMITS })
      await waitForPages(product.siteUrl)
      await use(product)
      await product.stop()
    },
    WITH_PRODUCT,
  ],
  sharedPaymentBackend: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use, info) => {
      const host = await startPaymentBackend(info.parallelIndex)
      await use(host)
      await host.stop()
    },
    WITH_PRODUCT,
  ],
  sharedFormsBackend: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use, info) => {
      const host = await startFormsBackend(info.parallelIndex)
      await use(host)
      await host.stop()
    },
    WITH_PRODUCT,
  ],
  baseURL: async ({ product }, use) => use(product.siteUrl),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  expectedConsole: async ({}, use) => use([]),
  page: async ({ page, expectedConsole, baseURL }, use) => {
    const messages: string[] = []
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith(VIOLATION)) violations.push(message.text())
    })
    await page.addInitScript(
      ([own, mark]) => {
        if (location.origin !== own) return
        document.addEventListener('securitypolicyviolation', (event) =>
          console.info(mark, event.disposition, event.effectiveDirective, event.blockedURI, event.sample),
        )
      },
      [new URL(String(baseURL)).origin, VIOLATION] as const,
    )
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      if (!page.url().startsWith(String(baseURL))) return
      if (!expectedConsole.some((pattern) => pattern.test(message.text()))) messages.push(message.text())
    })
    page.on('pageerror', (error) => {
      if (page.url().startsWith(String(baseURL))) messages.push(String(error))
    })
    await use(page)
    base.expect(violations, 'violations of the CSP').toEqual([])
    base.expect(messages, 'messages in the console').toEqual([])
  },
})
