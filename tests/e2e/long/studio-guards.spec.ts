import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, read, soon, test } from '#tests/support/studio.ts'

const conflict = () =>
  readFileSync(join(import.meta.dirname, '../../fixtures/price-conflict.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const line = (text: string) => [
  {
    _key: 'b',
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 's', _type: 'span', text, marks: [] }],
  },
]

test('a price that is typed into a text is noticed, and quoted by one press where it stood, whatever is typed meanwhile; one more undoes it', async ({
  studio,
  page,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  const answer = studio.text('Answer')
  await answer.append(' A Hot Seller lead is $250.')
  const noticed = studio.form
    .getByRole('status')
    .filter({ hasText: '“$250” contradicts the price of Hot Seller Lead: $299.' })
  await expect(noticed).toBeVisible()
  await answer.content.pressSequentially(' Ask.')
  await studio.form.getByRole('button', { name: 'Quote the price of Hot Seller Lead: $299' }).click()
  const stored = () =>
    product.editor.fetch(
      '*[_id == "drafts.faq-credits-expire"][0].answer[-1].children[]{ "said": coalesce(text, plan._ref) }.said',
    )
  const quoted = [expect.stringMatching(/ A Hot Seller lead is $/), 'plan-hot-seller-lead', '. Ask.']
  await expect.poll(stored).toEqual(quoted)
  await expect(answer.content).toBeFocused()
  await studio.page.keyboard.press('ControlOrMeta+z')
  await expect.poll(stored).toEqual([expect.stringMatching(/ A Hot Seller lead is \$250\. Ask\.$/)])
  await studio.page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(stored).toEqual(quoted)
  await expect(noticed).toHaveCount(0)
  await studio.publish()
  await soon('the answer quotes the plan', async () =>
    (await read(page, '/pricing')).includes('A Hot Seller lead is $299'),
  )
  await product.editor.patch('plan-hot-seller-lead').set({ price: 310 }).commit()
  await soon('and follows it', async () =>
    (await read(page, '/pricing')).includes('A Hot Seller lead is $310'),
  )
})

test('imported content with the conflict of the specification is listed in Checks and mended there', async ({
  studio,
  page: visitor,
  product,
}) => {
  const import_ = product.editor.transaction()
  for (const document of conflict()) import_.createOrReplace(document)
  await import_.commit()
  await soon('visitors read the conflict', async () =>
    (await read(visitor, '/pricing')).includes('Standard Buyer $100'),
  )

  const { page } = studio
  await studio.goto('/checks')
  const typed = page.getByRole('region', { name: 'Amounts that are typed' })
  const contradicting = page.getByRole('region', { name: 'Amounts that contradict' })
  const all = { name: 'Quote all that are clear' }
  const counts = async (contradict: number, type: number) => {
    await expect(contradicting.getByRole('heading')).toHaveText(
      `Amounts that contradict a plan: ${contradict}`,
    )
    await expect(typed.getByRole('heading')).toHaveText(`Amounts that are typed instead of quoted: ${type}`)
  }
  await expect(typed).toBeVisible({ timeout: 60_000 })
  await counts(4, 8)
  await expect(page.getByRole('group', { name: 'What we paid' }).first()).toBeVisible() // it has no picture
  await contradicting.getByRole('button', all).click()
  await counts(1, 5)
  await typed.getByRole('button', all).click()
  await counts(1, 1)
  // “From $99” may be either of two plans; the banner’s heading is a plain field.
  await typed.getByRole('button', { name: 'Quote the price of Standard Seller Lead: $99' }).press('Enter')
  await expect(typed).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'to look at' })).toBeFocused()
  await expect(contradicting).toContainText('This field cannot quote a plan')

  await soon('visitors read one price', async () =>
    (await read(visitor, '/pricing')).includes('Standard Buyer $99, Standard Seller $99, Hot Seller $299'),
  )
  expect(await product.editor.fetch('*[_id in path("drafts.**")]._id')).toEqual([])
  await product.editor.patch('plan-standard-seller-lead').set({ price: 120 }).commit()
  await soon('which the page follows', async () =>
    (await read(visitor, '/autumn-offer')).includes('Buyers from $120'),
  )
})

