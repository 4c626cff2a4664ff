import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { takenOver } from '#tests/support/reading.ts'

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

test('what stands light on a ground of its own is printed dark, and nothing stands on the words', async ({
  page,
}) => {
  for (const route of ['/', '/pricing', '/contact-us']) {
    await page.goto(route)
    await page.emulateMedia({ media: 'print' })
    const light = await page.locator('body *').evaluateAll((all) =>
      all
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .filter((element) => Math.max(...getComputedStyle(element).color.match(/\d+/g)!.map(Number)) > 0x33)
        .map((element) => element.textContent),
    )
    expect(light, route).toEqual([])
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
    await page.emulateMedia({ media: null })
  }
})

test('an open dialog does not stand on the printed page', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Review' })
  await expect(dialog).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: null })
  await expect(dialog).toBeVisible()
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

test('what is printed of a page with tabs and carousels says what it is, begins at one edge, and has no buttons that turn', async ({
  page,
}) => {
  await page.goto('/about-us')
  await takenOver(page)
  await page.emulateMedia({ media: 'print' })
  const titles = await page
    .locator('[role=tabpanel]')
    .evaluateAll((panels) =>
      panels.map((panel) => panel.checkVisibility() && getComputedStyle(panel, '::before').content),
    )
  expect(titles).toEqual(['"Our Company"', '"Our Mission"', '"Our Vision"'])
  await expect(page.getByRole('button', { name: /slide/ })).toHaveCount(0)
  for (const heading of await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .all())
    expect.soft((await heading.boundingBox())!.x, (await heading.textContent())!).toBe(0)
  await page.goto('/')
  const hexagons = page.locator('li', { has: page.getByRole('heading', { name: 'Expertise' }) })
  expect(await hexagons.evaluateAll((all) => all.map((one) => getComputedStyle(one).clipPath))).toEqual([
    'none',
  ])
  for (const card of await page.locator('li', { has: page.getByRole('heading', { level: 3 }) }).all())
    expect.soft((await card.boundingBox())!.height, (await card.textContent())!).toBeLessThan(200)
})

test('on paper slides stand one below the other, and no card is torn or cut', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  const slides = await page
    .locator('[aria-roledescription=slide]', { has: page.locator('article') })
    .evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().toJSON() as DOMRect))
  expect(slides.length).toBeGreaterThan(4)
  for (const [index, { left, top, right }] of slides.entries()) {
    expect.soft(left).toBeGreaterThanOrEqual(0)
    expect.soft(right).toBeLessThanOrEqual(page.viewportSize()!.width)
    const before = slides[index - 1]
    if (before) expect.soft(left >= before.right || top >= before.bottom, `slide ${index + 1}`).toBe(true)
  }
  await expect(main.getByRole('button', { name: 'Read More' })).toHaveCount(0)
  const cut = main.locator('article dd').evaluateAll((all) =>
    all.map((one) => {
      one.textContent = 'Property Services of the Greater Wilmington Area '.repeat(9)
      return one.scrollWidth > one.clientWidth
    }),
  )
  expect(new Set(await cut), 'a long name takes another line').toEqual(new Set([false]))
  await page.goto('/pricing')
  const cards = main.locator('ul > li', { has: page.getByRole('heading') })
  expect(await cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).breakInside))).toEqual(
    Array(8).fill('avoid'),
  )
  // In a grid Firefox tears them all the same.
  expect(
    await main
      .locator('ul:has(> li > form)')
      .evaluateAll((all) => all.map((list) => getComputedStyle(list).display)),
  ).toEqual(['block', 'block'])
  await page.goto('/resources')
  const around = main.locator(':has(article)')
  expect(
    await around.evaluateAll((all) => all.map((element) => getComputedStyle(element).display)),
  ).not.toContain('grid')
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
    // A block's ground would stand on the line above it.
    expect(new Set(await style(page.getByRole('heading').locator('span'), 'display'))).toEqual(
      new Set(['inline']),
    )
    const links = await style(page.getByRole('navigation').first().getByRole('link'), 'text-decoration-line')
    expect(links, 'the page that is open').toEqual(['none', 'none', 'none', 'underline', 'none'])
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
    const hexagons = page.locator('li', {
      has: page.getByRole('heading', { name: /^(Expertise|Customer Focus)$/ }),
    })
    for (const { height } of await hexagons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    ))
      expect(height, 'no room for corners that are not seen').toBeLessThan(250)
    // Above the ground that Firefox puts behind the figure.
    expect(new Set(await style(page.locator('main dt'), 'position'))).toEqual(new Set(['relative']))
  })

  test('cards, the chat, dialogs and the phone number have an edge', async ({ page }) => {
    await page.goto('/')
    await takenOver(page)
    const edge = (locator: Locator) => style(locator, 'border-top-width')
    for (const cards of [page.locator('li > [tabindex="0"]'), page.locator('article')])
      expect(new Set(await edge(cards))).toEqual(new Set(['1px']))
    const plans = page.getByRole('main').getByRole('link', { name: 'See Our Plans' })
    expect(await style(plans, 'background-color'), 'over a picture').toEqual([BLACK])
    await page.getByRole('button', { name: 'Add Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Review' })
    await expect(dialog).toBeVisible()
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

test.describe('where more contrast is wished', () => {
  test.use({ contextOptions: { contrast: 'more', reducedMotion: 'reduce' } })

  test('each text has a contrast of 7:1, a large one of 4.5:1', async ({ page }) => {
    for (const route of ['/', '/pricing', '/about-us', '/contact-us', '/resources', '/privacy-policy']) {
      await page.goto(route)
      const { violations } = await new AxeBuilder({ page }).withRules('color-contrast-enhanced').analyze()
      expect(
        violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
        route,
      ).toEqual([])
    }
  })

  test('the cross that closes a dialog is seen under the pointer', async ({ page }) => {
    await page.goto('/')
    await takenOver(page)
    await page.getByRole('button', { name: 'Add Review' }).click()
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await close.hover()
    const [cross, ground] = await close.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button)
      return [color, backgroundColor]
    })
    expect(ground).not.toBe(cross)
  })
})

