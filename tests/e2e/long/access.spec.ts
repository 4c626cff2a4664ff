import { expectNoViolations } from '#tests/support/axe.ts'
import * as chat from '#tests/support/chat-page.ts'
import { alert, choice, FAILED, form, openPanel, SUCCESS, save } from '#tests/support/checkout-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { somebody } from '#tests/support/paying.ts'
import { holdBack, keepPlan, takenOver } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

const WIDTHS = [360, 1440]

// Colours are judged as they are at rest.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on any route at 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  for (const route of ROUTES) {
    await page.goto(route)
    await expectNoViolations(page, route)
  }
})

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('axe finds nothing in any state of the layout and of what is chosen', async ({
      page,
      context,
      product,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 404/)
      await page.goto('/')
      await takenOver(page)
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (await menu.isVisible()) {
        await menu.click()
        await expect(page.getByRole('navigation').getByRole('link', { name: 'Pricing' })).toBeInViewport()
        await expectNoViolations(page, 'the menu is open')
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: 'Show phone' }).click()
      await expectNoViolations(page, 'the phone number shows')
      await page
        .getByRole('group')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .first()
        .focus()
      await expectNoViolations(page, 'a service card is open')

      await page.goto('/pricing')
      for (const question of await page.locator('summary').all()) await question.click()
      await expectNoViolations(page, 'all questions are open')

      await keepPlan(context, product.siteUrl, 'pro-closer')
      for (const route of ['/pricing', '/checkout']) {
        await page.goto(route)
        await expectNoViolations(page, `${route}, a plan is chosen`)
      }
      for (const missing of ['/no-such-page', '/resources/no-such-article']) {
        await page.goto(missing)
        await expectNoViolations(page, missing)
      }
    })

    test('axe finds nothing while something is written, refused, sent or not sent', async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of (422|409)/)
      await page.goto('/')
      await takenOver(page)
      await page.getByRole('button', { name: 'Add Review' }).click()
      await expect(page.getByRole('dialog', { name: 'Add New Review' })).toBeVisible()
      await expectNoViolations(page, 'the review dialog is open')
      await page.keyboard.press('Escape')
      const reviews = page.getByRole('region', { name: 'What Our Clients Say' })
      await reviews.getByRole('button', { name: 'Next' }).click()
      await reviews
        .locator('[aria-roledescription=slide]:not([inert])')
        .getByRole('button', { name: 'Read More' })
        .first()
        .click()
      await expectNoViolations(page, 'a review is shown whole')

      await page.goto('/contact-us')
      await takenOver(page)
      const form = page.getByRole('main').locator('form')
      const email = form.getByLabel('Email Address')
      const phone = form.getByLabel('Phone Number')
      // What the browser itself refuses shows no message of ours: its check is put aside.
      await form.evaluate((element: HTMLFormElement) => (element.noValidate = true))
      await email.fill('nobody')
      await phone.fill('12')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(phone).toHaveAccessibleDescription(/7 to 20 digits/)
      await expectNoViolations(page, 'two fields are refused')

      await email.fill('')
      await phone.fill('')
      const box = form.getByRole('checkbox').first()
      await box.check()
      await box.evaluate((input: HTMLInputElement) => (input.value = 'never shown'))
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert')).toContainText('a consent has changed')
      await expectNoViolations(page, 'an enquiry was not sent')

      await box.uncheck()
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert')).toHaveText('Your message has been sent successfully!')
      await expectNoViolations(page, 'an enquiry was sent')
    })

    test('axe finds nothing while somebody pays, and asks the assistant', async ({
      page,
      context,
      product,
    }) => {
      await keepPlan(context, product.siteUrl, 'pro-closer')
      await page.goto('/checkout')
      await takenOver(page)
      await form(page).getByRole('button', { name: 'Save Details' }).click()
      await expect(form(page).getByText('state is required.')).toBeVisible()
      await expectNoViolations(page, 'seven details are missing')
      await save(page, somebody())
      await openPanel(page)
      await expectNoViolations(page, 'details are saved, the test payment is open')
      await choice(page, 'Decline').click()
      await expect(alert(page)).toHaveText(FAILED)
      await expectNoViolations(page, 'a payment was declined')
      await openPanel(page)
      await choice(page, 'Approve').click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expectNoViolations(page, 'a payment was made')

      await chat.openAt(page, '/pricing')
      await expect(chat.log(page).getByText(chat.greeting)).toBeVisible()
      const letCome = await holdBack(page, /\/chat$/)
      await chat.input(page).fill('Do bundle credits expire?')
      await chat.input(page).press('Enter')
      await expect(chat.typing(page)).toBeVisible()
      await expectNoViolations(page, 'a question waits for its answer')
      letCome()
      await expect(chat.input(page)).toBeEnabled()
      await expectNoViolations(page, 'the assistant has answered')
    })
  })
}
