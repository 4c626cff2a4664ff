import { alert, payButton, SUCCESS, save } from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { answerPayPalScript, CAPTURE, CREATE, RECORD, somebody, test } from '#tests/support/paying.ts'
import { takenOver } from '#tests/support/reading.ts'

test.describe('with a foreign host', () => {
  test.use({ baseURL: async ({ payingHost }, use) => use(payingHost.product.siteUrl) })

  test('a purchase makes calls 4, 5 and 6 as documented', async ({ page, paying }) => {
    await answerPayPalScript(page)
    const details = somebody()
    await page.goto('/pricing')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Pro Closer', exact: true }) })
    await card.getByRole('button', { name: 'Choose Plan' }).click()
    await takenOver(page)
    await save(page, details)
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)

    const plan = await paying.product.editor.getDocument('plan-pro-closer')
    const calls = [CREATE, CAPTURE, RECORD].flatMap((path) => paying.asked(path))
    const [{ body: created } = { body: undefined }] = calls
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', CREATE, { amount: '999.00', title: 'Pro Closer', features: plan!.features }],
      ['POST', CAPTURE, { order_id: expect.stringMatching(/^ORDER\d+$/) }],
      [
        'POST',
        RECORD,
        {
          orderID: (calls[1]!.body as { order_id: string }).order_id,
          userEmail: details.email,
          firstName: details.firstName,
          lastName: details.lastName,
          phone: details.phone,
          address: details.address,
          city: details.city,
          state: details.state,
          packageTitle: 'Pro Closer',
          packagePrice: 999,
        },
      ],
    ])
    expect(Object.keys(created as object)).toEqual(['amount', 'title', 'features'])
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
    for (const { headers } of calls) {
      expect(headers['content-type']).toBe('application/json')
      expect(headers['x-xsrf-token'], 'specification 7').toBe(token)
      expect(Object.keys(headers).filter((name) => /evidence|forwarded|visitor|cookie/.test(name))).toEqual(
        [],
      )
    }
  })
})
