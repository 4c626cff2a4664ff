import { expect, test, windowOfGroup } from '#tests/support/studio.ts'

test.describe('a second window', () => {
  const another = windowOfGroup()

  test('search finds a document by words in its text and opens it', async () => {
    const studio = another()
    const { page } = studio
    await page.goto('/structure')
    await page.getByRole('button', { name: 'Open search' }).click()
    await expect(page.getByPlaceholder('Search', { exact: true })).toBeFocused()
    await page.keyboard.type('refund')
    await page
      .getByRole('option', { name: /^Refund Policy/ })
      .getByRole('link')
      .click()
    await studio.loaded()
    await expect(studio.field('Title')).toHaveValue('Refund Policy')
  })

  test('two windows see each other’s edits as they are typed, and that the other is there', async ({
    studio: mine,
  }) => {
    const question = 'Is each lead exclusive to me?'
    const yours = another()
    await mine.openDocument('faqItem', 'faq-exclusive-leads')
    await expect(mine.field('Question')).toHaveValue(question)
    await expect(mine.presenceIn('Is each lead exclusive')).toHaveCount(0)

    await yours.openDocument('faqItem', 'faq-exclusive-leads')
    await expect(yours.presenceIn('Is each lead exclusive').first()).toBeVisible()
    await expect(mine.presenceIn('Is each lead exclusive').first()).toBeVisible()

    await yours.field('Question').fill(`${question} Always?`)
    await expect(mine.field('Question')).toHaveValue(`${question} Always?`)
    await mine.text('Answer').append(' Always.')
    await expect(yours.text('Answer').content).toContainText('to nobody else. Always.')
  })
})

test('the desk lists all content, each list in the order of the site', async ({ studio }) => {
  await studio.open()
  await expect(studio.page.getByRole('listbox', { name: 'Content' }).getByRole('option')).toHaveText([
    'Settings',
    'Pages',
    'Plans and prices',
    'FAQ',
    'Articles',
    'Policies',
    'Partners',
    'Redirects',
    'Earlier texts',
    'Assistant',
  ])
  await studio.walk('Plans and prices', 'Prepaid bundles')
  await expect(studio.list('Prepaid bundles')).toHaveText([
    'Starter Edge$499 · bundle',
    'Pro Closer$999 · bundle',
    'Elite Access$1,499 · bundle',
  ])
  await studio.open()
  await studio.walk('Articles')
  await expect(studio.list('Articles')).toHaveText([/2026-11-05$/, /2026-10-08$/, /2026-09-15$/])
})

test('Settings and Assistant exist once, and can be scheduled, but nobody can duplicate, delete, unpublish or add to them', async ({
  studio,
}) => {
  const { page } = studio
  for (const [title, label] of [
    ['Settings', 'Brand name'],
    ['Assistant', 'Greeting'],
  ] as const) {
    await studio.leaveDocument()
    await studio.walk(title)
    await studio.loaded()
    const field = studio.field(label)
    const before = await field.inputValue()
    await field.fill(`${before} `)
    await expect(studio.publishButton).toBeEnabled()
    const menu = await studio.openActions()
    await expect(menu.getByRole('menuitem')).toHaveText(['Schedule publish', 'Discard changes'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Published', exact: true }).last().click()
    await expect(field).not.toBeEditable()
    await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Create new document' }).click()
  await expect(page.getByRole('link', { name: 'Article', exact: true }).last()).toBeVisible()
  for (const title of ['Settings', 'Assistant'])
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1) // the one of the desk
})
