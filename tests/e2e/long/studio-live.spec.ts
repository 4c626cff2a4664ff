import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

const ARTICLE = 'article-speed-to-lead'
const PATH = '/resources/speed-to-lead'

test("an editor shares an article's draft, publishes it, sees that it is live, and hides it until a date", async ({
  studio,
  page: visitor,
  browser,
  product: { editor, siteUrl },
}) => {
  const { page } = studio
  const { title } = (await editor.getDocument(ARTICLE))!
  await studio.openDocument('article', ARTICLE)
  await studio.field('Title').fill('Speed, shared')
  await expect.poll(() => editor.fetch(`*[_id == "drafts.${ARTICLE}"][0].title`)).toBe('Speed, shared')

  await studio.chooseAction('Share preview')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valid for').selectOption('One hour')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  await expect(dialog).toContainText(/until \w+day, .* at \d/)
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  // A guest sees the draft of this page only.
  const guest = await browser.newContext()
  const shared = await guest.newPage()
  await shared.goto(link)
  await expect(shared).toHaveURL(siteUrl + PATH)
  await expect(shared.getByRole('heading', { level: 1 })).toHaveText('Speed, shared')
  await expect(shared.getByRole('complementary', { name: 'Preview' })).toContainText('It ends on')
  expect(await mainText(shared, `${siteUrl}/resources`)).toContain(title)
  await guest.close()
  expect(await mainText(visitor, PATH)).toContain(title)

  // The badge recovers after the site was unreachable.
  const question = '**/api/content-revision*'
  const badge = (text: string | RegExp) =>
    expect(page.getByTestId('pane-footer').getByText(text)).toBeVisible()
  await page.route(question, (route) => route.abort())
  await studio.publish()
  await badge('Site unreachable')
  await page.unroute(question)
  await badge(/^Live$/)
  expect(await mainText(visitor, PATH)).toContain('Speed, shared')

  await studio.form.getByRole('button', { name: 'When it is shown' }).click()
  await studio.field('Show from').fill('2099-11-23 09:00')
  await studio.field('Show from').press('Tab')
  await studio.publish()
  await eventually('the article is hidden', async () => (await mainText(visitor, PATH)) === '')
  await badge(/^Shows from Mon, Nov 23/)
})