test('Publish asks once after its keyboard shortcut, and gives the focus back', async ({ studio }) => {
  const { page, publishButton } = studio
  const dialog = page.getByRole('dialog')
  const answer = async (key: string) => {
    await expect(dialog.getByRole('button').first()).toBeFocused()
    await page.keyboard.press(key)
    await expect(dialog).toHaveCount(0)
  }
  await studio.openDocument('plan', 'plan-standard-buyer-lead')
  const price = studio.field('Price (USD)')
  await price.fill('990')
  await expect(publishButton).toBeEnabled()
  await page.keyboard.press('Control+Alt+p')
  await expect(dialog).toContainText('Before this is published')
  await expect(dialog).toHaveCount(1)
  await answer('Escape')
  await expect(price).toBeFocused()
  await expect(publishButton).toBeEnabled()
  await publishButton.press('Enter')
  await answer('Escape')
  await expect(publishButton).toBeFocused()
})

test('deleting a page, or taking a plan off sale, says where it is referred to', async ({ studio }) => {
  const { page } = studio
  await studio.openDocument('page', 'page-how-it-works')
  await studio.chooseAction(/^Delete/)
  const deleting = page.getByRole('dialog').filter({ hasText: 'Delete?' })
  await expect(deleting.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(deleting).toContainText('The menu would lose this entry.')
  const { violations } = await new AxeBuilder({ page })
    .include('[role="dialog"]')
    .disableRules('color-contrast') // of the Studio's own buttons
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await deleting.getByRole('button', { name: 'Cancel' }).click()

  await studio.openDocument('plan', 'plan-pro-closer')
  await page.getByRole('button', { name: 'Published', exact: true }).last().click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  const unpublishing = page.getByRole('dialog').filter({ hasText: 'Unpublish?' })
  await expect(unpublishing.getByRole('link', { name: 'Can I have a ZIP code to myself?' })).toBeVisible()
  await expect(unpublishing).toContainText('This text would say that the plan is not on sale.')
})

test('the front page can’t be taken down; of another page it is said that it was', async ({
  studio,
  product,
}) => {
  const { page } = studio
  const unpublish = async () => {
    await page.getByRole('button', { name: 'Published', exact: true }).last().click()
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  }
  await studio.openDocument('page', 'page-home')
  await unpublish()
  await expect(page.getByText('The site cannot do without this document.')).toBeVisible()
  expect(await product.editor.fetch('count(*[_id == "page-home"])')).toBe(1)

  await studio.openDocument('page', 'page-partner-playbook')
  await unpublish()
  await page.getByRole('button', { name: 'Unpublish anyway' }).click()
  await expect(page.getByText('Its content is still there as a draft.')).toBeVisible()
  expect(await product.editor.fetch('*[_id match "*page-partner-playbook"]._id')).toEqual([
    'drafts.page-partner-playbook',
  ])
})

test('a page of the menu moves only with a redirect, which counts at once and follows the page', async ({
  studio,
  page: visitor,
  product,
}) => {
  await studio.openDocument('page', 'page-pricing')
  await studio.field('Address').fill('prices')
  const dialog = await studio.askedToPublish()
  await expect(dialog).toContainText('The address changes from /pricing to /prices.')
  await expect(dialog.getByRole('checkbox', { name: 'Redirect visitors from /pricing' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Redirect visitors from /pricing' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Publish with this' }).click()
  await expect(studio.said('The document was published')).toBeVisible()

  const at = (path: string) => visitor.request.get(path, { maxRedirects: 0 })
  await soon(
    'the old address leads to the new one',
    async () => (await at('/pricing?utm_source=x')).status() === 301,
  )
  const moved = await at('/pricing?utm_source=x')
  expect(moved.headers()).toMatchObject({ location: '/prices?utm_source=x', 'cache-control': 'no-cache' })
  expect((await at('/prices')).status()).toBe(200)
  // A page that was loaded before asks for the old address’s data.
  expect((await at('/pricing.data')).status()).toBe(202)
  await visitor.goto('/about-us')
  await visitor.evaluate(() => history.pushState({}, '', '/about-us'))
  await visitor.goto('/pricing')
  await expect(visitor).toHaveURL('/prices')

  await product.editor
    .patch('page-pricing')
    .set({ slug: { _type: 'slug', current: 'rates' } })
    .commit()
  await soon('it follows the page', async () => (await at('/pricing')).headers().location === '/rates')
  await product.editor.delete('redirect-pricing')
  await soon('without it the old address is gone', async () => (await at('/pricing')).status() === 404)
})

test('a redirect that would lead in a circle or elsewhere in disguise can’t be published', async ({
  studio,
  product,
}) => {
  await product.editor.createOrReplace({
    _id: 'redirect-a',
    _type: 'redirect',
    from: '/a',
    to: '/b',
    permanent: true,
  })
  await product.editor.createOrReplace({
    _id: 'drafts.redirect-b',
    _type: 'redirect',
    from: '/b',
    to: '/a',
    permanent: true,
  })
  await studio.openDocument('redirect', 'redirect-b')
  await expect(studio.publishButton).toBeDisabled()
  await studio.page
    .getByRole('button', { name: /validation|error/i })
    .first()
    .click()
  const said = (words: RegExp) => expect(studio.page.getByRole('button', { name: words })).toBeVisible()
  await said(/This leads in a circle: \/b → \/a → \/b/)
  await studio.field('Or to this address').fill('//evil.example')
  await said(/starts with one slash/)
  await expect(studio.publishButton).toBeDisabled()
  await studio.field('Or to this address').fill('/pricing')
  await expect(studio.publishButton).toBeEnabled()
})

test('a changed policy asks from when it holds, and the old text stays at its dated address', async ({
  studio,
  page: visitor,
}) => {
  const before = await read(visitor, '/refund-policy')
  await studio.openDocument('policy', 'policy-refund-policy')
  await studio.field('Title').fill('Refund Policy, Revised')
  const dialog = await studio.askedToPublish()
  await expect(dialog).toContainText('The text in force since 2026-11-01 changes.')
  await dialog.getByLabel('In force from').fill('2026-10-01')
  await expect(dialog.getByRole('button', { name: 'Publish with this' })).toBeDisabled()
  await expect(dialog).not.toContainText('in the future')
  await dialog.getByLabel('In force from').fill('2127-01-15')
  await expect(dialog).toContainText('with a date in the future')
  await dialog.getByLabel('In force from').fill('2027-01-15')
  await dialog.getByRole('button', { name: 'Publish with this' }).click()

  await soon('the new text is there', async () =>
    (await read(visitor, '/refund-policy')).includes('Refund Policy, Revised'),
  )
  await visitor.goto('/refund-policy')
  await expect(visitor.getByText('In force from January 15, 2027')).toBeVisible()
  await visitor.getByRole('navigation', { name: 'Earlier versions' }).getByRole('link').click()
  await expect(visitor).toHaveURL('/refund-policy/2026-11-01')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Refund Policy')
  await expect(visitor.getByText('In force from November 1, 2026 until January 15, 2027')).toBeVisible()
  const [, oldText = ''] = /In force from November 1, 2026 (.*)/.exec(before) ?? []
  // Kept as words: what was a link to the e-mail address is the address.
  const words = (text: string) => text.replace(/ (?=[.,])/g, '').trim()
  expect(words(await read(visitor, '/refund-policy/2026-11-01'))).toContain(words(oldText.slice(-400)))
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

  await studio.openKept('policyVersion', 'policy-refund-policy-version-2026-11-01')
  await expect(studio.page.getByTestId('pane-footer')).toBeVisible()
  await expect(studio.publishButton).toHaveCount(0)
  await expect(studio.page.getByRole('button', { name: 'Open document actions' })).toHaveCount(0)
})

test('a changed consent keeps its wording under the hash that the evidence of earlier enquiries names', async ({
  studio,
  page: visitor,
  product,
}) => {
  await visitor.goto('/contact-us')
  await visitor.getByLabel('First Name').fill('Evi')
  await visitor.getByLabel('Email Address').fill('evi@example.com')
  await visitor.getByRole('checkbox').first().check()
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByRole('alert')).toContainText('sent successfully')

  await studio.openDocument('siteSettings', 'siteSettings')
  await studio.field('Brand name').fill('Keyturned')
  const dialog = await studio.askedToPublish()
  await dialog.getByLabel('In force from').fill('2027-02-01')
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await soon('the wording is kept', async () =>
    (await read(visitor, '/consent-wording/2026-11-01')).includes('alerts from Keyturn.'),
  )
  await soon('the new one is in force', async () =>
    /In force from February 1, 2027 .*Keyturned/.test(await read(visitor, '/consent-wording')),
  )
  const kept = await read(visitor, '/consent-wording/2026-11-01')
  const [hash = ''] = /[0-9a-f]{64}/.exec(kept) ?? []
  await studio.goto('/inbox')
  await studio.page.getByRole('tab', { name: 'Consents' }).click({ timeout: 60_000 })
  const saving = studio.page.waitForEvent('download')
  await studio.page.getByRole('row', { name: /Evi/ }).getByRole('button', { name: 'Save evidence' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(hash)
  expect(await product.editor.fetch('*[_type == "consentVersion"].sms')).toEqual([
    expect.stringContaining('Keyturn'),
  ])
})

test('everything else that the rules find is listed in Checks, with a link to it', async ({
  studio,
  product,
}) => {
  await product.editor
    .transaction()
    .createOrReplace({
      _id: 'checked-page',
      _type: 'page',
      title: 'A title that is far too long for any search result to show it in full',
      slug: { _type: 'slug', current: 'checked' },
      blocks: [
        { _key: 'a', _type: 'pageHeader', heading: line('Hello') },
        { _key: 'b', _type: 'prose', text: [{ ...line('Skipped')[0], style: 'h3' }] },
        {
          _key: 'c',
          _type: 'appreciation',
          heading: 'Thanks',
          picture: { _type: 'picture', asset: { _type: 'reference', _ref: await aPicture(product) } },
        },
      ],
    })
    .createOrReplace({
      _id: 'checked-redirect',
      _type: 'redirect',
      from: '/pricing',
      to: '/x',
      permanent: true,
    })
    .createOrReplace({
      _id: 'checked-faq',
      _type: 'faqItem',
      question: 'Where?',
      order: 900,
      answer: [
        {
          ...line('There')[0],
          markDefs: [
            { _key: 'm', _type: 'textLink', target: { _type: 'reference', _ref: 'page-gone', _weak: true } },
          ],
        },
      ],
    })
    .createOrReplace({
      _id: 'checked-plan',
      _type: 'plan',
      title: 'Twin',
      kind: 'bundle',
      slug: { _type: 'slug', current: 'pro-closer' },
      price: 20,
      credit: 10,
      features: ['x'],
      order: 900,
    })
    .commit()
  const { page } = studio
  await studio.goto('/checks')
  for (const title of [
    'Links that lead nowhere',
    'Pictures without a description',
    'Headings out of order',
    'Bundles whose price and credit do not fit',
    'Addresses and short names that are taken',
    'Redirects that do not work',
  ])
    await expect(page.getByRole('region', { name: title }).getByRole('group').first()).toBeVisible({
      timeout: 60_000,
    })
  await page
    .getByRole('region', { name: 'Addresses and short names' })
    .getByRole('link', { name: 'Twin' })
    .click()
  await studio.loaded()
  await expect(studio.field('Title')).toHaveValue('Twin')
  await studio.openDocument('page', 'checked-page')
  await expect(studio.field('Title')).toHaveValue(/^A title that is far too long/)
})

const aPicture = ({ editor }: { editor: { fetch(query: string): Promise<string> } }) =>
  editor.fetch('*[_type == "sanity.imageAsset"][0]._id')
