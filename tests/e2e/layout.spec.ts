import type { Locator, Page } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { expect, test } from '#tests/support/fixtures.ts'
import { descendants } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { planCookie, read, takenOver, until } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

const MAX_SHIFT = 0.01

type Seen = { shifts: { value: number; what: string[] }[]; largest: string }

/** What sticks out: of the window, of a box that cuts it off, or of the box that it stands in. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth} px`)
    const name = (element: Element) =>
      `${element.localName}.${element.className} "${(element.textContent ?? '').trim().slice(0, 40)}"`
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const text = walker.currentNode
      const element = text.parentElement!
      if (
        !text.textContent?.trim() ||
        element.closest('.visually-hidden, .skip-link, [inert], svg, noscript')
      )
        continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const inSlides = element.closest('[data-part=slides]') // a window of its own
      if (!inSlides && (box.left < -1 || box.right > root.clientWidth + 1))
        found.push(`out of the window, ${Math.round(box.left)} to ${Math.round(box.right)}: ${name(element)}`)
      // Text that is cut on purpose shows that it is, with an ellipsis.
      for (let holder: Element | null = element; holder; holder = holder.parentElement) {
        if (holder.matches('[data-part=slides]')) break
        const style = getComputedStyle(holder)
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
        if (style.overflowX === 'visible' || /auto|scroll/.test(style.overflowX + style.overflowY)) continue
        const around = holder.getBoundingClientRect()
        if (box.bottom > around.bottom + 6 || box.right > around.right + 1 || box.left < around.left - 1) {
          found.push(`cut off by ${holder.localName}.${holder.className}: ${name(element)}`)
          break
        }
      }
    }
    for (const box of document.body.querySelectorAll<HTMLElement>('*:not(svg, svg *)')) {
      const { display, overflowX } = getComputedStyle(box)
      if (display.startsWith('inline') || overflowX !== 'visible' || box.closest('[inert], .visually-hidden'))
        continue
      if (!box.checkVisibility() || box.clientWidth === 0) continue
      if (box.scrollWidth > box.clientWidth + 1 && box.children.length === 0)
        found.push(`${box.scrollWidth} px of text in ${box.clientWidth} px: ${name(box)}`)
    }
    return found
  })

test.describe('in a window of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing sticks out on any route', async ({ page }) => {
    for (const route of ROUTES) {
      await page.goto(route)
      expect.soft(await overflow(page), route).toEqual([])
    }
  })
})

/** Chooses the plan with the longest price. */
async function chooseLongest(page: Page, url: string) {
  const [name = '', value = ''] = planCookie('elite-access').split('=')
  await page.context().addCookies([{ name, value, url }])
}

test('no price and no heading of the basket breaks on a phone', async ({ page, product: { siteUrl } }) => {
  await chooseLongest(page, siteUrl)
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/checkout')
    await expect(page.getByRole('cell', { name: '$1,499.00' })).toHaveCount(2)
    const lines = await page.getByRole('table').evaluate((table) =>
      [...table.querySelectorAll('th, td')].map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getClientRects().length
      }),
    )
    expect(lines, `at ${width} px`).toEqual(Array(8).fill(1))
    expect(await overflow(page), `at ${width} px`).toEqual([])
  }
})

for (const px of [24, 32])
  test(`with text of ${px} px a phone shows the whole header, and review cards hold what is on them`, async ({
    playwright,
    launchOptions,
    product: { siteUrl },
  }) => {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${px}`]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    await page.goto(siteUrl)
    await takenOver(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${px}px`)

    const header = page.getByRole('banner')
    const bottom = (await header.boundingBox())!.height
    const button = (name: string) => header.getByRole('button', { name })
    const link = (name: string) => header.getByRole('link', { name })
    let left = 0
    for (const part of [link('start page'), button('Show phone'), link('Call Us Now'), button('Open menu')]) {
      const { x, y, width, height } = (await part.boundingBox())!
      expect.soft(x, `${part}: beside what comes before`).toBeGreaterThanOrEqual(left)
      expect.soft(y, `${part}: in the header`).toBeGreaterThanOrEqual(0)
      expect.soft(y + height, `${part}: in the header`).toBeLessThanOrEqual(bottom)
      left = x + width
    }
    expect.soft(left, 'in the window').toBeLessThanOrEqual(360)
    await button('Show phone').click()
    const number = (await link('(302) 555-0142').boundingBox())!
    expect.soft(number.x).toBeGreaterThanOrEqual(0)
    expect.soft(number.x + number.width).toBeLessThanOrEqual(360)

    const faults = () =>
      page.locator('article').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const found: string[] = []
          let { top } = card.getBoundingClientRect()
          for (const part of card.children) {
            const box = part.getBoundingClientRect()
            if (box.top < top) found.push(`begins ${top - box.top} px too early: ${part.textContent}`)
            top = box.top + part.scrollHeight
          }
          if (top > card.getBoundingClientRect().bottom) found.push('longer than its card')
          for (const words of card.querySelectorAll('h3, dt, dd'))
            if (words.scrollWidth > words.clientWidth) found.push(`cut: ${words.textContent}`)
          return found
        }),
      )
    expect.soft(await faults()).toEqual([])
    // A wide card is as high as all others: who wrote it has a line, whatever the size of the text.
    await page.setViewportSize({ width: 640, height: 740 })
    expect.soft((await faults()).filter((fault) => !fault.startsWith('cut'))).toEqual([])
    await browser.close()
  })

