import { TASKS } from '#studio/help/tasks.ts'
import { expect, test } from '#tests/support/studio.ts'

test('an editor finds the labels that Help names to add a question', async ({ studio }) => {
  const { page } = studio
  const title = 'Add a question to the FAQ'
  await studio.open()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  const task = page.getByRole('region', { name: 'Everyday tasks' }).locator('details', { hasText: title })
  await task.locator('summary').click()
  await expect(task.getByRole('list')).toBeVisible()
  const steps = TASKS.find((one) => one.title === title)!.steps.join(' ')
  const labels = [...steps.matchAll(/“([^”]+)”/g)].map(([, label]) => label!)
  const [structure, list, question, answer, insert, place, publish] = labels as [string, ...string[]]
  await page.getByRole('link', { name: structure, exact: true }).click()
  await studio.openList(list!)
  await studio.create('FAQ item')
  await studio.field(question!).fill('Do you follow the help?')
  await studio.text(answer!).append('To the letter.')
  await expect(page.getByRole('button', { name: insert! }).first()).toBeVisible()
  await expect(studio.field(place!)).toHaveValue('110')
  await expect(page.getByRole('button', { name: publish!, exact: true })).toBeEnabled()
})
