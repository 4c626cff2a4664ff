import { expectNoViolations } from '#tests/support/axe.ts'
import { test } from '#tests/support/fixtures.ts'
import { keepPlan } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// axe judges colours at rest.
test.use({ viewport: { width: 360, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

test('axe finds no barrier on any route on a phone, nor at checkout with a plan', async ({
  page,
  context,
  product,
}) => {
  for (const route of ROUTES) {
    await page.goto(route)
    await expectNoViolations(page, route)
  }
  await keepPlan(context, product.siteUrl, 'pro-closer')
  await page.goto('/checkout')
  await expectNoViolations(page, '/checkout with a plan')
})
