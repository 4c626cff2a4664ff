import { clickOpens, see } from '#tests/support/preview-frame.ts'
import { expect, test as studioTest, windowOfGroup } from '#tests/support/studio.ts'

// Where the last click was, the tool writes down even after it was left, and leads back to it.
const editors = windowOfGroup()

const test = studioTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  studio: async ({}, use) => use(editors()),
})

test('home: a click on a heading, and on a picture, opens its field', async ({ studio }) => {
  const frame = await see(studio, '/')
  await clickOpens(
    studio,
    frame.getByRole('heading', { level: 1 }),
    /page-home\/blocks\[_key=="\w+"\]\.heading/,
  )
  await expect(studio.page.getByText('Heading', { exact: true }).first()).toBeVisible()
  // Firefox would space what names a text's field, unseen, like letters: what it alone reads takes the spacing out.
  const spacing = await frame.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const here = getComputedStyle(heading).letterSpacing
    for (const { cssRules } of document.adoptedStyleSheets)
      for (const rule of [...cssRules])
        if (rule instanceof CSSSupportsRule && rule.conditionText.includes('-moz-'))
          for (const { cssText } of rule.cssRules) rule.parentStyleSheet!.insertRule(cssText)
    return { here, firefox: getComputedStyle(heading).letterSpacing }
  })
  expect(spacing).toEqual({ here: expect.stringMatching(/^-\d/), firefox: 'normal' })
  const picture = frame
    .getByRole('main')
    .locator('[data-sanity*="blocks:"] img[data-sanity$=".picture;base"], img[data-sanity*=".picture;"]')
    .first()
  await clickOpens(studio, picture, /page-home\/blocks\[_key=="\w+"\]\.picture/)
})

test('an article and a policy: a click on what stands there opens its field, and a date is read whole', async ({
  studio,
}) => {
  const article = await see(studio, '/resources/speed-to-lead')
  await clickOpens(studio, article.getByRole('heading', { level: 1 }), /article-speed-to-lead\/title/)
  await clickOpens(studio, article.locator('time'), /article-speed-to-lead\/date/)

  // A click puts the cursor there, and until then opens and closes groups of fields.
  await expect(studio.field('Date')).toBeFocused()
  // The form is as narrow there as on a phone. It glides to its field, in two goes, which would carry what is clicked away
  // from under the pointer between press and release.
  await studio.form.getByRole('button', { name: 'When it is shown' }).press('Enter')
  for (const label of ['Show from', 'Show until']) {
    await studio.field(label).fill('2099-11-30 09:00')
    const hidden = await studio.field(label).evaluate((field) => field.scrollWidth - field.clientWidth)
    expect(hidden, `of “${label}”`).toBe(0)
  }

  const policy = await see(studio, '/refund-policy')
  await clickOpens(
    studio,
    policy.getByRole('heading', { level: 2 }).first(),
    /policy-refund-policy\/sections\[_key=="\w+"\]\.title/,
  )
})

test('an editor walks through the site at a phone’s width, and a document says which pages show it', async ({
  studio,
}) => {
  const frame = await see(studio, '/pricing')
  await studio.page.getByRole('button', { name: /viewport|narrow|mobile|phone/i }).click()
  await expect.poll(() => frame.locator('html').evaluate((html) => html.clientWidth)).toBeLessThan(500)
  await studio.openDocument('plan', 'plan-hot-seller-lead')
  await studio.page.getByText(/^On \d+ pages$/).click()
  await expect(studio.page.getByRole('link', { name: /Pricing.*\/pricing/ })).toBeVisible()
})
