import { ask, button, CHAT, input, log, open, panel, test } from '#tests/support/chat-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { json, prepare } from '#tests/support/paying.ts'
import { takenOver } from '#tests/support/reading.ts'

test('the button is round, fixed, and near the corner on every page', async ({ page, expectedConsole }) => {
  expectedConsole.push(/status of 404/)
  for (const path of ['/', '/pricing', '/checkout', '/privacy-policy', '/no-such-page']) {
    await page.goto(path)
    const { width, height } = page.viewportSize()!
    for (const bottom of [false, true]) {
      await page.evaluate((end) => window.scrollTo(0, end ? document.body.scrollHeight : 0), bottom)
      const box = (await button(page).boundingBox())!
      expect(Math.abs(box.width - box.height)).toBeLessThan(1)
      expect(Math.hypot(width - box.x - box.width / 2, height - box.y - box.height / 2), path).toBeLessThan(
        160,
      )
    }
    await expect(button(page)).toHaveCSS('border-radius', '50%')
    await expect(button(page)).toHaveCSS('position', 'fixed')
  }
})

for (const [width, height] of [
  [360, 740],
  [320, 256], // 400 % zoom
  [640, 360], // a low window
] as const) {
  test(`${width} × ${height}: what has the focus is never behind the panel (WCAG 2.4.11)`, async ({
    page,
    chat,
  }) => {
    chat.answer(CHAT, json({ message: 'It is all on /pricing.' }))
    await page.goto('/contact-us')
    await takenOver(page)
    await page.setViewportSize({ width, height })
    for (const [key, controls] of [
      ['Shift+Tab', ['Messages', 'Close chat']],
      ['Tab', ['Send', null]],
    ] as const) {
      await open(page)
      await expect(input(page)).toBeFocused()
      for (const name of controls) {
        await page.keyboard.press(key)
        if (name) await expect(panel(page).getByLabel(name)).toBeFocused()
      }
      // Past the last one, and once more where the browser's own controls come between.
      await page.keyboard.press(key)
      await page.keyboard.press(key)
      await expect(panel(page)).toHaveCount(0)
      const at = page.locator(':focus')
      await expect(at).toBeInViewport()
      await expect.poll(() => at.evaluate(isOnTop)).toBe(true)
    }
    await open(page)
    await ask(page, 'What does it cost?')
    await panel(page).getByRole('link', { name: '/pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await expect(panel(page), 'the page that was asked for is seen').toHaveCount(0)
    await open(page)
    await expect(log(page)).toContainText('It is all on')
    await page.keyboard.press('Escape')
    await expect(button(page)).toBeFocused()
  })
}

/** The middle of an element is not covered. */
const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && (element.contains(top) || top.contains(element))
}

test.describe('a phone on its side', () => {
  test.use({ viewport: { width: 568, height: 320 }, hasTouch: true, isMobile: true })

  test('has room for what is said', async ({ page }) => {
    await page.goto('/about-us')
    await takenOver(page)
    await open(page)
    await expect.poll(async () => (await log(page).boundingBox())!.height).toBeGreaterThan(120)
    await expect(input(page)).toBeInViewport({ ratio: 1 })
    await expect(panel(page).getByRole('button', { name: 'Close chat' })).toBeInViewport({ ratio: 1 })
  })
})

for (const [width, height] of [
  [320, 256], // 400 % zoom
  [683, 330], // 200 % zoom on a small laptop
] as const)
  test(`${width} × ${height}: opened by a click there is room for what is said, and the button comes back`, async ({
    page,
  }) => {
    await page.goto('/about-us')
    await takenOver(page)
    await page.setViewportSize({ width, height })
    await open(page)
    await expect.poll(async () => (await log(page).boundingBox())!.height).toBeGreaterThan(90)
    for (const part of [input(page), panel(page).getByRole('button')])
      for (const one of await part.all()) {
        await expect(one).toBeInViewport({ ratio: 1 })
        await expect.poll(() => one.evaluate(isOnTop)).toBe(true)
      }
    await panel(page).getByRole('button', { name: 'Close chat' }).click()
    await expect(button(page)).toBeFocused()
  })

test.describe('360 px wide', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

  test('a tap opens a sheet over the whole width; closing brings the button back', async ({ page }) => {
    await page.goto('/about-us')
    await takenOver(page)
    await button(page).tap()
    await expect(input(page)).toBeFocused()
    expect(await panel(page).boundingBox()).toMatchObject({ x: 0, width: 360 })
    const { y, height } = (await panel(page).boundingBox())!
    expect(y + height).toBe(640)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await panel(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect(button(page)).toBeFocused()
  })

  test('opened by a tap it stays until its close button is pressed, whatever is tapped beside it', async ({
    page,
  }) => {
    await page.goto('/pricing')
    await takenOver(page)
    await button(page).tap()
    await expect(input(page)).toBeFocused()
    const header = page.getByRole('banner')
    await page.touchscreen.tap(60, 76) // the page itself
    await header.getByRole('button', { name: 'phone' }).tap()
    await expect(panel(page)).toBeVisible()
    await header.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('navigation').getByRole('link', { name: 'About' }).tap()
    await expect(page).toHaveURL('/about-us')
    await page.goBack()
    await expect(page).toHaveURL('/pricing')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('One lead')
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect(panel(page)).toHaveCount(0)
  })

  test('it makes way for a field behind it that gets the focus', async ({ page }) => {
    await page.goto('/contact-us')
    await takenOver(page)
    await page.getByRole('main').getByLabel('Last Name').scrollIntoViewIfNeeded()
    await button(page).tap()
    await page.getByRole('main').getByLabel('Last Name').focus()
    await expect(panel(page)).toHaveCount(0)
  })

  test('the button never lies on what pays, sends, or has the focus', async ({ page }) => {
    await prepare(page, 'pro-closer')
    for (const path of ['/checkout', '/contact-us']) {
      await page.goto(path)
      await takenOver(page)
      const targets = page.getByRole('main').locator('button[type=submit], input:visible')
      for (const target of await targets.all()) {
        if (!(await target.isVisible())) continue
        await target.focus()
        // The target is brought down to the corner.
        await target.evaluate((element) =>
          window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 40),
        )
        const coversTarget = () =>
          target.evaluate((element) => {
            const chat = document.querySelector('button[aria-haspopup=dialog][data-place]')!
            if (getComputedStyle(chat).visibility === 'hidden') return false
            const [mine, other] = [chat.getBoundingClientRect(), element.getBoundingClientRect()]
            return (
              mine.left < other.right &&
              other.left < mine.right &&
              mine.top < other.bottom &&
              other.top < mine.bottom
            )
          })
        await expect.poll(coversTarget, `${path} ${await target.getAttribute('name')}`).toBe(false)
      }
    }
  })
})
