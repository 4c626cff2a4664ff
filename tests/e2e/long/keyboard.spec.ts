import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { focus, MANY, tabTo } from '#tests/support/focus.ts'
import { keepPlan, takenOver } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Without a pointer: WCAG 2.2, 2.1.1 Keyboard, 2.1.2 No Keyboard Trap, 2.4.3 Focus Order, 2.4.7 Focus Visible,
// 2.4.11 Focus Not Obscured, 2.5.8 Target Size; WAI-ARIA APG carousel, tabs, dialog.
const TARGET_PX = 24
// What moves by itself is judged where it comes to rest.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('questions open and close', async ({ page }) => {
  await page.goto('/pricing')
  await takenOver(page)
  const question = page.locator('summary').first()
  const answer = page.locator('details').first().locator('summary + *')
  await question.evaluate((element) => element.scrollIntoView())
  await page.locator('main button').last().focus()
  await tabTo(page, question)
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect(answer).toBeVisible()
    await page.keyboard.press(key)
    await expect(answer).toBeHidden()
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('summary').nth(1)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu keeps the focus while it is open, the page behind stands still, and Escape leads back', async ({
    page,
  }) => {
    await page.goto('/')
    await takenOver(page)
    const button = page.getByRole('button', { name: 'Open menu' })
    const links = page.getByRole('navigation').getByRole('link')
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const close = page.getByRole('button', { name: 'Close menu' })
    await expect(close).toHaveAttribute('aria-expanded', 'true')
    await expect(links).toHaveText(['Home', 'Pricing', 'How It Works', 'About', 'Contact'])
    for (const link of await links.all()) {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
      expect((await focus(page))?.complaints).toEqual([])
    }
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(links.last()).toBeFocused()
    await page.mouse.wheel(0, 600)
    await page.keyboard.press('PageDown')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(links.last()).not.toBeInViewport()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/pricing')
    await expect(links.nth(1)).not.toBeInViewport()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => document.querySelector('main')!.inert)).toBe(false)
  })
})

for (const [route, name] of [
  ['/', 'Welcome'],
  ['/', 'What Our Clients Say'],
  ['/about-us', 'Our Proud Partners'],
] as const) {
  test(`${route}, ${name}: pause, previous and next come before what is in the slides`, async ({ page }) => {
    await page.goto(route)
    await takenOver(page)
    const carousel = page.getByRole('region', { name })
    const [pause, previous, next] = [/^(Play|Pause)/, /^Previous/, /^Next/].map((label) =>
      carousel.getByRole('button', { name: label }),
    ) as [Locator, Locator, Locator]
    await expect(pause).toBeVisible()
    // From the last stop before the carousel.
    await carousel.evaluate((region) => {
      const stops = [
        ...document.querySelectorAll<HTMLElement>('main a[href], main button, main [tabindex="0"]'),
      ]
      const before = stops.filter(
        (stop) =>
          region.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_PRECEDING && stop.checkVisibility(),
      )
      ;(before.at(-1) ?? document.querySelector<HTMLElement>('main'))!.focus()
    })
    await tabTo(page, pause)
    await expect(pause).toHaveAccessibleName(/^Play/) // less motion is wished
    await page.keyboard.press('Enter')
    await expect(pause).toHaveAccessibleName(/^Pause/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(previous).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    const shown = () =>
      carousel
        .locator('[aria-roledescription=slide]:not([inert])')
        .evaluateAll((slides) => slides.map((slide) => slide.getAttribute('aria-label')))
    const before = await shown()
    await page.keyboard.press('Enter')
    await expect.poll(shown).not.toEqual(before)
    await expect(next).toBeFocused()
    // Nothing that is out of view is reached; the way leads out.
    for (let stop = 0; stop < MANY; stop++) {
      await page.keyboard.press('Tab')
      const here = await focus(page)
      expect(here?.complaints ?? [], here?.name).toEqual([])
      if (!(await carousel.evaluate((region) => region.contains(document.activeElement)))) return
      expect(await page.evaluate(() => document.activeElement!.closest('[inert]'))).toBeNull()
    }
    throw new Error('There is no way out of the carousel.')
  })
}

test('tabs: one stop, arrows choose, the panel comes next', async ({ page }) => {
  await page.goto('/about-us')
  await takenOver(page)
  await tabTo(page, page.getByRole('tab', { name: 'Our Mission' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Our Vision' })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Our Vision')
  expect((await focus(page))?.complaints).toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  expect((await focus(page))?.complaints).toEqual([])
})

test('the review dialog takes the focus, keeps it, and gives it back', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  const opener = page.getByRole('button', { name: 'Add Review' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add New Review' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  const seen: string[] = []
  for (let stop = 0; stop < 20; stop++) {
    const here = await focus(page)
    expect(here?.region, here?.name).toBe('dialog')
    expect(here?.complaints, here?.name).toEqual([])
    if (stop && (await dialog.getByLabel('First Name').evaluate((field) => field === document.activeElement)))
      break
    seen.push(here!.name)
    await page.keyboard.press('Tab')
  }
  // Four names, the text, the rating as one stop, Add, Close.
  expect(seen).toHaveLength(8)
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '3' })).toBeChecked()
  await expect(dialog.getByText('Rating: 3/5')).toBeVisible()
  // The number that is chosen says itself: a live region would say it once more.
  await expect(dialog.locator('[aria-live]')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('Rating: 2/5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test.describe('on every route', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the focus is seen wherever it goes, up the page as well, and every target is large enough', async ({
    page,
    context,
    product,
  }) => {
    await keepPlan(context, product.siteUrl, 'pro-closer') // without one checkout is a line
    for (const route of ROUTES) {
      await page.goto(route)
      await takenOver(page)
      const small = await page.evaluate((least) => {
        const boxes = document.querySelectorAll<HTMLElement>(
          'a[href], button, summary, [role=button], [role=tab], input:not([type=hidden]), select, textarea',
        )
        return [...boxes].flatMap((element) => {
          if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
          if (element.closest('[inert]') || element.matches('.skip-link')) return []
          // Links in a sentence have its line height (2.5.8, exception "Inline").
          if (getComputedStyle(element).display === 'inline') return []
          const { width, height } = (
            element.matches('[type=checkbox], [type=radio]')
              ? (element.closest('div, label') ?? element)
              : element
          ).getBoundingClientRect()
          return Math.min(width, height) < least - 0.01
            ? [`${element.outerHTML.slice(0, 90)}: ${width} × ${height}`]
            : []
        })
      }, TARGET_PX)
      expect.soft(small, `${route}: targets`).toEqual([])

      await page.locator('footer a').last().focus()
      const complaints: string[] = []
      let stops = 0
      for (; stops < MANY; stops++) {
        await page.keyboard.press('Shift+Tab')
        const here = await focus(page)
        if (!here || here.region === 'header') break
        complaints.push(...here.complaints.map((complaint) => `${here.name}: ${complaint}`))
        if (route !== '/' && here.region === 'footer') await page.locator('footer a').first().focus() // the footer is the same everywhere
      }
      expect(stops, `${route}: stops`).toBeLessThan(MANY)
      expect.soft(complaints, route).toEqual([])
    }
  })
})
