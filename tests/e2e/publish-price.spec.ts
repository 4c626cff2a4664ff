import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

const PLAN = { id: 'plan-standard-buyer-lead', title: 'Standard Buyer Lead' }

test('publishing a price change updates the card, the FAQ, checkout and the chat', async ({
  studio,
  page: visitor,
}) => {
  const card = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: PLAN.title, exact: true }) })
  await visitor.goto('/pricing')
  await card.getByRole('button').click()
  await expect(visitor.getByRole('cell', { name: PLAN.title })).toBeVisible()
  await studio.open()
  await studio.openList('Plans and prices', 'Lead rates', PLAN.title)
  await studio.waitForForm()

  await studio.field('Price (USD)').fill('109')
  await studio.publish()
  await Promise.all([
    eventually('the FAQ answer quotes it', async () =>
      (await mainText(visitor, '/pricing')).includes('Standard Buyer Lead: $109'),
    ),
    eventually('checkout asks for it', async () =>
      (await mainText(visitor, '/checkout')).includes('$109.00'),
    ),
    eventually('agents read it', async () =>
      (await (await visitor.request.get('/pricing.md')).text()).includes('- **$109**'),
    ),
  ])

  await visitor.goto('/pricing')
  await expect(card.getByText('$109', { exact: true })).toBeVisible()
  await visitor.getByText('What does each lead cost?').click()
  await expect(visitor.getByText('Standard Buyer Lead: $109')).toBeVisible()
  await visitor.goto('/checkout')
  await expect(visitor.getByRole('row', { name: `${PLAN.title} $109.00 1 $109.00` })).toBeVisible()

  await visitor.getByRole('button', { name: 'Chat with our assistant' }).click()
  await visitor.getByPlaceholder('Ask about any query...').fill(`What does the ${PLAN.title} cost?`)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('log')).toContainText('$109')
  await expect(studio.publishButton).toBeDisabled()
})

test('the Studio asks before it publishes a price change of more than a quarter, and again after another change', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  await studio.openDocument('plan', PLAN.id)
  await studio.field('Price (USD)').fill('990')
  const dialog = await studio.openPublishDialog()
  await expect(dialog).toContainText('The price changes from $99 to $990, 900 % more.')
  await editor.patch(`drafts.${PLAN.id}`).set({ price: 149 }).commit()
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(studio.message('Somebody has changed this meanwhile.')).toBeVisible()
  expect(await editor.fetch('*[_id == $id][0].price', PLAN)).toBe(99)
  await studio.openPublishDialog()
  await expect(dialog).toContainText('from $99 to $149')
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await eventually('the FAQ answer quotes it', async () =>
    (await mainText(visitor, '/pricing')).includes('Standard Buyer Lead: $149'),
  )
})
