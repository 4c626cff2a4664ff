import type { BrowserContext, Page } from '@playwright/test'
import { planCookieValue } from '#tests/support/http.ts'

export const setPlanCookie = (context: BrowserContext, url: string, slug: string): Promise<void> =>
  context.addCookies([{ name: 'plan', value: planCookieValue(slug), url }])

/** Delays the page's scripts until the returned function is called. */
export const holdScripts = (page: Page, files = /\/assets\/.*\.js$/): Promise<() => void> =>
  holdRequests(page, files)

/** Delays requests of a page until the returned function is called. */
export async function holdRequests(page: Page, requests: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(requests, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Stops the clock of pages that load later. `page.clock` moves it. */
export async function stopClockBeforeLoad(page: Page): Promise<void> {
  const time = Date.now()
  await page.clock.install({ time })
  await page.clock.pauseAt(time + 60_000)
}

/** Stops a page's clock 30 s from now, because `pauseAt` needs a future time. Timers until then fire. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
}

/** Waits until React has hydrated the page and its forms. Moves the pointer, because scripts may wait for an event. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(5, 300)
  await page.waitForFunction(() => {
    const isHydratedElement = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__react'))
    return (
      'hydrated' in document.documentElement.dataset &&
      [...document.querySelectorAll('main form')].every(isHydratedElement)
    )
  })
}
