import { clickOpens, openInFrame } from '#tests/support/preview-frame.ts'
import { expect, mainText, test } from '#tests/support/studio.ts'

test('an editor clicks a question in the preview and edits it there; visitors see no draft', async ({
  newStudio: studio,
  page: visitor,
}) => {
  const frame = await openInFrame(studio, '/pricing')
  const price = frame.locator('[data-sanity*="id=plan-hot-seller-lead;"][data-sanity*=";path=price;"]')
  await expect(price).toHaveText('$299')
  await clickOpens(studio, price, /plan-hot-seller-lead.*price/)
  await expect(studio.field('Price (USD)')).toHaveValue('299')

  const question = 'Do bundle credits expire?'
  await clickOpens(studio, frame.getByRole('main').getByText(question), /faq-credits-expire\/question/)
  await expect(studio.field('Question')).toBeFocused()
  await studio.field('Question').fill('Do my credits expire?')
  const start = performance.now()
  await expect(frame.getByRole('main').getByText('Do my credits expire?')).toBeVisible()
  console.log(`  a typed draft in the frame after ${Math.round(performance.now() - start)} ms`)
  const published = await mainText(visitor, '/pricing')
  expect(published).toContain(question)
  expect(published).not.toContain('Do my credits expire?')
})
