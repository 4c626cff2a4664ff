import type { SanityClient } from '@sanity/client'
import { expect, read, type Studio, soon, test } from '#tests/support/studio.ts'

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
  await studio.loaded()
}

const runButton = ({ page }: Studio) => page.getByRole('button', { name: 'Run release' })

async function run(studio: Studio) {
  await expect(runButton(studio)).toBeEnabled()
  await runButton(studio).click()
  await studio.page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
}

test('a release with a price jump and a changed policy goes out once both are confirmed, with the earlier text', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  const { page, form } = studio
  const releaseId = await release(editor, 'Spring', {
    [POLICY]: { title: 'Refunds, simply' },
    [PLAN]: { price: 199 },
  })
  await studio.openRelease('Spring')
  await expect(page.getByRole('row', { name: /Hot Seller Lead/ })).toBeVisible()
  await expect(runButton(studio)).toBeDisabled()

  await openVersion(studio, 'plan', PLAN, releaseId)
  const price = form.getByRole('checkbox', {
    name: /Publish with this: The price changes from \$299 to \$199/,
  })
  await price.check()
  await expect
    .poll(() => editor.fetch('*[_id == $id][0].acknowledged', { id: `versions.${releaseId}.${PLAN}` }))
    .toHaveLength(1)

  await openVersion(studio, 'policy', POLICY, releaseId)
  await form.getByLabel('In force from').first().fill('2027-01-15')
  await form.getByRole('button', { name: 'Keep the published text' }).click()
  await expect(form.getByText('Nothing here needs your confirmation.')).toBeVisible()

  await studio.leaveDocument()
  await studio.openRelease('Spring')
  await run(studio)
  await soon('the new text is there', async () =>
    (await read(visitor, '/refund-policy')).includes('Refunds, simply'),
  )
  expect(await read(visitor, '/refund-policy/2026-11-01')).toContain(
    'In force from November 1, 2026 until January 15, 2027',
  )
  expect(await editor.fetch('*[_id == $PLAN][0].price', { PLAN })).toBe(199)
  await editor.releases.delete({ releaseId })
})

test('a release that unpublishes a quoted plan goes out once that is confirmed', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  const releaseId = await release(editor, 'Autumn', {})
  await editor.unpublishVersion({ releaseId, publishedId: 'plan-pro-closer' })
  await studio.leaveDocument()
  await studio.goto('/releases')
  const asking = page.getByRole('region', { name: 'Pro Closer' })
  await expect(asking).toContainText('The release “Autumn” unpublishes “Pro Closer” (Plan).')
  await expect(asking.getByRole('link', { name: 'Can I have a ZIP code to myself?' })).toBeVisible()
  await expect(runButton(studio)).toHaveCount(0)
  await asking.getByRole('button', { name: 'Unpublish anyway' }).click()
  await expect(asking).toHaveCount(0)
  await studio.openRelease('Autumn')
  await run(studio)
  await expect.poll(() => editor.fetch('count(*[_id == "plan-pro-closer"])')).toBe(0)
  await editor.releases.delete({ releaseId })
})

test('“Schedule publish” asks about a price jump; cancelled, it leaves nothing behind', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  await studio.openDocument('plan', PLAN)
  await studio.field('Price (USD)').fill('999')
  const asking = page.getByRole('dialog').filter({ hasText: 'Before this is scheduled' })
  await studio.chooseAction(/^Schedule/)
  await expect(asking).toContainText('from $299 to $999')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toHaveCount(0)
  const releases = () => editor.fetch('*[_type == "system.release"]{ name, state }')
  expect(await releases()).toEqual([])

  await studio.chooseAction(/^Schedule/)
  await asking.getByRole('button', { name: 'Schedule anyway' }).click()
  const when = page.getByRole('dialog').filter({ hasText: 'Publish on' })
  await when.getByRole('textbox').fill('Nov 20, 2099 12:00')
  await when.getByRole('textbox').press('Tab')
  await when.getByRole('button', { name: 'Schedule' }).click()
  await expect.poll(releases, { timeout: 45_000 }).toEqual([expect.objectContaining({ state: 'scheduled' })])
  await expect(when).toHaveCount(0)
  const [{ name: releaseId }] = await releases()
  await expect(page, 'the Studio shows it').toHaveURL(/scheduledDraft/)
  await editor.releases.unschedule({ releaseId })
  await editor.releases.archive({ releaseId })
  await editor.releases.delete({ releaseId })
})

test('“Schedule publish” of a changed policy refuses, and says that a release can do it', async ({
  studio,
  product: { editor },
}) => {
  await studio.openDocument('policy', POLICY)
  await studio.field('Title').fill('Refunds, simply')
  await expect
    .poll(() => editor.fetch('*[_id == $id][0].title', { id: `drafts.${POLICY}` }))
    .toBe('Refunds, simply')
  await studio.chooseAction(/^Schedule/)
  await expect(studio.said('Add the document to a release')).toBeVisible()
  expect(await editor.fetch('*[_type == "system.release"]')).toEqual([])
})
