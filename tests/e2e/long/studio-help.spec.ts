import { TASKS } from '#studio/help/tasks.ts'
import { expect, read, type Studio, soon, test } from '#tests/support/studio.ts'

/** Opens a task in Help; resolves to the labels that it names, in their order. */
async function openTask({ page }: Studio, title: string): Promise<string[]> {
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  const task = page.getByRole('region', { name: 'Everyday tasks' }).locator('details', { hasText: title })
  await task.locator('summary').click()
  await expect(task.getByRole('list')).toBeVisible()
  const steps = TASKS.find((one) => one.title === title)!.steps.join(' ')
  return [...steps.matchAll(/“([^”]+)”/g)].map(([, label]) => label!)
}

test('an editor follows Help to change a price', async ({ studio, page: visitor }) => {
  const { page } = studio
  await studio.open()
  const [structure, plans, rates, bundles, price, publish] = (await openTask(studio, 'Change a price')) as [
    string,
    ...string[],
  ]
  await page.getByRole('link', { name: structure, exact: true }).click()
  await studio.walk(plans!)
  await expect(page.getByRole('option', { name: bundles! })).toBeVisible()
  await studio.walk(rates!, 'Hot Seller Lead')
  await studio.loaded()
  await studio.field(price!).fill('319')
  await page.getByRole('button', { name: publish!, exact: true }).click()
  await soon('visitors read the price', async () =>
    (await read(visitor, '/pricing')).includes('Hot Seller Lead: $319'),
  )
})

test('an editor follows Help, to add a question', async ({ studio, page: visitor }) => {
  const { page } = studio
  await studio.open()
  const [structure, list, question, answer, insert, place, publish] = await openTask(
    studio,
    'Add a question to the FAQ',
  )
  await page.getByRole('link', { name: structure!, exact: true }).click()
  await studio.walk(list!)
  await studio.create('FAQ item')
  await studio.loaded()
  await studio.field(question!).fill('Do you follow the help?')
  await studio.text(answer!).append('To the letter.')
  await expect(page.getByRole('button', { name: insert! }).first()).toBeVisible()
  await expect(studio.field(place!)).toHaveValue('110')
  await page.getByRole('button', { name: publish!, exact: true }).click()
  await soon('visitors read the question', async () =>
    (await read(visitor, '/pricing')).includes('Do you follow the help?'),
  )
})
