import { chromium, type Locator, type Page } from '@playwright/test'
import { SENT } from '#app/contact/enquiry.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  formsTakenOver,
  holdScript,
  isHydrated,
  keepPlan,
  stopTime,
  stopTimeBeforeLoading,
  takenOver,
} from '#tests/support/reading.ts'

// Issue I, "Hydration is late and nobody notices".
test.use({ viewport: { width: 412, height: 823 } })

test('what is opened, typed, ticked, moved and pressed before the script is there, is so after it', async ({
  page,
}) => {
  const letGo = await holdScript(page)
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Chat with our assistant' })
  await opener.click()
  const hero = page.locator('[aria-roledescription=carousel]').first().locator('[data-part=slides]')
  await hero.evaluate((list) => list.scrollTo({ left: list.clientWidth, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
  expect(await isHydrated(page)).toBe(false)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await takenOver(page)
  await expect(page.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /AI/ })).toBeVisible()
  const second = page.locator('[aria-roledescription=carousel]').first().getByRole('group').nth(1)
  await expect(second).not.toHaveAttribute('inert')
})

test('a page that is only looked at runs none of React; scrolling is sign enough', async ({ page }) => {
  const street = page.locator('footer [aria-hidden=true] > div')
  const isShown = () => street.evaluate((div) => div.checkVisibility({ contentVisibilityAuto: true }))
  const visit = page.waitForResponse((answer) => /web-vitals/.test(answer.url()))
  await page.goto('/privacy-policy')
  await visit // begins with the small part of the script, and later
  expect(await isHydrated(page)).toBe(false)
  expect(await isShown(), 'a picture that is far away').toBe(false)
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect.poll(isShown, 'with React there is time for it').toBe(true)
})

/** A page whose script is there, and which nobody has touched. */
async function lookedAt(page: Page, path: string): Promise<void> {
  const visit = page.waitForResponse((answer) => /web-vitals/.test(answer.url()))
  await page.goto(path)
  await visit
  await page.waitForLoadState('networkidle')
  expect(await isHydrated(page)).toBe(false)
}

/** Marks the document that a page shows now; what it resolves to asks whether the page still shows it. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  return () => page.evaluate(() => 'isMarked' in window)
}

test('once the script is there, a link is followed without loading a document, also as the very first sign', async ({
  page,
}) => {
  await lookedAt(page, '/privacy-policy')
  const isSameDocument = await marked(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first()
  await link.evaluate((element) => (element as HTMLElement).click())
  await expect(page).toHaveURL('/about-us')
  await expect(page.getByRole('tab').first()).toBeVisible()
  expect(await isSameDocument()).toBe(true)
})

/**
 * Lets little of a page's time pass until it is seen: a press waits a second for the script, which has to be enough of a second
 * on a busy machine, too.
 */
const seenInTime = (page: Page, what: Locator) =>
  expect(async () => {
    await page.clock.runFor(20)
    await expect(what).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [100] })

test('a link that is pressed as soon as its page is there is followed without loading a document', async ({
  page,
}) => {
  await stopTimeBeforeLoading(page)
  await page.goto('/')
  const isSameDocument = await marked(page)
  await page.getByRole('link', { name: 'See Our Plans' }).click()
  await seenInTime(page, page.getByRole('heading', { name: 'Prepaid Bundles' }))
  expect(await isSameDocument()).toBe(true)
})

test('a form that is sent as soon as its page is there is sent without loading a document', async ({
  page,
}) => {
  await stopTimeBeforeLoading(page)
  await page.goto('/contact-us')
  const isSameDocument = await marked(page)
  await page.getByLabel('First Name').fill('Ann')
  await page.getByRole('button', { name: 'Submit' }).click()
  await seenInTime(page, page.getByText(SENT))
  expect(await isSameDocument()).toBe(true)
})

test('back from a page that was loaded anew, before anything else is done on it, leads to the page before it', async ({
  page,
}) => {
  await page.goto('/about-us')
  await takenOver(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/price/)
  await page.reload() // so does a phone that had put the tab away
  expect(await isHydrated(page)).toBe(false)
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Success with/)
  await expect(page).toHaveURL('/about-us')
  await page.getByRole('link', { name: 'Skip' }).focus() // a place on the page is no other page
  await page.keyboard.press('Enter')
  await takenOver(page)
  await expect(page.getByRole('tab').first()).toBeVisible()
})

