import {
  alert,
  box,
  choice,
  openPanel,
  PROVIDER_ERROR,
  pay,
  payButton,
  SUCCESS,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import {
  newBuyer,
  openCheckout,
  paymentCounts,
  postForm,
  prepareCheckout,
  test,
} from '#tests/support/payments.ts'

const OUT_OF_DATE =
  'Your plan, its price or your details have changed since this page was loaded. Nothing was charged. Please look at them again before you pay.'
const plusOne = ({ orders, captures, purchases }: ReturnType<typeof paymentCounts>) => ({
  orders: orders + 1,
  captures: captures + 1,
  purchases: purchases + 1,
})

test('a buyer who double-clicks pays once', async ({ page, product }) => {
  const before = paymentCounts(product)
  await openCheckout(page, 'hot-seller-lead')
  await payButton(page).dblclick()
  await choice(page, 'Approve').dblclick()
  await expect(alert(page)).toHaveText(SUCCESS)
  expect(paymentCounts(product)).toEqual(plusOne(before))
})

test('of two approvals in two tabs only the newer order is paid, until the buyer buys again', async ({
  page,
  context,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 409/)
  const { captures } = paymentCounts(product)
  await prepareCheckout(page, 'hot-seller-lead', newBuyer())
  const last = await context.newPage()
  for (const tab of [page, last]) {
    await tab.goto('/checkout')
    await openPanel(tab)
  }
  await choice(page, 'Approve').click()
  await expect(box(page).getByRole('status')).toHaveText(OUT_OF_DATE)
  expect(paymentCounts(product).captures).toBe(captures)
  await choice(last, 'Approve').click()
  await expect(alert(last)).toHaveText(SUCCESS)
  await payButton(page).click()
  await expect(alert(page), 'the other tab paid').toHaveText(SUCCESS)
  expect(paymentCounts(product).captures).toBe(captures + 1)
  await pay(page)
  expect(paymentCounts(product).captures).toBe(captures + 2)
})

test('a page that lost the response to the capture shows an error, asks again, and shows the success', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/PayPal checkout error|ERR_FAILED/)
  const before = paymentCounts(product)
  const posted: (string | null)[] = []
  await openCheckout(page, 'hot-seller-lead')
  await openPanel(page)
  await page.route('**/checkout/capture', async (route) => {
    if (posted.push(route.request().postData()) === 1) await route.fetch()
    await route.abort()
  })
  await choice(page, 'Approve').click()
  await expect(alert(page)).toHaveText(PROVIDER_ERROR)
  await expect.poll(() => posted.length).toBeGreaterThan(1)
  await page.unroute('**/checkout/capture')
  await expect(alert(page)).toHaveText(SUCCESS)
  await page.reload()
  await expect(alert(page)).toHaveText(SUCCESS)
  await postForm(page, '/checkout/plan', { plan: 'pro-closer' })
  await page.reload()
  await expect(payButton(page)).toBeVisible()
  await expect(alert(page), 'another plan is another purchase').toHaveCount(0)
  expect(paymentCounts(product)).toEqual(plusOne(before))
})