test.describe('at 200 % zoom', () => {
  // What a window of 1280 × 800 px shows at twice the size.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('nothing sticks out on any route, and the header leaves room', async ({ page }) => {
    for (const route of ROUTES) {
      await page.goto(route)
      expect.soft(await overflow(page), route).toEqual([])
      const header = (await page.getByRole('banner').boundingBox())!
      expect.soft(header.height, route).toBeLessThan(400 / 4)
    }
  })
})

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
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('nothing shifts on any route, while it loads, wakes up and is scrolled through, and its main picture is not made to wait', async ({
      page,
    }) => {
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
        const { largest } = await seen(page)
        expect.soft(largest, route).not.toMatch(/^lazy/)
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

/** Words of the content that people read, and an editor can write as long as they like. */
const NOT_WORDS =
  /^(_.*|style|listItem|current|kind|show|setting|value|date|effectiveDate|.*[uU]rl|email|phone|postalCode|region|icon)$/
const LONG_WORD = 'Interdepartmentalcounterrepresentatives'

function twice(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => twice(item))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, NOT_WORDS.test(name) ? item : twice(item, name)]),
    )
  if (typeof value !== 'string' || !value.trim()) return value
  return ['title', 'heading', 'question', 'label'].includes(key)
    ? `${value} ${value.length > 12 ? LONG_WORD : ''} ${value}`
    : `${value} ${value}`
}

test('with twice the text and a word of 39 letters in each heading and label, nothing sticks out', async ({
  page,
  product: { editor, siteUrl },
}) => {
  const types = ['page', 'policy', 'article', 'plan', 'faqItem', 'siteSettings']
  const before = await editor.fetch<SanityDocument[]>('*[_type in $types && !(_id in path("drafts.**"))]', {
    types,
  })
  expect(before.length).toBeGreaterThan(20)
  const put = (documents: SanityDocument[]) =>
    documents
      .reduce(
        (transaction, { _rev, _updatedAt, ...document }) => transaction.createOrReplace(document),
        editor.transaction(),
      )
      .commit({ visibility: 'sync' })
  const long = async () => (await read(`${siteUrl}/pricing`)).html.includes(LONG_WORD)
  await put(before.map((document) => twice(document) as SanityDocument))
  try {
    await until(long, Boolean)
    for (const width of [320, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const route of ROUTES) {
        await page.goto(route, { waitUntil: 'domcontentloaded' })
        expect.soft(await overflow(page), `${route} at ${width} px`).toEqual([])
      }
    }
  } finally {
    await put(before)
    await until(long, (still) => !still)
  }
})