test.describe('where the browser darkens pages', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('logos, which it leaves as they are, have a light edge', async ({ page, context }) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true })
    // The front page carries its logo; elsewhere it is a file.
    for (const [route, logos] of [
      ['/', page.getByRole('banner').getByRole('img')],
      ['/about-us', page.locator('header img, main [aria-roledescription=slide]:not([inert]) img')],
    ] as const) {
      await page.goto(route)
      await takenOver(page)
      // Before a carousel knows how many it shows, none is out of view.
      await expect(page.locator('[aria-roledescription=slide][inert]').first()).toBeAttached()
      for (const logo of await logos.all()) {
        await logo.scrollIntoViewIfNeeded()
        await expect
          .poll(
            async () => brightest(page, await logo.screenshot()),
            `${await logo.ariaSnapshot()} on ${route}`,
          )
          .toBeGreaterThan(120)
      }
    }
  })
})

/** The lightest pixel of a picture, 0 to 255; a darkened page's ground has some 40. */
const brightest = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const drawn = canvas.getContext('2d')!
    drawn.drawImage(image, 0, 0)
    const { data } = drawn.getImageData(0, 0, width, height)
    let most = 0
    for (let at = 0; at < data.length; at += 4)
      most = Math.max(most, Math.min(data[at]!, data[at + 1]!, data[at + 2]!))
    return most
  }, png.toString('base64'))

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

test('what scrolls in on the operational framework moves, and is never hidden; it rests where less motion is wished, and on paper', async ({
  page,
}) => {
  await page.goto('/operational-framework')
  const scrollingIn = () =>
    page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('li')].flatMap((item) => {
        const moving = item.getAnimations().filter(({ timeline }) => timeline instanceof ViewTimeline)
        const { opacity, visibility } = getComputedStyle(item)
        return moving.length > 0 ? [`${opacity} ${visibility}`] : []
      }),
    )
  expect((await scrollingIn()).length).toBeGreaterThan(5)
  expect(new Set(await scrollingIn())).toEqual(new Set(['1 visible']))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await scrollingIn()).toEqual([])
  await page.emulateMedia({ reducedMotion: null, media: 'print' })
  expect(await scrollingIn()).toEqual([])
})
