import { expectNoViolations } from '#tests/support/axe.ts'
import * as chat from '#tests/support/chat-page.ts'
import { alert, choice, FAILED, form, openPanel, SUCCESS, save } from '#tests/support/checkout-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { holdRequests, setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { newBuyer } from '#tests/support/payments.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Animations would change colors.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on any route at 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  for (const route of ROUTES) {
    await page.goto(route)
    await expectNoViolations(page, route)
  }
})

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('axe finds nothing in an open menu, popup, card, dialog or question, nor on a missing page', async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 404/)
      await page.goto('/')
      await waitForHydration(page)
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (await menu.isVisible()) {
        await menu.click()
        await expectNoViolations(page, 'the menu is open')
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: 'Show phone' }).click()
      await expectNoViolations(page, 'the phone number shows')
      await page.locator('[role=group][tabindex="0"]').first().focus()
      await expectNoViolations(page, 'a service card is open')
      await page.getByRole('button', { name: 'Add Review' }).click()
      await expect(page.getByRole('dialog', { name: 'Add New Review' })).toBeVisible()
      await expectNoViolations(page, 'the review dialog is open')

      await page.goto('/pricing')
      for (const question of await page.locator('summary').all()) await question.click()
      await expectNoViolations(page, 'all questions are open')
      for (const missing of ['/no-such-page', '/resources/no-such-article']) {
        await page.goto(missing)
        await expectNoViolations(page, missing)
      }
    })

    test('axe finds nothing while a visitor pays, and asks the assistant', async ({
      page,
      context,
      product,
    }) => {
      await setPlanCookie(context, product.siteUrl, 'pro-closer')
      await page.goto('/checkout')
      await waitForHydration(page)
      await form(page).getByRole('button', { name: 'Save Details' }).click()
      await expect(form(page).getByText('state is required.')).toBeVisible()
      await expectNoViolations(page, 'details are missing')
      await save(page, newBuyer())
      await openPanel(page)
      await expectNoViolations(page, 'the test payment is open')
      await choice(page, 'Decline').click()
      await expect(alert(page)).toHaveText(FAILED)
      await expectNoViolations(page, 'a payment was declined')
      await openPanel(page)
      await choice(page, 'Approve').click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expectNoViolations(page, 'a payment was made')

      await chat.openAt(page, '/pricing')
      const release = await holdRequests(page, /\/chat$/)
      await chat.input(page).fill('Do bundle credits expire?')
      await chat.input(page).press('Enter')
      await expect(chat.typing(page)).toBeVisible()
      await expectNoViolations(page, 'a question waits for its answer')
      release()
      await expect(chat.input(page)).toBeEnabled()
      await expectNoViolations(page, 'the assistant has answered')
    })
  })
}