test.describe('printed', () => {
  for (const route of ['/terms-and-conditions', '/resources/speed-to-lead']) {
    test(`${route} is its text, in black on white`, async ({ page }) => {
      await page.goto(route)
      await page.emulateMedia({ media: 'print' })
      for (const landmark of ['banner', 'navigation', 'contentinfo'] as const)
        await expect(page.getByRole(landmark)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const print = await page.getByRole('main').evaluate((main) => {
        const texts = [...main.querySelectorAll<HTMLElement>('h1, h2, p, li')].filter(
          (element) => element.textContent?.trim() && !element.closest('[data-screen]'),
        )
        const grounds = [main, ...main.querySelectorAll(':not(img)')] // a picture has its own until it is there
          .map((element) => getComputedStyle(element).backgroundColor)
        return {
          texts: texts.length,
          hidden: texts.filter((text) => !text.checkVisibility({ opacityProperty: true })).length,
          colors: [...new Set(texts.map((text) => getComputedStyle(text).color))],
          grounds: [...new Set(grounds)],
          top: texts[0]!.getBoundingClientRect().top,
        }
      })
      expect(print.texts).toBeGreaterThan(10)
      expect(print.hidden).toBe(0)
      // Black, or a grey that a printer still gets right.
      for (const color of print.colors)
        expect(Math.max(...color.match(/\d+/g)!.map(Number)), color).toBeLessThanOrEqual(0x33)
      expect(print.grounds).toEqual(['rgba(0, 0, 0, 0)'])
      expect(print.top, 'no room is left for the header').toBeLessThan(160)
    })
  }
})

test('the front page is printed without the picture behind its first words', async ({ page }) => {
  await page.goto('/')
  const picture = page.getByRole('main').locator('[src*=hero-bg]').locator('visible=true')
  await expect(picture).not.toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(picture).toHaveCount(0)
  const { y, height } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(y + height, 'nor the room for it').toBeLessThan(300)
})

test.describe('in forced colors', () => {
  test.use({
    colorScheme: 'dark',
    contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
  })
  /** A line of styles of each of them. */
  const style = (locator: Locator, name: string, pseudo?: string) =>
    locator.evaluateAll(
      (all, [name, pseudo]) =>
        all.map((element) => getComputedStyle(element, pseudo).getPropertyValue(name!)),
      [name, pseudo] as const,
    )
  const BLACK = 'rgb(0, 0, 0)'
  const WHITE = 'rgb(255, 255, 255)'

  test('logos keep their ground, signs are seen, and so is what is chosen', async ({ page }) => {
    await page.goto('/about-us')
    await takenOver(page)
    for (const part of ['banner', 'main', 'contentinfo'] as const)
      for (const ground of await style(page.getByRole(part).locator('img'), 'background-color'))
        expect(ground, part).not.toMatch(/, 0\)$|^rgb\(0, 0, 0\)$/)
    const [company, mission] = await style(page.getByRole('tab'), 'border-bottom-color')
    expect(company).toBe(BLACK)
    expect(mission).not.toBe(BLACK)

    await page.goto('/pricing')
    expect(new Set(await style(page.locator('form li svg'), 'color'))).toEqual(new Set([WHITE]))
    const signs = await style(page.locator('summary'), 'background-image', '::after')
    expect(new Set(signs)).toEqual(new Set([signs[0]]))
    expect(signs[0]).toContain(WHITE)

    await page.goto('/')
    await takenOver(page)
    const cards = page.locator('li > [tabindex="0"]')
    expect((await style(cards, 'background-image', '::after'))[0]).toContain(WHITE)
    // Above the ground that Firefox puts behind the figure.
    expect(new Set(await style(page.locator('main dt'), 'position'))).toEqual(new Set(['relative']))
  })

  test('the chat, dialogs and the phone number have an edge', async ({ page }) => {
    await page.goto('/')
    await takenOver(page)
    const edge = (locator: Locator) => style(locator, 'border-top-width')
    await page.getByRole('button', { name: 'Add Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Review' })
    expect(await edge(dialog)).toEqual(['1px'])
    await dialog.getByRole('radio', { name: '4' }).check()
    const stars = await style(dialog.locator('label:has([type=radio])'), 'background-color')
    expect(stars.map((color) => color === stars[0])).toEqual([true, true, true, false, true])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await style(page.locator('#phone'), 'outline-style')).toEqual(['solid'])
    const chat = page.getByRole('button', { name: 'Chat with our assistant' })
    expect(await edge(chat)).toEqual(['1px'])
    await chat.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await edge(page.getByRole('dialog'))).toEqual(['1px'])
  })
})

test.describe('where less motion is wished', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is animated and no carousel moves by itself', async ({ page }) => {
    for (const route of ['/', '/about-us', '/operational-framework']) {
      await page.clock.install()
      await page.goto(route)
      await takenOver(page)
      const carousels = page.locator('[aria-roledescription=carousel]')
      const expected = { '/': 2, '/about-us': 1, '/operational-framework': 0 }[route]
      await expect(carousels).toHaveCount(expected!)
      for (const carousel of await carousels.all())
        await expect(carousel.getByRole('button').first()).toHaveAccessibleName(/^Play/)
      const shown = () =>
        page
          .locator('[aria-roledescription=slide]')
          .evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().left))
      const before = await shown()
      await page.clock.runFor(16_000)
      expect(await shown(), route).toEqual(before)
      const animations = await page.evaluate(async () => {
        const seen: string[] = []
        for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
          window.scrollTo(0, y)
          seen.push(
            ...document
              .getAnimations()
              .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
          )
        }
        return seen
      })
      expect(animations, route).toEqual([])
    }
  })
})

test('a picture comes in the best format that the browser takes, with the lake stopped too', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 20 })
  try {
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

    const lake = descendants(product.child.pid!).find(({ command }) =>
      command.includes('studio/lake/main.ts'),
    )!
    process.kill(lake.pid, 'SIGSTOP')
    try {
      for (const [index, [accept]] of formats.entries()) expect(await take(accept)).toEqual(first[index])
    } finally {
      process.kill(lake.pid, 'SIGCONT')
    }
  } finally {
    await product.stop()
  }
})
