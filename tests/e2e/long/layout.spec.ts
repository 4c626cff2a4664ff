import { chromium, type Locator, type Page } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { findBrowser } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { keepPlan, read, takenOver, until } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

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

/** Nothing sticks out of a page in windows of these widths. */
async function expectFits(page: Page, route: string, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await overflow(page), `${route} at ${width} px`).toEqual([])
  }
}

// What moves where it belongs would be measured on its way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('in a window of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing sticks out on any route', async ({ page, product: { siteUrl } }) => {
    await chooseLongest(page, siteUrl)
    for (const route of ROUTES) {
      await page.goto(route)
      expect.soft(await overflow(page), route).toEqual([])
    }
  })
})

/** Chooses the plan with the longest price. */
const chooseLongest = (page: Page, url: string) => keepPlan(page.context(), url, 'elite-access')

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

test('no phone number breaks in a text', async ({ page }) => {
  for (const route of ['/pricing', '/terms-and-conditions', '/communication-policy']) {
    await page.goto(route)
    for (let width = 320; width <= 480; width += 20) {
      await page.setViewportSize({ width, height: 740 })
      const lines = await page
        .getByRole('main')
        .locator('[href^="tel:"]')
        .evaluateAll((links) =>
          links.map((link) => {
            const words = document.createRange()
            words.selectNodeContents(link)
            return words.getClientRects().length
          }),
        )
      expect(lines.length).toBeGreaterThan(0)
      expect.soft(lines, `${route} at ${width} px`).toEqual(lines.map(() => 1))
    }
    expect.soft(await overflow(page), route).toEqual([])
  }
})

test('no line of a text begins with the comma or full stop after a phone number', async ({ page }) => {
  for (const route of ['/privacy-policy', '/terms-and-conditions', '/communication-policy']) {
    await page.goto(route)
    for (let width = 320; width <= 480; width += 10) {
      await page.setViewportSize({ width, height: 740 })
      const torn = await page
        .getByRole('main')
        .locator('[href^="tel:"]')
        .evaluateAll(
          (links) =>
            links.filter(({ firstChild, nextSibling }) => {
              if (!/^[.,]/.test(nextSibling?.textContent ?? '')) return false
              const tops = [firstChild, nextSibling].map((text) => {
                const sign = document.createRange()
                const at = text === firstChild ? text!.textContent!.length - 1 : 0
                sign.setStart(text!, at)
                sign.setEnd(text!, at + 1)
                return sign.getBoundingClientRect().top
              })
              return tops[0] !== tops[1]
            }).length,
        )
      expect.soft(torn, `${route} at ${width} px`).toBe(0)
    }
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

    await page.setViewportSize({ width: 360, height: 740 })
    for (const route of ['/contact-us', '/communication-policy']) {
      await page.goto(siteUrl + route)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect
        .soft(width, `${route}: a phone number takes two lines rather than more than the window`)
        .toBe(360)
    }
    await browser.close()
  })

test('with text made twice as large by a style alone, a phone shows the whole header, round buttons and no broken word on them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 800 })
  for (const route of ['/pricing', '/']) {
    await page.goto(route)
    await takenOver(page)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets = [sheet]
    })
    const header = page.getByRole('banner')
    for (const part of await header.getByRole('link').or(header.getByRole('button')).all()) {
      if (!(await part.isVisible())) continue
      const { x, width } = (await part.boundingBox())!
      expect.soft(x + width, `${part} of ${route}`).toBeLessThanOrEqual(412)
    }
    await expect.soft(header.getByRole('button', { name: 'Open menu' })).toBeVisible()
    const labels = page.getByRole('main').locator('a, button').filter({ visible: true })
    expect.soft(await onTwoLines(labels, /Choose|Touch|Plans/g), route).toEqual([])
  }
  const { width, height } = (await page.getByRole('button', { name: 'Next slide' }).first().boundingBox())!
  expect(Math.abs(width - height)).toBeLessThan(1)

  const links = page.getByRole('navigation').first().getByRole('link')
  for (const width of [960, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect
      .soft(await onTwoLines(links, /Home|Pricing|Works|About|Contact/g), `nor at ${width} px`)
      .toEqual([])
  }
})