test('back while React takes over a page that was loaded anew: React does not take it for the page before', async ({
  page,
  product,
}) => {
  await keepPlan(page.context(), product.siteUrl, 'pro-closer')
  await page.goto('/about-us')
  await takenOver(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('heading', { name: 'Pro Closer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  const letGo = await holdScript(page, /\/assets\/react-.*\.js$/)
  await page.reload()
  await page.waitForFunction(() => {
    const [, entry] = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
    return entry && import(entry.href) // its code has begun
  })
  await page.route('/pricing', async (route) => {
    letGo()
    await new Promise((resolve) => setTimeout(resolve, 1_000)) // on a slow network
    await route.continue()
  })
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/price/)
  await expect(page).toHaveURL('/pricing')
})

test('once the script is there, a tab shows its panel and leaves address and history alone', async ({
  page,
}) => {
  await lookedAt(page, '/about-us')
  const tab = page.getByRole('tab').nth(2)
  const entries = await page.evaluate(() => history.length)
  await tab.evaluate((element) => (element as HTMLElement).click())
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/about-us')
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('the phone number that was opened before the script is there hides 3 s after the press', async ({
  page,
}) => {
  await page.clock.install()
  const letGo = await holdScript(page)
  await page.goto('/')
  const popup = page.locator('#phone')
  await page.getByRole('banner').locator('[popovertarget=phone]').click()
  await expect(popup).toBeVisible()
  await stopTime(page)
  await page.clock.runFor(100) // a press is painted before it is a sign
  await expect(popup).toBeVisible()
  letGo()
  await takenOver(page)
  await expect(popup).toBeHidden()
})

test('… where it was hidden again before, the next press shows it for 3 s of its own', async ({ page }) => {
  await page.clock.install()
  const letGo = await holdScript(page)
  await page.goto('/')
  const popup = page.locator('#phone')
  const button = page.getByRole('banner').locator('[popovertarget=phone]')
  await button.click()
  await button.click()
  await expect(popup).toBeHidden()
  await stopTime(page)
  await page.clock.runFor(100)
  letGo()
  await takenOver(page)
  await button.click()
  await expect(popup).toHaveRole('alert') // React has heard of it, its time runs
  await page.clock.runFor(2_900)
  await expect(popup).toBeVisible()
  await page.clock.runFor(100)
  await expect(popup).toBeHidden()
})

for (const [restedMs, leftMs] of [
  [499, 1],
  [1_000, 0],
] as const)
  test(`the chat opens 500 ms after the mouse came, which rests on it for ${restedMs} ms before React is there`, async ({
    page,
  }) => {
    await page.clock.install()
    const letGo = await holdScript(page)
    await page.goto('/pricing')
    await stopTime(page)
    const button = page.getByRole('button', { name: 'Chat with our assistant' })
    await button.hover()
    await page.clock.runFor(restedMs)
    letGo()
    await formsTakenOver(page)
    if (leftMs) {
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await page.clock.runFor(leftMs)
    }
    await expect(page.getByRole('dialog', { name: 'Keyturn AI' })).toBeVisible()
  })

for (const [where, pointers] of [
  [
    'on a laptop that is touched first of all, and has a mouse too',
    'primaryHoverType=1,availableHoverTypes=3',
  ],
  [
    'where the browser knows of no mouse, and of no finger',
    'primaryHoverType=1,availableHoverTypes=1,primaryPointerType=1,availablePointerTypes=1',
  ],
] as const)
  test(`so does it ${where}`, async ({ product }) => {
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: ['--no-sandbox', `--blink-settings=${pointers}`],
    })
    try {
      const page = await browser.newPage()
      const letGo = await holdScript(page)
      await page.goto(product.siteUrl)
      await page.getByRole('button', { name: 'Chat with our assistant' }).hover()
      letGo()
      await expect(page.getByRole('dialog', { name: 'Keyturn AI' })).toBeVisible()
    } finally {
      await browser.close()
    }
  })

test('what moves by itself begins without a sign; until then its other pictures are not fetched', async ({
  page,
}) => {
  const letGo = await holdScript(page)
  await page.goto('/')
  const hero = page.locator('[aria-roledescription=carousel]').first()
  const pictures = hero.locator('img')
  const isThere = (img: Locator) => img.evaluate((element) => (element as HTMLImageElement).currentSrc !== '')
  await expect.poll(() => isThere(pictures.first())).toBe(true)
  expect(await isThere(pictures.nth(1))).toBe(false)
  letGo()
  await expect(hero).toHaveAttribute('data-enhanced')
  await expect.poll(() => isThere(pictures.nth(1))).toBe(true)
})

test('a slideshow whose script never comes shows its other pictures', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript' }))
  await page.goto('/')
  const hero = page.locator('[aria-roledescription=carousel]').first()
  await hero.locator('[data-part=slides]').evaluate((list) => list.scrollTo({ left: list.clientWidth }))
  await expect(hero.locator('img').nth(1)).toHaveJSProperty('complete', true)
  await expect(hero).not.toHaveAttribute('data-first-alone')
})

test('what is typed and chosen in forms stays, and is sent', async ({ page }) => {
  const letGo = await holdScript(page)
  await page.goto('/contact-us')
  const main = page.getByRole('main')
  await main.getByLabel('First Name').fill('Ann')
  await main.getByLabel('Email Address').fill('ann@example.com')
  const boxes = main.getByRole('checkbox')
  await boxes.first().check()
  expect(await isHydrated(page)).toBe(false)
  letGo()
  await takenOver(page)
  await expect(main.getByLabel('First Name')).toHaveValue('Ann')
  await expect(main.getByLabel('Email Address')).toHaveValue('ann@example.com')
  await expect(boxes.first()).toBeChecked()
  await main.getByRole('button', { name: 'Submit' }).click()
  await expect(main.getByRole('alert')).toHaveText('Your message has been sent successfully!')
})

/** As Chrome does it. */
const translate = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const all: Node[] = []
    while (texts.nextNode()) all.push(texts.currentNode)
    for (const text of all) {
      const font = document.createElement('font')
      text.parentNode!.replaceChild(font, text)
      font.textContent = `¡${text.textContent}!`
    }
  })

