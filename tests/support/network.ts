import { expect, type Page } from '@playwright/test'

/**
 * Takes a browser's network away, or gives it back; resolves once the page's requests fare so. A browser says that it is on or
 * off line before its network process knows: what is asked right afterwards may still fare as before.
 */
export async function setNetwork(page: Page, isThere: boolean): Promise<void> {
  await page.context().setOffline(!isThere)
  const isAnswered = () =>
    page.evaluate(() =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    )
  await expect.poll(isAnswered, isThere ? 'the network is back' : 'the network is away').toBe(isThere)
}