test.describe('at 200 % zoom', () => {
  // What a window of 1280 × 800 px shows at twice the size.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('nothing sticks out on any route, and the header leaves room', async ({
    page,
    product: { siteUrl },
  }) => {
    await chooseLongest(page, siteUrl)
    for (const route of ROUTES) {
      await page.goto(route)
      expect.soft(await overflow(page), route).toEqual([])
      const header = (await page.getByRole('banner').boundingBox())!
      expect.soft(header.height, route).toBeLessThan(400 / 4)
    }
  })
})

test('on a phone on its side, or zoomed in to 400 %, the header takes little of the height, with room for its buttons', async ({
  page,
}) => {
  for (const [width, height, share] of [
    [740, 360, 0.16],
    [320, 256, 0.21],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/pricing')
    const header = page.getByRole('banner')
    const { height: taken } = (await header.boundingBox())!
    expect(taken / height).toBeLessThan(share)
    for (const button of await header.getByRole('button').or(header.getByRole('link')).all())
      if (await button.isVisible()) expect((await button.boundingBox())!.height).toBeLessThan(taken)
  }
})

test('with the spacing of WCAG 1.4.12 nothing sticks out on any route, and nothing on a review stands on something else', async ({
  page,
  product: { siteUrl },
}) => {
  await chooseLongest(page, siteUrl)
  const spaced = () =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
      document.adoptedStyleSheets = [sheet]
    })
  for (const route of ROUTES) {
    await page.goto(route)
    await spaced()
    await expectFits(page, route, [320, 1280])
  }
  await page.goto('/')
  await takenOver(page)
  const cards = page.locator('article')
  for (const width of [320, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const spacing of ['ours', 'the visitor’s']) {
      if (spacing !== 'ours') await spaced()
      const covered = await cards.evaluateAll((all) =>
        all.flatMap((card) => {
          const parts = [...card.querySelectorAll('h3, dl, p, button, [role=img], time')]
          const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width)
          const last = card.getBoundingClientRect().bottom
          return boxes.flatMap((box, index) => [
            ...(box.bottom > last ? [`${card.textContent}: out of the card`] : []),
            ...boxes
              .slice(index + 1)
              .filter(
                (next) => next.top < box.bottom - 1 && next.left < box.right - 1 && box.left < next.right - 1,
              )
              .map((next) => `${card.textContent}: ${Math.round(box.bottom - next.top)} px on each other`),
          ])
        }),
      )
      expect.soft(covered, `${spacing}, at ${width} px`).toEqual([])
      await page.evaluate(() => {
        document.adoptedStyleSheets = []
      })
    }
  }
})

test('on a low screen the newest article goes by with the others: its end comes into view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 657 })
  await page.goto('/resources')
  await page
    .locator('article')
    .first()
    .locator('time')
    .evaluate((time) => time.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await expect(page.locator('article').first().locator('time')).toBeInViewport({ ratio: 1 })
})

/** What of the text takes two lines. `words` finds what must not, everywhere (`g`). */
const onTwoLines = (locator: Locator, words: RegExp) =>
  locator.evaluateAll(
    (elements, words) =>
      elements.flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (texts.nextNode()) {
          const text = texts.currentNode as Text
          for (const { 0: word, index } of text.data.matchAll(words)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            if (range.getClientRects().length > 1) found.push(word)
          }
        }
        return found
      }),
    words,
  )
const WITH_HYPHEN = /\S+-\S+/g
/** With the signs beside them. */
const WHOLE_WORDS = /[^\s-]+/g