test('what was typed, ticked and opened stays, and a press counts, where the browser has translated the page and React makes it anew', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/React made the page anew/)
  let letGo = await holdScript(page)
  await page.goto('/contact-us')
  await translate(page)
  await page.locator('[name=smsConsent]').check()
  await page.locator('[name=firstName]').pressSequentially('Ann')
  letGo()
  await takenOver(page)
  await expect(page.getByLabel('First Name')).toHaveValue('Ann')
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.locator('[name=smsConsent]')).toBeChecked()
  await expect(page.locator('[name=marketingConsent]')).not.toBeChecked()

  letGo = await holdScript(page)
  await page.goto('/pricing')
  await translate(page)
  await page.locator('summary').nth(1).click()
  await page.getByRole('button', { name: 'Chat with our assistant' }).click()
  letGo()
  await takenOver(page)
  await expect(page.locator('details').nth(1)).toHaveAttribute('open')
  await expect(page.getByRole('dialog', { name: /AI/ })).toBeVisible()
})

test('in a page that was translated after React came, what changes is said anew', async ({ page }) => {
  await page.goto('/search?q=refund')
  await takenOver(page)
  await translate(page)
  const field = page.getByRole('searchbox')
  await field.fill('lead')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('“lead”')
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await translate(page)
  await page.getByRole('radio').nth(2).check()
  await expect(page.locator('legend')).toContainText('3/5')
  await page.getByRole('button', { name: 'Close' }).click()
  const card = page.locator('article', { has: page.getByRole('button') }).first()
  const words = await card.getByRole('paragraph').innerText()
  await card.getByRole('button').click()
  await expect(card.getByRole('button')).toHaveText('Show Less')
  await expect
    .poll(async () => (await card.getByRole('paragraph').innerText()).length, 'the rest of the review')
    .toBeGreaterThan(words.length)
})

