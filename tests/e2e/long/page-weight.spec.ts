import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { read } from '#tests/support/reading.ts'
import { CONTENT_ROUTES, ROUTES } from '#tests/support/routes.ts'

// Bytes and requests, which don't vary from run to run. Times are measured by `npm run bench`.
const KB = 1024
const HTML_BYTES = 14 * KB
const CSS_BYTES = 12 * KB
const MAIN_PICTURE_BYTES = 16 * KB
const FONT_BYTES = 25 * KB
/** What loads the scripts late. */
const INLINE_BYTES = 2 * KB
const SCRIPT_BYTES = 140 * KB
const WITHOUT_PICTURES_BYTES = 60 * KB
const WITH_PICTURES_BYTES = 160 * KB
/** Page, styles, font, logo, main picture. */
const FIRST_REQUESTS = 5

/** What an address weighs on its way to a browser. */
async function weight(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.status, url).toBe(200)
  if (answer.headers.get('content-encoding') === 'br') return Number(answer.headers.get('content-length'))
  return (await answer.arrayBuffer()).byteLength
}
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found as string)

test('each page of content, its styles, its font and its script are as small as they have to be', async ({
  product,
}) => {
  for (const route of CONTENT_ROUTES) {
    const { html } = await read(product.siteUrl + route)
    expect(brotliCompressSync(html).length, `${route}: HTML`).toBeLessThanOrEqual(HTML_BYTES)

    const styles = all(html, /<link rel="stylesheet" href="([^"]+)"/g)
    expect(styles, `${route}: one file of styles`).toHaveLength(1)
    expect(await weight(product.siteUrl + styles[0]), `${route}: styles`).toBeLessThanOrEqual(CSS_BYTES)

    const fonts = all(html, /<link rel="preload" href="([^"]+\.woff2)"/g)
    expect(fonts, `${route}: one font`).toHaveLength(1)
    expect(await weight(product.siteUrl + fonts[0])).toBeLessThanOrEqual(FONT_BYTES)

    expect(
      html.match(/<script[^>]* src=|<link rel="modulepreload"/),
      `${route}: no script at once`,
    ).toBeNull()
    const [inline = ''] = all(html, /<script>(\(function .*?)<\/script>/gs)
    expect(Buffer.byteLength(inline), route).toBeGreaterThan(100)
    expect(Buffer.byteLength(inline), route).toBeLessThanOrEqual(INLINE_BYTES)
    const files = all(html, /<link rel="late-modulepreload" href="([^"]+)"/g)
    expect(files.length).toBeGreaterThan(3)
    let script = 0
    for (const file of files) script += await weight(product.siteUrl + file)
    expect(script, `${route}: script`).toBeLessThanOrEqual(SCRIPT_BYTES)
  }
})

test('a page’s data has nothing that the page does not show', async ({ product }) => {
  for (const route of CONTENT_ROUTES) {
    const { html } = await read(product.siteUrl + route)
    const [shown, data = ''] = html.split('streamController.enqueue')
    const consent = 'I agree to receive'
    expect(data.includes(consent), `${route}: consents`).toBe(shown!.includes(consent))
    // A link, a card or a section is known by its place; keys hardly compress.
    const [layout] = data.split('routes/')
    expect(layout, `${route}: keys of header and footer`).not.toContain('_key')
  }
})

/** What a page has asked for by the time it is loaded, and what its script waited for. */
const fetched = async (page: Page) => {
  await page.waitForFunction(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const entries = performance.getEntriesByType('resource')
    const isPainted = performance.getEntriesByType('paint').length > 0 // which may be told after the script has come
    return navigation?.loadEventEnd && isPainted && entries.some(({ name }) => /\.js($|\?)/.test(name))
  })
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = entries.filter(({ name }) => /\.js($|\?)/.test(name))
    const early = entries.filter(
      (entry) => entry.startTime < navigation!.loadEventStart && !scripts.includes(entry),
    )
    const lazy = [...document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')].map(
      (img) => img.currentSrc,
    )
    const isPicture = ({ name }: PerformanceEntry) => /\/media\/|\.(svg|png)$/.test(name)
    const sum = (list: PerformanceResourceTiming[]) =>
      list.reduce((all, entry) => all + entry.encodedBodySize, 0)
    return {
      withoutPictures: navigation!.encodedBodySize + sum(early.filter((entry) => !isPicture(entry))),
      // How many of those further down come along depends on the connection: the browser decides.
      pictures: sum(early.filter((entry) => isPicture(entry) && !lazy.includes(entry.name))),
      main: [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')].map(
        ({ currentSrc }) => sum(entries.filter(({ name }) => name === currentSrc)),
      ),
      fonts: {
        fetched: entries.filter(({ name }) => name.endsWith('.woff2')).length,
        // Its stand-ins are the machine's own, and shown until it is there.
        shown: [...document.fonts].filter(
          ({ family, status }) => status === 'loaded' && !/Georgia|Times/.test(family),
        ).length,
      },
      styles: entries.filter(({ name }) => name.endsWith('.css')).length,
      scriptIsLate: scripts.every(({ startTime }) => startTime >= navigation!.loadEventStart),
    }
  })
}

test('a phone gets little, and no script before the page is loaded', async ({ browser, product }) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  for (const route of ROUTES) {
    await page.goto(product.siteUrl + route)
    const { withoutPictures, pictures, main, fonts, styles, scriptIsLate } = await fetched(page)
    if (route !== '/checkout') expect(scriptIsLate, `${route}: the script is late`).toBe(true)
    expect(styles, `${route}: no styles come later`).toBe(route === '/checkout' ? 2 : 1)
    expect(fonts, `${route}: the font that is asked for early is the one that is shown`).toEqual({
      fetched: 1,
      shown: 1,
    })
    for (const bytes of main) {
      expect(bytes, `${route}: its main picture`).toBeGreaterThan(1_000)
      expect(bytes, `${route}: its main picture`).toBeLessThanOrEqual(MAIN_PICTURE_BYTES)
    }
    expect(withoutPictures, `${route}: without pictures`).toBeLessThanOrEqual(WITHOUT_PICTURES_BYTES)
    expect(withoutPictures + pictures, `${route}: with pictures`).toBeLessThanOrEqual(WITH_PICTURES_BYTES)
  }
  await context.close()
})

test('a page asks for little before its main content', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const route of ROUTES) {
    const asked = page.locator(
      'head link[rel=stylesheet], head link[rel=preload][as=font], head script[src], img:not([loading=lazy])',
    )
    await page.goto(product.siteUrl + route, { waitUntil: 'domcontentloaded' })
    // Checkout's own styles are a second file.
    const most = route === '/checkout' ? FIRST_REQUESTS + 1 : FIRST_REQUESTS
    expect(1 + (await asked.count()), route).toBeLessThanOrEqual(most)
  }
  await context.close()
})