test('no plan and no feature stands alone in the last row, and what stands beside a price in one stands there in all of its row', async ({
  page,
}) => {
  const left = (list: Locator) =>
    list.evaluate((list) => {
      const edge = (element: Element) => Math.round(element.getBoundingClientRect().right)
      return edge(list) - edge(list.lastElementChild!)
    })
  for (const width of [360, 640, 768, 991, 992, 1024, 1100, 1240, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/pricing')
    for (const group of ['Verified Lead Rates', 'Prepaid Bundles']) {
      const list = page
        .locator('section', { has: page.getByRole('heading', { name: group }) })
        .locator('ul')
        .first()
      expect.soft(await left(list), `${group} at ${width} px`).toBe(0)
    }
    const features = page.locator('form li', { hasText: /three-way|6-month/ })
    expect(await features.count()).toBeGreaterThan(5)
    expect.soft(await onTwoLines(features, WITH_HYPHEN), `at ${width} px`).toEqual([])
    const below = await page.getByText(/^Save \$\d+$/).evaluateAll((badges) =>
      badges.map((badge) => ({
        row: Math.round(badge.closest('form')!.getBoundingClientRect().top),
        below:
          badge.getBoundingClientRect().top >
          badge.parentElement!.firstElementChild!.getBoundingClientRect().bottom,
      })),
    )
    expect(below).toHaveLength(3)
    for (const { row, below: one } of below)
      expect
        .soft(
          below.filter((badge) => badge.row === row && badge.below !== one),
          `at ${width} px`,
        )
        .toEqual([])
    await page.goto('/about-us')
    const grid = page.locator('ul', {
      has: page.getByRole('heading', { name: '100% Live Lead Transfers' }),
    })
    expect.soft(await left(grid), `features at ${width} px`).toBe(0)
  }
})

test('a price of five digits and cents takes one line, and five or more bundles stand in rows of three or two', async ({
  page,
}) => {
  for (const width of [320, 992, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/pricing')
    await takenOver(page)
    const prices = page.getByText(/^\$[\d,]+$/)
    expect(await prices.count()).toBe(8)
    const [heights, ends] = await prices.evaluateAll((all) => [
      all.map((price) => price.getBoundingClientRect().height),
      all.map((price) => {
        price.textContent = '$99,999.99'
        return price.getBoundingClientRect().height
      }),
    ])
    expect.soft(ends, `at ${width} px`).toEqual(heights)
  }
  const list = page.locator('ul', { has: page.getByRole('heading', { name: 'Elite Access' }) })
  const rowsOf = (count: number) =>
    list.evaluate((list, count) => {
      while (list.children.length < count) list.append(list.children[0]!.cloneNode(true))
      const tops = [...list.children].map((card) => card.getBoundingClientRect().top)
      return [...new Set(tops)].map((row) => tops.filter((top) => top === row).length)
    }, count)
  expect(await rowsOf(5)).toEqual([3, 2])
  expect(await rowsOf(7), 'none stands alone').toEqual([3, 2, 2])
  expect(await rowsOf(8)).toEqual([3, 3, 2])
  expect(await rowsOf(9)).toEqual([3, 3, 3])
})

test('what can be pressed says so below the mouse and the finger', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  const more = page.getByRole('button', { name: 'Read More' }).first()
  const line = () => more.evaluate((button) => getComputedStyle(button).textDecorationThickness)
  const before = await line()
  await more.hover()
  expect(await line()).not.toBe(before)
  await expect(more).toHaveCSS('-webkit-tap-highlight-color', 'rgba(29, 42, 46, 0.28)')
  await page.getByRole('button', { name: /^Chat/ }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: /Close/ })
  expect((await close.boundingBox())!.width).toBeGreaterThanOrEqual(44)
})

test('the page behind the menu grows light again while that slides out', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 412, height: 800 })
  await page.goto('/pricing')
  await takenOver(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation').first()
  const shade = () => menu.evaluate((menu) => getComputedStyle(menu, '::backdrop').opacity)
  await expect.poll(shade).toBe('1')
  const fading = await menu.evaluate((menu: HTMLElement) => {
    menu.hidePopover()
    return document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::backdrop')
  })
  expect(fading).toBe(true)
})

test('a question of two lines, and the line below a heading, has no single word in the last', async ({
  page,
}) => {
  await page.goto('/pricing')
  await expect(page.locator('summary').first()).toHaveCSS('text-wrap', 'balance')
  await page.goto('/how-it-works')
  await expect(page.getByText('The right prospect for you')).toHaveCSS('text-wrap', 'balance')
})