test('from a policy that was translated a link leads to the next', async ({ page }) => {
  await page.goto('/terms-and-conditions')
  await takenOver(page)
  await translate(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Policy')
})

test('whoever is at Add Review when React takes over still is, and can press it', async ({ page }) => {
  const letGo = await holdScript(page)
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Add Review' })
  await opener.focus()
  letGo()
  await takenOver(page)
  await expect(page.locator('button', { hasText: 'Add Review' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add New Review' })).toBeVisible()
})

test('a review that was begun before the script is there goes on in the dialog', async ({ page }) => {
  const letGo = await holdScript(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await page.getByLabel('Write a review').fill('They called')
  await page.getByRole('radio', { name: '4' }).check({ force: true })
  expect(await isHydrated(page)).toBe(false)
  letGo()
  await takenOver(page)
  const dialog = page.getByRole('dialog', { name: 'Add New Review' })
  await expect(dialog.getByLabel('Write a review')).toHaveValue('They called')
  await expect(dialog.getByRole('radio', { name: '4' })).toBeChecked()
  await expect(dialog.getByText('Rating: 4/5')).toBeVisible()
})

test('a review that was begun before the script is there is closed by a press that ends after it', async ({
  page,
}) => {
  const letGo = await holdScript(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Review' })
  await dialog.getByRole('button', { name: 'Close' }).hover()
  await page.mouse.down()
  letGo()
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Add Review' })).toBeFocused()
  await expect(dialog).toBeHidden()
})

test('presses of links, plans, questions, tabs, carousels and forms before the script is there lose nothing', async ({
  page,
}) => {
  const rounds = 5 // five times 20
  await holdScript(page) // for good
  const main = page.getByRole('main')
  for (let round = 0; round < rounds; round++) {
    await page.goto('/')
    const slides = page.locator('[data-part=slides]')
    for (const list of await slides.all()) {
      const moved = await list.evaluate((list) => {
        list.scrollTo({ left: list.clientWidth, behavior: 'instant' })
        return list.scrollLeft
      })
      expect(moved).toBeGreaterThan(0)
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    const tab = page.getByRole('tab').nth(round % 2)
    await tab.click()
    await expect(page.getByRole('tabpanel', { name: await tab.innerText() })).toBeVisible()

    await page.goto('/pricing')
    const questions = page.locator('details')
    // From the last one on: what opens moves those below it.
    for (const question of (await questions.all()).reverse()) await question.locator('summary').click()
    for (const question of await questions.all()) await expect(question).toHaveAttribute('open')
    const card = page
      .locator('li')
      .filter({ has: page.locator('form button') })
      .nth(round)
    const title = await card.getByRole('heading').innerText()
    await card.getByRole('button').click()
    await expect(page.getByRole('cell').first()).toHaveText(title)

    await page.goto('/contact-us')
    await main.getByLabel('First Name').fill(`Ann ${round}`)
    await main.getByRole('button', { name: 'Submit' }).click()
    await expect(main.getByRole('alert')).toHaveText('Your message has been sent successfully!')
    await main.getByRole('button', { name: 'Dismiss' }).click() // answered when the script comes
    expect(await isHydrated(page)).toBe(false)
  }
})

test('React takes over without setting up formats of Intl', async ({ page }) => {
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { made })
    const noting = <Format extends object>(name: string, format: Format) =>
      Object.assign(Intl, {
        [name]: new Proxy(format as Format & (new () => object), {
          construct(target, args) {
            made.push(name)
            return Reflect.construct(target, args)
          },
        }),
      })
    noting('DateTimeFormat', Intl.DateTimeFormat)
    noting('NumberFormat', Intl.NumberFormat)
  })
  for (const path of ['/', '/pricing', '/contact-us']) {
    await page.goto(path)
    await takenOver(page)
    expect(await page.evaluate(() => (window as unknown as { made: string[] }).made), path).toEqual([])
  }
})
