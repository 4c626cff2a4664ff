import type { SanityClient } from '@sanity/client'
import { eventually, expect, mainText, type Studio, test } from '#tests/support/studio.ts'

const POLICY = 'policy-refund-policy'
const PLAN = 'plan-hot-seller-lead'

/** A release with these changes of published documents. */
async function release(editor: SanityClient, title: string, changes: Record<string, object>) {
  const releaseId = `r${title}`
  await editor.releases.create({ releaseId, metadata: { title, releaseType: 'asap' } })
  for (const [id, change] of Object.entries(changes)) {
    await editor.createVersion({ baseId: id, publishedId: id, releaseId })
    await editor.patch(`versions.${releaseId}.${id}`).set(change).commit()
  }
  return releaseId
}

async function openVersion(studio: Studio, type: string, id: string, releaseId: string) {
  await studio.leaveDocument()
  await studio.goto(`/intent/edit/id=${id};type=${type}/?perspective=${releaseId}`)
  await studio.waitForForm()
}

async function run(studio: Studio, title: string) {
  await studio.leaveDocument()
  await studio.openRelease(title)
  await studio.page.getByRole('button', { name: 'Run release' }).click()
  await studio.page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
}

test('a release with a price jump and a changed policy goes out after both are confirmed, with the earlier text', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  const { form } = studio
  const releaseId = await release(editor, 'Spring', {
    [POLICY]: { title: 'Refunds, simply' },
    [PLAN]: { price: 199 },
  })
  await studio.openRelease('Spring')
  await expect(studio.page.getByRole('row', { name: /Hot Seller Lead/ })).toBeVisible()
  await expect(studio.page.getByRole('button', { name: 'Run release' })).toBeDisabled()

  await openVersion(studio, 'plan', PLAN, releaseId)
  await form
    .getByRole('checkbox', { name: /Publish with this: The price changes from \$299 to \$199/ })
    .check()
  await openVersion(studio, 'policy', POLICY, releaseId)
  await form.getByLabel('In force from').first().fill('2027-01-15')
  await form.getByRole('button', { name: 'Keep the published text' }).click()
  await expect(form.getByText('Nothing here needs your confirmation.')).toBeVisible()

  await run(studio, 'Spring')
  await eventually('visitors read the new text', async () =>
    (await mainText(visitor, '/refund-policy')).includes('Refunds, simply'),
  )
  expect(await mainText(visitor, '/refund-policy/2026-11-01')).toContain(
    'In force from November 1, 2026 until January 15, 2027',
  )
  expect(await editor.fetch('*[_id == $PLAN][0].price', { PLAN })).toBe(199)
  await editor.releases.delete({ releaseId })
})

test('"Schedule publish" asks about a price jump, and refuses a changed policy', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  await studio.openDocument('plan', PLAN)
  await studio.field('Price (USD)').fill('999')
  await studio.chooseAction(/^Schedule/)
  const dialog = page.getByRole('dialog').filter({ hasText: 'Before this is scheduled' })
  await expect(dialog).toContainText('from $299 to $999')
  await dialog.getByRole('button', { name: 'Schedule anyway' }).click()
  const when = page.getByRole('dialog').filter({ hasText: 'Publish on' })
  await when.getByRole('textbox').fill('Nov 20, 2099 12:00')
  await when.getByRole('textbox').press('Tab')
  await when.getByRole('button', { name: 'Schedule' }).click()
  const releases = () => editor.fetch('*[_type == "system.release"]{ name, state }')
  await expect.poll(releases, { timeout: 45_000 }).toEqual([expect.objectContaining({ state: 'scheduled' })])
  await expect(when).toHaveCount(0)
  const [{ name: releaseId }] = await releases()
  await editor.releases.unschedule({ releaseId })
  await editor.releases.archive({ releaseId })
  await editor.releases.delete({ releaseId })

  await studio.openDocument('policy', POLICY)
  await studio.field('Title').fill('Refunds, simply')
  await expect(studio.publishButton).toBeEnabled()
  await studio.chooseAction(/^Schedule/)
  await expect(studio.message('Add the document to a release')).toBeVisible()
})
