import { expect, read, soon, test } from '#tests/support/studio.ts'

test('the Studio refuses to publish a plan whose title was just emptied, and says why', async ({
  studio,
  page: visitor,
}) => {
  await studio.openDocument('plan', 'plan-hot-seller-lead')
  await studio.field('Title').fill('Hot Lead')
  await expect(studio.publishButton).toBeEnabled()
  await studio.field('Title').fill('')
  await studio.page.keyboard.press('Control+Alt+p')
  await expect(studio.said('Nothing was published')).toBeVisible()
  await expect(studio.publishButton).toBeDisabled()
  expect(await read(visitor, '/pricing')).toContain('Hot Seller Lead: $299')
})

test('the Studio asks before it publishes a price change of more than a quarter, and again if it changed meanwhile', async ({
  studio,
  page,
  product: { editor },
}) => {
  await studio.openDocument('plan', 'plan-standard-buyer-lead')
  await studio.field('Price (USD)').fill('990')
  const dialog = await studio.askedToPublish()
  await expect(dialog).toContainText('The price changes from $99 to $990, 900 % more.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const published = () => editor.fetch('*[_id == "plan-standard-buyer-lead"][0].price')
  expect(await published()).toBe(99)

  await studio.field('Price (USD)').fill('149')
  await studio.askedToPublish()
  await expect(dialog).toContainText('from $99 to $149')
  await editor.patch('drafts.plan-standard-buyer-lead').set({ price: 990 }).commit()
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(studio.said('Somebody has changed this meanwhile.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await published()).toBe(99)
  await studio.askedToPublish()
  await expect(dialog).toContainText('from $99 to $990')
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await soon('the card shows it', async () =>
    (await read(page, '/pricing')).includes('Standard Buyer Lead: $990'),
  )
})
