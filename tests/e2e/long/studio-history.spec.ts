import { expect, read, soon, test } from '#tests/support/studio.ts'

const FAQ = { id: 'faq-exclusive-leads', question: 'Is each lead exclusive to me?' }

test('an editor sees what was changed since the last publish, and brings an older wording back', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.openDocument('faqItem', FAQ.id)
  await expect(studio.field('Question')).toHaveValue(FAQ.question)
  await studio.field('Question').fill('Who else gets my lead?')
  await studio.publish()
  await studio.field('Question').fill('Does anybody else get my lead?')
  await expect
    .poll(() => product.editor.fetch('*[_id == $id][0].question', { id: `drafts.${FAQ.id}` }))
    .toBe('Does anybody else get my lead?')

  await page.getByTestId('pane-context-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('tab', { name: 'Review changes' }).click()
  const changes = page.locator('#review-panel')
  await expect(changes.locator('del').first()).toBeVisible()
  await expect(changes).toContainText('Question')
  await expect(changes).not.toContainText('Answer')

  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByLabel('History', { exact: true }).getByTestId('review-changes-pane')
  await expect(history.getByText('Published', { exact: true })).toBeVisible()
  await history.getByText('Draft created', { exact: true }).last().click()
  await expect(studio.field('Question')).toHaveValue(FAQ.question)
  await page.getByRole('button', { name: 'Revert to revision' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect
    .poll(() => product.editor.fetch('*[_id == $id][0].question', { id: `drafts.${FAQ.id}` }))
    .toBe(FAQ.question)
  await expect(studio.field('Question')).toBeEditable()
  await expect(studio.field('Question')).toHaveValue(FAQ.question)
})

test('a document that was deleted is restored from where Back leads', async ({ studio, product }) => {
  const { page } = studio
  const partner = await product.editor.fetch('*[_type == "partner"] | order(order asc)[0]{_id, name}')
  await studio.open()
  await studio.walk('Partners', partner.name)
  await studio.loaded()
  await studio.delete()
  await expect(studio.form).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Restore most recent revision' }).click()
  await expect
    .poll(() => product.editor.fetch('*[_id == $id][0].name', { id: `drafts.${partner._id}` }))
    .toBe(partner.name)
  await studio.loaded()
  await studio.publish()
})

test('a release is made, filled and run: then visitors see all of it, until it is reverted', async ({
  studio,
  page: visitor,
  product,
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
  const name = await product.editor.fetch<string>('*[_type == "system.release"][0].name')
  await product.editor.createVersion({ baseId: FAQ.id, publishedId: FAQ.id, releaseId: name })
  await product.editor.patch(`versions.${name}.${FAQ.id}`).set({ question: 'Is a lead mine alone?' }).commit()
  await product.editor.create({
    _id: `versions.${name}.faq-second-lead`,
    _type: 'faqItem',
    question: 'Is a second lead mine, too?',
    answer: [
      { _key: 'b', _type: 'block', style: 'normal', children: [{ _key: 's', _type: 'span', text: 'Yes.' }] },
    ],
    order: 200,
  })
  await expect(page.getByText('Is a lead mine alone?')).toBeVisible()
  expect(await read(visitor, '/pricing')).not.toContain('Is a lead mine alone?')

  await page.getByRole('button', { name: 'Run release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
  await soon('the site shows the release', async () =>
    (await read(visitor, '/pricing')).includes('Is a lead mine alone?'),
  )
  await expect.poll(() => product.editor.fetch('*[_type == "system.release"][0].state')).toBe('published')

  expect(await read(visitor, '/pricing')).toContain('Is a second lead mine, too?')

  // It stays, with what it published, and can be taken back: what it changed, and what it made.
  await expect(page.getByText('This release is published successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Revert release' }).click()
  // Once it knows what there was before; what is ticked earlier it may take back.
  await expect(dialog).toContainText('1 document will be unpublished')
  await dialog.getByRole('checkbox', { name: 'Immediately revert the release' }).check()
  await dialog.getByRole('button', { name: 'Revert now' }).click()
  await soon('the site shows what stood there before', async () =>
    (await read(visitor, '/pricing')).includes(FAQ.question),
  )
  expect(await read(visitor, '/pricing')).not.toContain('Is a second lead mine, too?')
  for (const releaseId of await product.editor.fetch<string[]>('*[_type == "system.release"].name'))
    await product.editor.releases.delete({ releaseId })
})
