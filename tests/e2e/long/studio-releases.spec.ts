import { expect, read, soon, test } from '#tests/support/studio.ts'

const POLICY = 'policy-refund-policy'

test('a release is asked about as a whole, and takes the text that it replaces along', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  const { page } = studio
  const asking = page.getByRole('dialog').filter({ hasText: 'Before this is published' })
  await editor.releases.create({ releaseId: 'rSpring', metadata: { title: 'Spring', releaseType: 'asap' } })
  for (const [id, change] of [
    [POLICY, { title: 'Refunds, simply' }],
    ['plan-hot-seller-lead', { price: 199 }],
  ] as const) {
    await editor.createVersion({ baseId: id, publishedId: id, releaseId: 'rSpring' })
    await editor.patch(`versions.rSpring.${id}`).set(change).commit()
  }
  await studio.openRelease('Spring')
  const run = async () => {
    await page.getByRole('button', { name: 'Run release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
    await expect(asking).toBeVisible()
  }
  await run()
  await expect(asking).toContainText('The price of Hot Seller Lead goes from $299 to $199')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('nothing was published or scheduled')).toBeVisible()
  expect(await editor.fetch('*[_id == "plan-hot-seller-lead"][0].price')).toBe(299)

  await run()
  await asking.getByRole('region', { name: 'Refunds, simply' }).getByLabel('In force from').fill('2027-01-15')
  await asking.getByRole('button', { name: 'Publish anyway' }).click()
  await soon('the new text is there', async () =>
    (await read(visitor, '/refund-policy')).includes('Refunds, simply'),
  )
  expect(await read(visitor, '/refund-policy/2026-11-01')).toContain(
    'In force from November 1, 2026 until January 15, 2027',
  )
  await editor.releases.delete({ releaseId: 'rSpring' })
})

