import { readFileSync } from 'node:fs'
import { conflictDocuments } from '#studio/validation/seed.test-support.ts'
import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

test('an editor finds the conflict of the specification in Checks and resolves it there', async ({
  studio,
  page: visitor,
  product: { editor },
}) => {
  const transaction = editor.transaction()
  for (const document of conflictDocuments()) transaction.createOrReplace(document)
  await transaction.commit()
  await eventually('visitors read the conflict', async () =>
    (await mainText(visitor, '/pricing')).includes('Standard Buyer $100'),
  )

  const { page } = studio
  await studio.goto('/checks')
  const typed = page.getByRole('region', { name: 'Amounts that are typed' })
  const contradicting = page.getByRole('region', { name: 'Amounts that contradict' })
  const all = { name: 'Quote all that are clear' }
  await expect(typed.getByRole('heading')).toHaveText(/: 8$/, { timeout: 60_000 })
  await contradicting.getByRole('button', all).click()
  await expect(contradicting.getByRole('heading')).toHaveText(/: 1$/)
  await typed.getByRole('button', all).click()
  await expect(typed.getByRole('heading')).toHaveText(/: 1$/)
  await typed.getByRole('button', { name: 'Quote the price of Standard Seller Lead: $99' }).press('Enter')
  await expect(typed).toHaveCount(0)
  await expect(contradicting).toContainText('This field cannot quote a plan')
  await eventually('visitors read one price', async () =>
    (await mainText(visitor, '/pricing')).includes(
      'Standard Buyer $99, Standard Seller $99, Hot Seller $299',
    ),
  )
  expect(await editor.fetch('*[_id in path("drafts.**")]._id')).toEqual([])

  await contradicting.getByRole('link', { name: 'Autumn offer' }).click()
  await studio.waitForForm()
  await expect(studio.field('Title')).toHaveValue('Autumn offer')
})

test('an editor sees which documents refer to a page before it is deleted or unpublished', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  const dialog = page.getByRole('dialog')
  const unpublish = async () => {
    await page.getByRole('button', { name: 'Published', exact: true }).last().click()
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  }
  await studio.openDocument('page', 'page-how-it-works')
  await studio.chooseAction(/^Delete/)
  await expect(dialog).toContainText('Delete?')
  await expect(dialog.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(dialog).toContainText('The menu would lose this entry.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await studio.openDocument('page', 'page-home')
  await unpublish()
  await expect(studio.message('The site cannot do without this document.')).toBeVisible()

  await studio.openDocument('page', 'page-partner-playbook')
  await unpublish()
  await dialog.getByRole('button', { name: 'Unpublish anyway' }).click()
  await expect(studio.message('Its content is still there as a draft.')).toBeVisible()
  expect(await editor.fetch('*[_id match "*page-partner-playbook"]._id')).toEqual([
    'drafts.page-partner-playbook',
  ])
})

test('a page of the navigation moves only with a redirect', async ({ studio, page: visitor }) => {
  await studio.openDocument('page', 'page-pricing')
  await studio.field('Address').fill('prices')
  const dialog = await studio.openPublishDialog()
  await expect(dialog).toContainText('The address changes from /pricing to /prices.')
  const redirect = dialog.getByRole('checkbox', { name: 'Redirect visitors from /pricing' })
  await expect(redirect).toBeChecked()
  await expect(redirect).toBeDisabled()
  await dialog.getByRole('button', { name: 'Publish with this' }).click()
  const old = () => visitor.request.get('/pricing?utm_source=x', { maxRedirects: 0 })
  await eventually('the old address redirects', async () => (await old()).status() === 301)
  expect((await old()).headers()).toMatchObject({ location: '/prices?utm_source=x' })
})

test('a changed policy gets a date, and the earlier text stays at its dated address', async ({
  studio,
  page: visitor,
}) => {
  await studio.openDocument('policy', 'policy-refund-policy')
  await studio.field('Title').fill('Refund Policy, Revised')
  const dialog = await studio.openPublishDialog()
  await expect(dialog).toContainText('The text in force since 2026-11-01 changes.')
  const date = dialog.getByLabel('In force from')
  await date.fill('2026-10-01')
  await dialog.getByRole('button', { name: 'Publish with this' }).click()
  expect(await date.evaluate((input: HTMLInputElement) => input.validity.rangeUnderflow)).toBe(true)
  await date.fill('2027-01-15')
  await dialog.getByRole('button', { name: 'Publish with this' }).click()
  await eventually('visitors read the new text', async () =>
    (await mainText(visitor, '/refund-policy')).includes('Refund Policy, Revised'),
  )

  await visitor.goto('/refund-policy')
  await expect(visitor.getByText('In force from January 15, 2027')).toBeVisible()
  await visitor.getByRole('navigation', { name: 'Earlier versions' }).getByRole('link').click()
  await expect(visitor).toHaveURL('/refund-policy/2026-11-01')
  await expect(visitor.getByText('In force from November 1, 2026 until January 15, 2027')).toBeVisible()
  await expect(visitor.getByText('This policy covers a lead for 60 days from its delivery.')).toBeVisible()

  await studio.openReadOnlyDocument('policyVersion', 'policy-refund-policy-version-2026-11-01')
  await expect(studio.page.getByTestId('pane-footer')).toBeVisible()
  await expect(studio.publishButton).toHaveCount(0)
  await expect(studio.page.getByRole('button', { name: 'Open document actions' })).toHaveCount(0)
})

test('a changed consent keeps its wording under the hash in the evidence of earlier enquiries', async ({
  studio,
  page: visitor,
}) => {
  await visitor.goto('/contact-us')
  await visitor.getByLabel('First Name').fill('Evi')
  await visitor.getByLabel('Email Address').fill('evi@example.com')
  await visitor.getByRole('checkbox').first().check()
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByRole('alert')).toContainText('sent successfully')

  await studio.openDocument('siteSettings', 'siteSettings')
  await studio.field('Brand name').fill('Keyturned')
  const dialog = await studio.openPublishDialog()
  await dialog.getByLabel('In force from').fill('2027-02-01')
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await eventually('the new wording is in force', async () =>
    /In force from February 1, 2027 .*Keyturned/.test(await mainText(visitor, '/consent-wording')),
  )
  const kept = await mainText(visitor, '/consent-wording/2026-11-01')
  expect(kept).toContain('alerts from Keyturn.')
  const [hash = ''] = /[0-9a-f]{64}/.exec(kept) ?? []
  await studio.goto('/inbox')
  await studio.page.getByRole('tab', { name: 'Consents' }).click({ timeout: 60_000 })
  const download = studio.page.waitForEvent('download')
  await studio.page.getByRole('row', { name: /Evi/ }).getByRole('button', { name: 'Save evidence' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(hash)
})
