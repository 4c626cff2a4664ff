import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

const FAQ = { id: 'faq-exclusive-leads', question: 'Is each lead exclusive to me?' }
const DRAFT = { id: `drafts.${FAQ.id}` }

test('an editor sees the changes since the last publish and restores an older wording', async ({
  studio,
  product,
}) => {
  const { page } = studio
  const draft = () => product.editor.fetch('*[_id == $id][0].question', DRAFT)
  await studio.openDocument('faqItem', FAQ.id)
  await studio.field('Question').fill('Who else gets my lead?')
  await studio.publish()
  await studio.field('Question').fill('Does anybody else get my lead?')
  await expect.poll(draft).toBe('Does anybody else get my lead?')

  await page.getByTestId('pane-context-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('tab', { name: 'Review changes' }).click()
  await expect(page.locator('#review-panel').locator('del').first()).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByLabel('History', { exact: true }).getByTestId('review-changes-pane')
  await expect(history.getByText('Published', { exact: true })).toBeVisible()
  await history.getByText('Draft created', { exact: true }).last().click()
  await expect(studio.field('Question')).toHaveValue(FAQ.question)
  await page.getByRole('button', { name: 'Revert to revision' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(draft).toBe(FAQ.question)
})

test('an editor deletes a question, which visitors no longer read, and restores it with Back', async ({
  studio,
  page: visitor,
  product,
}) => {
  const { page } = studio
  await studio.open()
  await studio.openList('FAQ', FAQ.question)
  await studio.waitForForm()
  await studio.delete()
  await eventually(
    'visitors no longer read it',
    async () => !(await mainText(visitor, '/pricing')).includes(FAQ.question),
  )
  await expect(studio.form).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Restore most recent revision' }).click()
  await expect.poll(() => product.editor.fetch('*[_id == $id][0].question', DRAFT)).toBe(FAQ.question)
  await studio.waitForForm()
  await studio.publish()
})

test('an editor runs a release, which visitors see as a whole, and reverts it', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  const { page } = studio
  await studio.goto('/releases')
  await page.getByRole('button', { name: 'New release' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('Spring')
  await dialog.getByRole('button', { name: 'Create release' }).click()
  await expect(dialog).toHaveCount(0)
  await studio.openRelease('Spring')
  await expect(page.getByText('No documents', { exact: true })).toBeVisible()
  const name = await editor.fetch<string>('*[_type == "system.release"][0].name')
  await editor.createVersion({ baseId: FAQ.id, publishedId: FAQ.id, releaseId: name })
  await editor.patch(`versions.${name}.${FAQ.id}`).set({ question: 'Is a lead mine alone?' }).commit()
  const { _rev, ...created } = (await editor.getDocument(FAQ.id))!
  const second = { _id: `versions.${name}.faq-second-lead`, question: 'Is a second lead mine, too?' }
  await editor.create({ ...created, ...second })
  await expect(page.getByText('Is a lead mine alone?')).toBeVisible()
  expect(await mainText(visitor, '/pricing')).not.toContain('Is a lead mine alone?')

  await page.getByRole('button', { name: 'Run release' }).click()
  await dialog.getByRole('button', { name: 'Run release' }).click()
  await eventually('the site shows the release', async () => {
    const text = await mainText(visitor, '/pricing')
    return text.includes('Is a lead mine alone?') && text.includes('Is a second lead mine, too?')
  })

  await expect(page.getByText('This release is published successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Revert release' }).click()
  await expect(dialog).toContainText('1 document will be unpublished')
  await dialog.getByRole('checkbox', { name: 'Immediately revert the release' }).check()
  await dialog.getByRole('button', { name: 'Revert now' }).click()
  await eventually('the site shows the earlier content', async () => {
    const text = await mainText(visitor, '/pricing')
    return text.includes(FAQ.question) && !text.includes('Is a second lead mine, too?')
  })
  for (const releaseId of await editor.fetch<string[]>('*[_type == "system.release"].name'))
    await editor.releases.delete({ releaseId })
})