test('two pages change places in a release', async ({ studio, page: visitor, product: { editor } }) => {
  const { page } = studio
  const [releaseId, about, pricing] = ['rSwap', 'page-about-us', 'page-pricing']
  await editor.releases.create({ releaseId, metadata: { title: 'Swap', releaseType: 'asap' } })
  for (const id of [about, pricing]) await editor.createVersion({ baseId: id, publishedId: id, releaseId })
  await studio.openRelease('Swap')
  // One after the other, in view of the list, which the Studio checks document by document.
  for (const [id, current] of [
    [pricing, 'about-us'],
    [about, 'pricing'],
  ])
    await editor
      .patch(`versions.${releaseId}.${id}`)
      .set({ slug: { _type: 'slug', current } })
      .commit()
  await page.getByRole('button', { name: 'Run release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
  const asking = page.getByRole('dialog').filter({ hasText: 'Before this is published' })
  await expect(asking).toContainText('Who comes to /pricing finds “About Us” there.')
  await asking.getByRole('button', { name: /^Publish/ }).click()
  const heading = await editor.fetch('*[_id == $about][0].title', { about })
  await soon('each is at the other’s address', async () =>
    (await (await visitor.request.get('/pricing')).text()).includes(`<title>${heading}`),
  )
  expect(await editor.fetch('*[_type == "redirect"]')).toEqual([])
  await editor.releases.delete({ releaseId })
})

test('“Schedule publish” asks as well; cancelled, it leaves nothing behind', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  const { _rev, ...published } = (await editor.getDocument(POLICY))!
  await editor.createOrReplace({ ...published, _id: `drafts.${POLICY}`, title: 'Refunds, simply' })
  await studio.openDocument('policy', POLICY)
  await studio.chooseAction(/^Schedule/)
  const when = page.getByRole('dialog').filter({ hasText: 'Publish on' })
  await when.getByRole('textbox').fill('Nov 20, 2099 12:00')
  await when.getByRole('textbox').press('Tab')
  const asking = page.getByRole('dialog').filter({ hasText: 'Before this is published' })
  const releases = () =>
    editor.fetch('*[_type == "system.release"]{name, state, "title": metadata.title, publishAt}')

  await when.getByRole('button', { name: 'Schedule' }).click()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(when.getByRole('button', { name: 'Schedule' })).toBeEnabled()
  expect(await releases()).toEqual([])

  await when.getByRole('button', { name: 'Schedule' }).click()
  await expect(asking.getByLabel('In force from')).toHaveValue('2099-11-20')
  await asking.getByRole('button', { name: 'Schedule with this' }).click()
  await expect
    .poll(releases, { timeout: 45_000 })
    .toEqual([expect.objectContaining({ state: 'scheduled', title: 'Refunds, simply' })])
  // The Studio goes to the scheduled version before it closes this: whoever leaves earlier is brought back.
  await expect(when).toHaveCount(0)
  const [{ name: releaseId }] = await releases()
  await expect(page, 'the Studio shows it').toHaveURL(/scheduledDraft/)
  expect(await editor.fetch('*[sanity::partOfRelease($releaseId)]._type', { releaseId })).toEqual([
    'policy',
    'policyVersion',
  ])
  await editor.releases.unschedule({ releaseId })
  await editor.releases.archive({ releaseId })
  await editor.releases.delete({ releaseId })
})

test('“Publish now” of what is scheduled asks, and cancelled leaves it scheduled', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  const [releaseId, id, publishAt] = ['rNow', 'plan-hot-seller-lead', '2099-11-20T12:00:00.000Z']
  await editor.releases.create({
    releaseId,
    metadata: { title: 'Now', releaseType: 'scheduled', cardinality: 'one', intendedPublishAt: publishAt },
  })
  await editor.createVersion({ baseId: id, publishedId: id, releaseId })
  await editor.patch(`versions.${releaseId}.${id}`).set({ price: 999 }).commit()
  await editor.releases.schedule({ releaseId, publishAt })
  const release = () => editor.fetch('*[_type == "system.release" && name == $releaseId][0]', { releaseId })

  await studio.leaveDocument()
  await studio.goto(`/intent/edit/id=${id};type=plan/?perspective=${releaseId}`)
  // As where a document is opened otherwise: its menu is for when it stands there.
  await expect(studio.form.getByRole('textbox').first()).toBeVisible()
  await expect(page.getByText('Scheduled to be published on')).toBeVisible()
  const publishNow = async () => {
    await studio.chooseAction('Publish now')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, run now' }).click()
  }
  await publishNow()
  const asking = page.getByRole('dialog').filter({ hasText: 'Before this is published' })
  await expect(asking).toContainText('from $299 to $999')
  // A tab that is closed now takes nothing off.
  expect(await release()).toMatchObject({ state: 'scheduled', publishAt })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(studio.said('it stays scheduled')).toBeVisible()
  expect(await release()).toMatchObject({ state: 'scheduled', publishAt })

  await publishNow()
  await asking.getByRole('button', { name: 'Publish anyway' }).click()
  await expect.poll(async () => (await release())?.state).toBe('published')
  expect(await editor.fetch('*[_id == $id][0].price', { id })).toBe(999)

  await editor.patch(id).set({ price: 299 }).commit()
  await editor.releases.delete({ releaseId })
})

test('a release that is made while the network is away is listed once it is back', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  await studio.goto('/releases')
  await expect(page.getByRole('button', { name: 'New release' })).toBeVisible()
  const unanswered = page.waitForEvent('requestfailed', (request) => /releases\.listen/.test(request.url()))
  await page.context().setOffline(true)
  try {
    await editor.releases.create({ releaseId: 'rLater', metadata: { title: 'Later', releaseType: 'asap' } })
    await unanswered
  } finally {
    await page.context().setOffline(false)
  }
  await expect(page.getByText('Later', { exact: true })).toBeVisible()
  await editor.releases.archive({ releaseId: 'rLater' })
  await editor.releases.delete({ releaseId: 'rLater' })
})
