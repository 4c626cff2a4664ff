import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { CONTENT_ROUTES, ROUTES } from '#tests/support/routes.ts'

// Bytes and requests, which don't vary from run to run. `npm run bench` measures times.
const KB = 1024
const HTML_BYTES = 14 * KB
const CSS_BYTES = 12 * KB
const MAIN_IMAGE_BYTES = 16 * KB
const FONT_BYTES = 25 * KB
const SCRIPT_BYTES = 140 * KB
/** Page, styles, font, logo, main image. */
const FIRST_REQUESTS = 5

async function weight(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.status, url).toBe(200)
  if (response.headers.get('content-encoding') === 'br') return Number(response.headers.get('content-length'))
  return (await response.arrayBuffer()).byteLength
}
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found as string)

test('each content page keeps its budget of HTML, styles, font and script', async ({ product }) => {
  for (const route of CONTENT_ROUTES) {
    const { html } = await fetchPage(product.siteUrl + route)
    expect(await weight(product.siteUrl + route), `${route}: HTML`).toBeLessThanOrEqual(HTML_BYTES)
    const styles = all(html, /<link rel="stylesheet" href="([^"]+)"/g)
    expect(styles, `${route}: one style sheet`).toHaveLength(1)
    expect(await weight(product.siteUrl + styles[0]), `${route}: styles`).toBeLessThanOrEqual(CSS_BYTES)
    const fonts = all(html, /<link rel="preload" href="([^"]+\.woff2)"/g)
    expect(fonts, `${route}: one font`).toHaveLength(1)
    expect(await weight(product.siteUrl + fonts[0])).toBeLessThanOrEqual(FONT_BYTES)
    expect(html.match(/<script[^>]* src=|<link rel="modulepreload"/), `${route}: no early script`).toBeNull()
    const files = all(html, /<link rel="late-modulepreload" href="([^"]+)"/g)
    expect(files.length).toBeGreaterThan(3)
    let script = 0
    for (const file of files) script += await weight(product.siteUrl + file)
    expect(script, `${route}: script`).toBeLessThanOrEqual(SCRIPT_BYTES)
  }
})

test('a phone loads a small main image, one font, and no script before the page', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  for (const route of ROUTES) {
    await page.goto(product.siteUrl + route)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\.js($|\?)/.test(name)),
    )
    const seen = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = entries.filter(({ name }) => /\.js($|\?)/.test(name))
      const main = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')]
      return {
        fonts: entries.filter(({ name }) => name.endsWith('.woff2')).length,
        mainImages: main.map(
          ({ currentSrc }) => entries.find(({ name }) => name === currentSrc)?.encodedBodySize,
        ),
        scriptIsLate: scripts.every(({ startTime }) => startTime >= navigation!.loadEventStart),
      }
    })
    if (route !== '/checkout') expect(seen.scriptIsLate, `${route}: script`).toBe(true)
    expect(seen.fonts, `${route}: fonts`).toBe(1)
    for (const bytes of seen.mainImages) {
      expect(bytes, `${route}: main image`).toBeGreaterThan(1_000)
      expect(bytes, `${route}: main image`).toBeLessThanOrEqual(MAIN_IMAGE_BYTES)
    }
    const early = page.locator(
      'head link[rel=stylesheet], head link[rel=preload][as=font], img:not([loading=lazy])',
    )
    // Checkout has a style sheet of its own.
    const most = route === '/checkout' ? FIRST_REQUESTS + 1 : FIRST_REQUESTS
    expect(1 + (await early.count()), `${route}: first requests`).toBeLessThanOrEqual(most)
  }
  await context.close()
})
