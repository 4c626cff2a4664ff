import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '#tests/support/fixtures.ts'
import { html, test } from '#tests/support/forms-backend.ts'
import { setNetwork } from '#tests/support/network.ts'
import { waitForHydration } from '#tests/support/page.ts'
import {
  addButton,
  card,
  carousel,
  dialog,
  expectTyped,
  fill,
  nameOf,
  newReview,
  openButton,
  plainForm,
} from '#tests/support/review-page.ts'

// Specification, sections 2 to 5, 7 (calls 2 and 3), 8 and 9.
const CREATE = ['POST', '/api/reviews/create'] as const
const CARD_PX = 320

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a card shows author, text, rating and date; a long text is cut to 80 characters and shown on request', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1640, height: 900 })
  await page.goto('/')
  await waitForHydration(page)
  const short = card(page, 'Sample Review One')
  const long = card(page, 'Sample Review Two')
  while (await short.evaluate((slide: HTMLElement) => slide.inert))
    await carousel(page).getByRole('button', { name: 'Next' }).click()
  await expect(short.getByRole('term')).toHaveText(['Company', 'Position'])
  await expect(short.getByRole('definition')).toHaveText(['Sample Company', 'Sample Position'])
  await expect(short.getByText('“This is a sample, not a client’s words.”')).toBeVisible()
  await expect(short.getByRole('img', { name: '5 out of 5' })).toBeVisible()
  await expect(short.getByText('08-01-2025', { exact: true })).toBeVisible()
  await expect(short.getByRole('button')).toHaveCount(0)

  const text = long.locator('p').first()
  await expect(text).toHaveText(/^“.{80}…”$/)
  const article = long.getByRole('article')
  expect((await article.boundingBox())!.height).toBe(CARD_PX)
  await long.getByRole('button', { name: 'Read More' }).click()
  const less = long.getByRole('button', { name: 'Show Less' })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await expect(text).toContainText('npm run host:reviews -- remove-samples.”')
  await less.click()
  expect((await article.boundingBox())!.height).toBe(CARD_PX)
})

test('1, 2, 3 and 4 cards are in view below 768 and from 768, 1024 and 1640 px', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/')
  await waitForHydration(page)
  const inView = carousel(page).locator('[aria-roledescription=slide]:not([inert])')
  for (const [width, cards] of [
    [767, 1],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1639, 3],
    [1640, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(inView, `${width} px`).toHaveCount(cards)
  }
})

test('the dialog keeps the typed text when the visitor closes it or comes back to the page', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await openButton(page).click()
  const typed = newReview()
  await fill(dialog(page), typed, 3)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await openButton(page).click()
  await expectTyped(dialog(page), typed, 3)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/pricing')
  await page.goBack()
  await openButton(page).click()
  await expectTyped(dialog(page), typed, 3)
})

test('the author of a review reads that it waits for approval, with and without JavaScript', async ({
  page,
  browser,
  product,
}) => {
  const backend = new DatabaseSync(join(product.dataDir, 'host.sqlite'), { timeout: 10_000 })
  // The rate limit of this address is used up.
  backend.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO reviews (id, first_name, last_name, company_name, job_title, review_description, rating, date, received_at, hidden_at, network)
    SELECT 'limit-' || address || i, '', '', '', '', '', 1, '2026-01-01', strftime('%Y-%m-%dT%H:%M:%fZ'), '2026-01-01', address
    FROM n, (SELECT '127.0.0.1' AS address UNION SELECT '0:0:0:0')`)
  try {
    await page.goto('/')
    await waitForHydration(page)
    await openButton(page).click()
    await fill(dialog(page), newReview())
    await addButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'once we have approved it' })).toBeInViewport()
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${product.siteUrl}/#add-review`)
    await fill(plainForm(plain), newReview())
    await plain.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(plain.getByRole('alert')).toContainText('once we have approved it')
    await context.close()
  } finally {
    backend.exec("DELETE FROM reviews WHERE id LIKE 'limit-%' OR pending = 1")
    backend.close()
  }
})

test.describe('with an external backend', () => {
  test('the button is busy while a review is sent; after a failure the dialog keeps its text and shows no alert', async ({
    page,
    formsBackend,
  }) => {
    const { product, requests, answer } = formsBackend
    let release = () => {}
    answer(...CREATE, (res) => {
      release = () => void res.writeHead(500).end()
    })
    await page.goto(product.siteUrl)
    await waitForHydration(page)
    await openButton(page).click()
    const typed = newReview()
    await fill(dialog(page), typed, 2)
    const before = requests(...CREATE).length
    await addButton(page).click()
    await expect(addButton(page)).toBeDisabled()
    await expect(addButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => requests(...CREATE).length).toBe(before + 1)
    const pageText = () => page.evaluate(() => document.body.innerText)
    const text = await pageText()
    release()
    await expect(addButton(page)).toBeEnabled()
    await expectTyped(dialog(page), typed, 2)
    expect(await pageText()).toBe(text)
    await expect.poll(() => product.output()).toContain('reviews: the review was not sent')

    await setNetwork(page, false)
    await addButton(page).click()
    await expect(addButton(page)).toBeEnabled()
    await expectTyped(dialog(page), typed, 2)
    await setNetwork(page, true)
    answer(...CREATE, null)
    await addButton(page).click()
    await expect(card(page, nameOf(typed))).toBeVisible()
  })

  test('a form that is opened before hydration becomes the dialog and keeps its text', async ({
    page,
    formsBackend,
  }) => {
    await page.goto(`${formsBackend.product.siteUrl}/#add-review`)
    await page.getByLabel('Last Name').fill('Quick')
    await waitForHydration(page)
    await expect(dialog(page).getByLabel('Last Name')).toHaveValue('Quick')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(openButton(page)).toBeFocused()
  })

  test('without JavaScript a failure shows the form again with its text', async ({
    browser,
    formsBackend,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    formsBackend.answer(...CREATE, html(500))
    await page.goto(`${formsBackend.product.siteUrl}/#add-review`)
    const typed = newReview()
    await fill(plainForm(page), typed, 3)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expectTyped(plainForm(page), typed, 3)
    await context.close()
  })
})