test('four statistics stand two by two, and the button stands beside the heading of the reviews where there is room', async ({
  page,
}) => {
  await page.goto('/')
  const statistics = page.locator('dl', { hasText: '221+' }).locator('dd')
  const heading = page.getByRole('heading', { name: 'What Our Clients Say' })
  const button = page.getByRole('button', { name: 'Add Review' })
  for (const width of [412, 560, 640, 768, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const columns = await statistics.evaluateAll((all) =>
      all.map((figure) => {
        const { left, right } = figure.parentElement!.getBoundingClientRect()
        return Math.round(left + right)
      }),
    )
    expect.soft(columns.slice(2), `statistics at ${width} px`).toEqual(columns.slice(0, 2))
    expect.soft(new Set(columns).size, `columns at ${width} px`).toBe(2)
    if (width < 560) continue
    const words = (await heading.boundingBox())!
    const { x, y } = (await button.boundingBox())!
    expect.soft(x, `button at ${width} px`).toBeGreaterThan(words.x + words.width / 2)
    expect.soft(y - words.y, `button at ${width} px`).toBeLessThan(150)
  }
})

test('two bands on the same ground share one gap, and a picture that keeps to the page has four round corners', async ({
  page,
}) => {
  await page.goto('/operational-framework')
  const [above, below] = ['The deal closes', 'Transaction Coordination'].map((name) =>
    page.getByRole('heading', { name }).locator('..'),
  )
  for (const width of [360, 1024, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const gap = await page.evaluate(() => {
      const probe = document.querySelector('main')!.appendChild(document.createElement('div'))
      probe.className = 'probe'
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.probe { height: var(--section) }')
      document.adoptedStyleSheets = [sheet]
      const { height } = probe.getBoundingClientRect()
      probe.remove()
      return height
    })
    const end = (await above!.boundingBox())!
    const section = (await below!.locator('..').boundingBox())!
    expect.soft(Math.round(section.y - end.y - end.height), `at ${width} px`).toBe(Math.round(gap))
  }
  const radii = await page
    .locator('section', { has: page.getByRole('heading', { name: 'Administrative Help' }) })
    .getByRole('img')
    .last()
    .evaluate((picture) => getComputedStyle(picture).borderRadius)
  expect(radii).toMatch(/^\d+px$/)
})

test('without a picture no text of an article stands on two grounds, and without words a review’s stars stand at its foot', async ({
  page,
}) => {
  await page.goto('/resources/speed-to-lead')
  await takenOver(page)
  await page.locator('main picture').evaluate((picture) => picture.remove())
  const text = (await page.getByText('It’s ten past five.').boundingBox())!
  const ground = (await page.locator('main [data-tone=sand]').boundingBox())!
  expect(text.y).toBeGreaterThanOrEqual(ground.y + ground.height)
  const head = (await page.locator('main [data-tone=sand] > *').boundingBox())!
  const below = ground.y + ground.height - head.y - head.height
  expect(below, 'nor is room kept for one').toBeCloseTo(head.y - ground.y, 0)
  await page.goto('/')
  await takenOver(page)
  const card = page.locator('article').first()
  await card.locator('p').evaluate((words) => words.parentElement!.remove())
  const { y, height } = (await card.boundingBox())!
  const stars = (await card.getByRole('img').boundingBox())!
  expect(y + height - stars.y - stars.height).toBeLessThan(40)
})

test('the ring around a link of a policy’s contents is whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/privacy-policy')
  const link = page.getByRole('navigation', { name: 'contents' }).getByRole('link').first()
  await link.focus()
  const { offset, width } = await link.evaluate((element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element)
    return { offset: Number.parseFloat(outlineOffset), width: Number.parseFloat(outlineWidth) }
  })
  expect(offset + width, 'beyond the link').toBeLessThanOrEqual(0)
})

test('no heading is broken at a hyphen, and the tabs of a phone and the call to action take one line', async ({
  page,
}) => {
  const lines = (locator: Locator) =>
    locator.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  for (const width of [320, 360, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/about-us')
    expect.soft(await onTwoLines(page.getByRole('heading'), WITH_HYPHEN), `at ${width} px`).toEqual([])
    const tabs = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    if (width >= 360) expect.soft(new Set(tabs).size, `tabs at ${width} px`).toBe(1)
    if (width >= 1024)
      expect
        .soft(await lines(page.getByRole('heading', { name: 'Tired of Cold Leads?' })), `at ${width} px`)
        .toBe(1)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Get Your Real-Estate Success with Keyturn',
  )
})

test('in a window of 280 px no heading ends in a line of its full stop, and no link of the footer breaks in a word', async ({
  page,
}) => {
  await page.setViewportSize({ width: 280, height: 640 })
  await page.goto('/pricing')
  const words = page.getByRole('heading', { level: 1 }).or(page.getByRole('contentinfo').getByRole('link'))
  expect(await onTwoLines(words, WHOLE_WORDS)).toEqual([])
})

test('the chat button leaves the way home of a missing page alone on a small phone', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/no-such-page')
  const home = (await page.getByRole('link', { name: 'Back to the Home Page' }).boundingBox())!
  const chat = (await page.getByRole('button', { name: 'Chat with our assistant' }).boundingBox())!
  expect(home.y + home.height).toBeLessThanOrEqual(chat.y)
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
  await chooseLongest(page, siteUrl)
  await put(before.map((document) => twice(document) as SanityDocument))
  try {
    await until(long, Boolean)
    for (const route of ROUTES) {
      await page.goto(route, { waitUntil: 'domcontentloaded' })
      await expectFits(page, route, [320, 1024, 1440])
    }
  } finally {
    await put(before)
    await until(long, (still) => !still)
  }
})

