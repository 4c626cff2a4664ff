import { expect, type Page } from '@playwright/test'

/** Turns a page's network off or on. Waits for the effect, because the browser reports the change before it takes effect. */
export async function setNetwork(page: Page, isOnline: boolean): Promise<void> {
  await page.context().setOffline(!isOnline)
  const isAnswered = () =>
    page.evaluate(() =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    )
  await expect.poll(isAnswered, isOnline ? 'the network is on' : 'the network is off').toBe(isOnline)
}
