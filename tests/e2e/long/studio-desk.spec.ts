import { expect, test } from '#tests/support/studio.ts'

test('search finds a document by a word in its text; two editors see each other and their edits', async ({
  studio: mine,
  newStudio: yours,
}) => {
  await yours.page.goto('/structure')
  await yours.page.getByRole('button', { name: 'Open search' }).click()
  await expect(yours.page.getByPlaceholder('Search', { exact: true })).toBeFocused()
  await yours.page.keyboard.type('refund')
  const found = yours.page.getByRole('option', { name: /^Refund Policy/ })
  await found.getByRole('link').click()
  await yours.waitForForm()
  await expect(yours.field('Title')).toHaveValue('Refund Policy')

  const question = 'Is each lead exclusive to me?'
  await mine.openDocument('faqItem', 'faq-exclusive-leads')
  await yours.openDocument('faqItem', 'faq-exclusive-leads')
  await expect(yours.presenceBeside('Is each lead exclusive').first()).toBeVisible()
  await expect(mine.presenceBeside('Is each lead exclusive').first()).toBeVisible()
  await yours.field('Question').fill(`${question} Always?`)
  await expect(mine.field('Question')).toHaveValue(`${question} Always?`)
  await mine.text('Answer').append(' Always.')
  await expect(yours.text('Answer').content).toContainText('to nobody else. Always.')
})

test('the desk lists all content in the order of the site', async ({ studio }) => {
  await studio.open()
  await expect(studio.page.getByRole('listbox', { name: 'Content' }).getByRole('option')).toHaveText([
    ...['Settings', 'Pages', 'Plans and prices', 'FAQ', 'Articles'],
    ...['Policies', 'Partners', 'Redirects', 'Earlier texts', 'Assistant'],
  ])
  await studio.openList('Plans and prices', 'Prepaid bundles')
  await expect(studio.list('Prepaid bundles')).toHaveText([
    'Starter Edge$499 · bundle',
    'Pro Closer$999 · bundle',
    'Elite Access$1,499 · bundle',
  ])
})

test('Settings exist once: nobody can duplicate, delete, unpublish or add them', async ({ studio }) => {
  const { page } = studio
  await studio.open()
  await studio.openList('Settings')
  await studio.waitForForm()
  await studio.field('Brand name').fill('Keyturn ')
  await expect(studio.publishButton).toBeEnabled()
  const menu = await studio.openActions()
  await expect(menu.getByRole('menuitem')).toHaveText(['Schedule publish', 'Discard changes'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Published', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create new document' }).click()
  await expect(page.getByRole('link', { name: 'Article', exact: true }).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(1) // in the desk
})
