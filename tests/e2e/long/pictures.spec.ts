import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { pidOf } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { keepPlan, read, takenOver, until } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

const MAX_SHIFT = 0.01

type Seen = { shifts: { value: number; what: string[] }[]; largest: string }

/** Resolves once fonts and the pictures in the window are there and painted; lazy ones in slides out of view wait for their turn. */
async function picturesThere(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      const away = right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight
      return image.complete || away || !image.checkVisibility()
    }),
  )
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Formats of the photographs that a site has kept. */
function keptTypes({ dataDir }: { dataDir: string }): string[] {
  const folder = join(dataDir, 'media')
  const notes = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.type')) : []
  const types = notes.map((note) => readFileSync(join(folder, note), 'utf8').split(' ')[1] ?? '')
  return types.filter((type) => type !== 'image/svg+xml')
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('nothing shifts on any route, while it loads, wakes up and is scrolled through, and its main picture is not made to wait', async ({
      page,
      context,
      product,
    }) => {
      await keepPlan(context, product.siteUrl, 'pro-closer') // without one checkout is a line
      await page.addInitScript(() => {
        const seen: Seen = { shifts: [], largest: '' }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          type Shift = PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: { node: Node | null }[]
          }
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            const what = sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? '')
            if (!hadRecentInput) seen.shifts.push({ value, what })
          }
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          seen.largest = element instanceof HTMLImageElement ? `${element.loading} ${element.currentSrc}` : ''
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      // A font that is late moves nothing either.
      if (width === 1440)
        await page.route('**/fonts/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300))
          await route.continue()
        })
      for (const route of ROUTES) {
        await page.goto(route)
        await takenOver(page)
        await picturesThere(page)
        // The largest of the first screen: scrolling brings larger ones, which may wait.
        await expect.poll(async () => (await seen(page)).largest, route).not.toMatch(/^lazy/)
        await page.evaluate(async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
            window.scrollTo(0, y)
            await new Promise(requestAnimationFrame)
          }
        })
        await picturesThere(page)
        const { shifts } = await seen(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect.soft(sum, `${route}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MAX_SHIFT)
      }
    })
  })
}

test('headings are in order, and pictures have their size, their words and their turn, on every route', async ({
  page,
}) => {
  for (const route of ROUTES) {
    await page.goto(route)
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) =>
        headings.filter((heading) => heading.checkVisibility()).map(({ localName }) => Number(localName[1])),
      )
    expect.soft(levels[0], `${route}: first heading`).toBe(1)
    for (const [index, level] of levels.entries())
      expect
        .soft(level, `${route}: heading ${index + 1} of ${levels}`)
        .toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)

    const pictures = await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[]).map((image) => ({
          src: image.getAttribute('src'),
          alt: image.getAttribute('alt'),
          width: Number(image.getAttribute('width')),
          height: Number(image.getAttribute('height')),
          loading: image.loading,
          priority: image.fetchPriority,
          top: image.getBoundingClientRect().top,
          area: image.getBoundingClientRect().width * image.getBoundingClientRect().height,
          others: [...image.parentElement!.querySelectorAll('picture > source')].filter(
            (source) => getComputedStyle(source).display !== 'none',
          ).length,
        })),
      )
    for (const { src, alt, width, height, others } of pictures) {
      expect.soft(others, `${route}: ${src} is one cell of a grid`).toBe(0)
      expect.soft(alt, `${route}: ${src} has words, or none on purpose`).not.toBeNull()
      expect.soft(Math.min(width, height), `${route}: ${src} has a size`).toBeGreaterThan(0)
    }
    const eager = pictures.filter(({ loading }) => loading !== 'lazy')
    expect.soft(eager.length, `${route}: ${eager.map(({ src }) => src)}`).toBeLessThanOrEqual(1)
    for (const { priority } of eager) expect.soft(priority, route).toBe('high')
  }
})

test('the four pictures of the hero keep their names in their addresses', async ({ page }) => {
  await page.goto('/')
  const images = page.locator('[aria-roledescription=carousel]').first().locator('img')
  await expect(images).toHaveCount(4)
  for (const [index, image] of (await images.all()).entries()) {
    await expect(image).toHaveAttribute('src', new RegExp(`hero-bg-${index + 1}\\b`))
    await expect(image).toHaveAttribute('srcset', new RegExp(`hero-bg-${index + 1}\\b.* \\d+w`))
  }
})

test('phones’ main picture is made before anybody asks for it, and comes in the best format that the browser takes, with the lake stopped too', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 20 })
  try {
    // The page is looked at, not its picture: one that was made before the logo or the reviews were there waits for a visitor.
    const kept = async () => {
      await read(product.siteUrl)
      return keptTypes(product)
    }
    await expect
      .poll(kept, { message: 'in three widths', timeout: 120_000 })
      .toEqual(Array(3).fill('image/avif'))
    const { html } = await read(product.siteUrl)
    const [address = ''] = /\/media\/[^"\s]*hero-bg-1[^"\s]*/.exec(html) ?? []
    const picture = product.siteUrl + address.replaceAll('&amp;', '&')
    const formats = [
      ['image/avif,image/webp,image/apng,*/*', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const
    const take = async (accept: string) => {
      const answer = await fetch(picture, { headers: { Accept: accept } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('vary')).toContain('Accept')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const first = []
    for (const [accept, type] of formats) {
      first.push(await take(accept))
      expect(first.at(-1)!.type, accept).toBe(type)
    }
    expect(first[0]!.bytes.length, 'AVIF is the lightest').toBeLessThan(first[2]!.bytes.length)

    const lake = pidOf(product, 'studio/lake/main.ts')
    process.kill(lake, 'SIGSTOP')
    try {
      for (const [index, [accept]] of formats.entries()) expect(await take(accept)).toEqual(first[index])
    } finally {
      process.kill(lake, 'SIGCONT')
    }
  } finally {
    await product.stop()
  }
})

test('a partner’s logo that is kept elsewhere is shown, on a page that a link led to as well', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="96"/>'
  const elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'image/svg+xml').end(drawing)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const logoUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/logo.svg`
  await editor.createOrReplace({
    _id: 'partner-elsewhere',
    _type: 'partner',
    name: 'Elsewhere',
    order: -1,
    logoUrl,
  })
  try {
    await until(
      async () => (await read(`${siteUrl}/about-us`)).html,
      (html) => html.includes(logoUrl),
    )
    const width = () =>
      page
        .getByAltText('Elsewhere')
        .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : null))
    const seen = async () => {
      await page.getByRole('heading', { name: 'Our Proud Partners' }).scrollIntoViewIfNeeded()
      await expect.poll(width).toBe(240)
    }
    await page.goto('/about-us')
    await seen()
    await page.goto('/')
    await takenOver(page)
    await page.locator('header').getByRole('link', { name: 'About', exact: true }).click()
    await page.waitForURL('**/about-us')
    await seen()
  } finally {
    await editor.delete('partner-elsewhere')
    elsewhere.closeAllConnections()
    elsewhere.close()
  }
})