test('the longest words that settings take stay within the header and the basket, and cards and forms keep their shape', async ({
  page,
  product: { editor, siteUrl },
}) => {
  const settings = (await editor.getDocument('siteSettings'))!
  const contact = (await editor.getDocument('page-contact-us'))!
  const put = (documents: SanityDocument[]) =>
    documents.reduce((all, document) => all.createOrReplace(document), editor.transaction()).commit()
  const { logo, logoLight, ...rest } = settings
  const label = 'Administrative representation of agents.'
  const nav = [...settings.headerNav, ...settings.headerNav].slice(0, 7)
  const blocks = contact.blocks.map((block: { heading?: unknown }) =>
    typeof block.heading === 'string' ? { ...block, heading: 'Lead'.repeat(50) } : block,
  )
  await put([
    {
      ...rest,
      brand: 'A Company With A Name Of So Many Letters',
      headerNav: nav.map((link: object, index) => ({ ...link, _key: `n${index}`, label })),
      checkoutWords: { ...settings.checkoutWords, subtotal: label },
    } as never,
    { ...contact, blocks },
  ])
  try {
    await until(
      async () => (await read(`${siteUrl}/contact-us`)).html,
      (html) => html.includes('LeadLead') && html.includes(label),
    )
    await chooseLongest(page, siteUrl)
    for (const width of [320, 360, 960, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/contact-us')
      const header = (await page.getByRole('banner').boundingBox())!
      const brand = (await page.getByRole('banner').getByRole('link').first().boundingBox())!
      expect.soft(brand.y, `brand at ${width} px`).toBeGreaterThanOrEqual(header.y)
      expect.soft(brand.y + brand.height, `brand at ${width} px`).toBeLessThanOrEqual(header.height)
      const call = (await page.getByRole('link', { name: 'Call Us Now' }).first().boundingBox())!
      expect.soft(call.x + call.width, `button at ${width} px`).toBeLessThanOrEqual(width)
      const submit = (await page.getByRole('button', { name: 'Submit' }).boundingBox())!
      expect.soft(submit.height, `form at ${width} px`).toBeLessThan(70)
      const card = (await page.locator('a[href^="tel:"]').last().boundingBox())!
      expect.soft(card.height, `card at ${width} px`).toBeLessThan(300)
      await page.goto('/checkout')
      const totals = page.getByRole('region', { name: 'Basket Total' }).getByRole('definition')
      const lines = await totals.evaluateAll((all) =>
        all.map((amount) => {
          const range = document.createRange()
          range.selectNodeContents(amount)
          return range.getClientRects().length
        }),
      )
      expect.soft(lines, `amounts at ${width} px`).toEqual([1, 1])
    }
  } finally {
    await put([settings, contact])
  }
})

test('seven links beside a name of two lines break in no word', async ({
  page,
  product: { editor, siteUrl },
}) => {
  const settings = (await editor.getDocument('siteSettings'))!
  const { logo, logoLight, ...rest } = settings
  const brand = 'Harrington & Daughters Realty Co'
  const headerNav = [...settings.headerNav, ...settings.headerNav]
    .slice(0, 7)
    .map((link: object, index) => ({ ...link, _key: `n${index}` }))
  const named = async () => (await read(`${siteUrl}/pricing`)).html.includes('Harrington')
  await editor.createOrReplace({ ...rest, brand, headerNav } as never)
  try {
    await until(named, Boolean)
    await page.goto('/pricing')
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(links).toHaveCount(7)
      expect.soft(await onTwoLines(links, WHOLE_WORDS), `at ${width} px`).toEqual([])
    }
  } finally {
    await editor.createOrReplace(settings)
    await until(named, (still) => !still)
  }
})

test('in a narrow window whose scroll bar takes room, the menu’s button stays where it was pressed', async ({
  product,
}) => {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } })
    await page.goto(product.siteUrl)
    expect(
      await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth),
    ).toBeGreaterThan(0)
    const button = page.locator('[popovertarget=menu]')
    const { x } = (await button.boundingBox())!
    await button.click()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Pricing' })).toBeInViewport({
      ratio: 1,
    })
    expect(Math.abs((await button.boundingBox())!.x - x)).toBeLessThan(2)
  } finally {
    await browser.close()
  }
})
