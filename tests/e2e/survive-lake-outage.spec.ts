import { expect, test } from '@playwright/test'
import { until, waitForReviews } from '#tests/support/http.ts'
import { expectSamePages, fetchAllPages, publishPrice } from '#tests/support/lake-outage.ts'
import { pidOf } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'

test('visitors see all pages while a killed lake restarts, and then the next publish', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 4 })
  try {
    await waitForReviews(product.siteUrl)
    const pages = await fetchAllPages(product.siteUrl)
    process.kill(pidOf(product, 'studio/serve/main.ts'), 'SIGKILL')
    const back = async () => (await fetch(`${product.studioUrl}/v1/ping`).catch(() => undefined))?.ok
    let isBack = false
    const watch = until(back, Boolean, { withinMs: 60_000, everyMs: 20 }).then(() => (isBack = true))
    do await expectSamePages(product.siteUrl, pages)
    while (!isBack)
    await watch
    await publishPrice(product, 331)
    await expect.poll(product.output).toContain('lake crashed; restarting')
  } finally {
    await product.stop()
  }
})
