import { clickOpens, see } from '#tests/support/preview-frame.ts'
import { expect, read, test as studioTest, windowOfGroup } from '#tests/support/studio.ts'

// Where the last click was, the tool writes down even after it was left, and leads back to it.
const editors = windowOfGroup()

const test = studioTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  studio: async ({}, use) => use(editors()),
})

test('an editor clicks a question in the preview and edits it there; visitors see no draft', async ({
  studio,
  page: visitor,
}) => {
  const frame = await see(studio, '/pricing')
  const price = frame.locator('[data-sanity*="id=plan-hot-seller-lead;"][data-sanity*=";path=price;"]')
  await expect(price).toHaveText('$299')
  await clickOpens(studio, price, /plan-hot-seller-lead.*price/)
  await expect(studio.field('Price (USD)')).toHaveValue('299')

  const question = 'Do bundle credits expire?'
  await clickOpens(studio, frame.getByRole('main').getByText(question), /faq-credits-expire\/question/)
  await expect(studio.field('Question')).toHaveValue(question)

  // The click puts the cursor there. What is typed before that is typed while the form is still being drawn.
  await expect(studio.field('Question')).toBeFocused()
  await studio.field('Question').fill('Do my credits expire?')
  const typedAt = performance.now()
  // Not the name that click-to-edit writes beside what is chosen.
  await expect(frame.getByRole('main').getByText('Do my credits expire?')).toBeVisible()
  console.log(`  a typed draft in the frame after ${Math.round(performance.now() - typedAt)} ms`)
  const published = await read(visitor, '/pricing')
  expect(published).toContain(question)
  expect(published).not.toContain('Do my credits expire?')
})
