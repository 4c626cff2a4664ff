import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, read, type Studio, soon, test } from '#tests/support/studio.ts'

// What imports, scripts and other programs put into the Studio.

const root = join(import.meta.dirname, '../../..')
const translated = readFileSync(join(root, 'tests/fixtures/translated-titles.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Opens a document: its form is there, and nothing says that it failed. */
async function opens(studio: Studio, type: string, id: string) {
  await studio.leaveDocument()
  await studio.goto(`/intent/edit/id=${id};type=${type}/`)
  // Not every form has a text field that can be typed into.
  await expect(studio.form.getByRole('heading').first()).toBeVisible()
  await expect(
    studio.form.getByRole('textbox').or(studio.form.getByText('This field holds')).first(),
  ).toBeVisible()
  await expect(studio.page.getByText('Unhandled Runtime Error')).toHaveCount(0)
}

test('an editor opens what a page with a translated title shows; the places name its address', async ({
  studio,
  product,
}) => {
  for (const document of translated) await product.editor.createOrReplace(document)
  for (const [type, id] of [
    ['plan', 'plan-hot-seller-lead'],
    ['faqItem', 'faq-credits-expire'],
    ['article', 'article-speed-to-lead'],
  ] as const) {
    await opens(studio, type, id)
    await studio.page.getByRole('button', { name: /^On \d+ pages/ }).click()
    await expect(studio.page.getByRole('link', { name: '/imported-rates' })).toBeVisible()
  }
  for (const { _type, _id } of translated) await opens(studio, _type, _id)
  await expect(studio.list('Pages').filter({ hasText: 'imported-rates' })).toHaveCount(0)
  await studio.open()
  await studio.walk('Pages')
  await expect(studio.list('Pages').filter({ hasText: 'imported-rates' })).toBeVisible()
})

test('an editor opens documents of odd shapes', async ({ studio, product }) => {
  const text = [
    null,
    5,
    'x',
    {},
    { _key: 'a', _type: 'block' },
    { _key: 'b', _type: 'block', children: [null, { _key: 'c', _type: 'span', text: {} }] },
  ]
  const slug = { _type: 'slug', current: { en: 'x' } }
  const picture = { _type: 'picture', asset: { _ref: 5 }, alt: {} }
  const blocks = [
    null,
    5,
    { _key: 'p', _type: 'prose', heading: {}, text },
    { _key: 'q', _type: 'hologram' },
    { _key: 'r', _type: 'planGrid', kind: {} },
  ]
  const odd: { _id: string; _type: string; [field: string]: unknown }[] = [
    {
      _id: 'odd-page',
      _type: 'page',
      title: 5,
      slug,
      blocks,
      seo: { title: {}, description: [] },
      showFrom: 5,
    },
    {
      _id: 'odd-plan',
      _type: 'plan',
      kind: 'rate',
      title: ['x'],
      slug: 'x',
      price: '9',
      cap: {},
      features: [null, {}, 5],
    },
    { _id: 'odd-faq', _type: 'faqItem', question: { en: 'Why?' }, answer: text, order: 'x' },
    {
      _id: 'odd-article',
      _type: 'article',
      title: {},
      slug: [],
      picture,
      date: 5,
      body: text,
      description: [],
    },
    {
      _id: 'odd-policy',
      _type: 'policy',
      title: [],
      slug,
      effectiveDate: {},
      intro: 'x',
      sections: [null, { _key: 's', title: {}, body: text }],
    },
    { _id: 'odd-partner', _type: 'partner', name: { en: 'x' }, logo: 'x', url: {}, order: [] },
    { _id: 'odd-redirect', _type: 'redirect', from: {}, to: [], target: 'x', permanent: 'x' },
  ]
  for (const document of odd) await product.editor.createOrReplace(document)
  for (const { _id, _type } of odd) await opens(studio, _type, _id)

  await opens(studio, 'article', 'odd-article')
  const oddDate = studio.form
    .getByText('This field holds something that is no text')
    .filter({ hasText: ': 5.' })
  await expect(oddDate).toBeVisible()
  const empty = studio.form.getByRole('button', { name: 'Empty this field' })
  const before = await empty.count()
  await empty.last().click()
  await expect(empty).toHaveCount(before - 1)
})

const paste = (studio: Studio, name: string) => {
  const html = readFileSync(join(root, 'studio/schema/objects/paste-fixtures', `${name}.html`), 'utf8')
  return studio.text('Answer').content.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    clipboardData.setData('text/plain', 'without its form')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

test('a list that goes on after a paragraph keeps its number, and the editor is told', async ({
  studio,
  page: visitor,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  await studio.text('Answer').toEnd()
  await studio.text('Answer').content.press('Enter')
  await paste(studio, 'list-continues.google-docs')
  await expect(studio.said('Some numbered items became paragraphs')).toBeVisible()
  await studio.text('Answer').content.press('Enter')
  await paste(studio, 'list-starts-at-level-3.google-docs')
  await studio.publish()
  await soon('the answer has the number', async () =>
    (await read(visitor, '/pricing')).includes('3. Get the credit.'),
  )
  expect(await (await visitor.request.get('/pricing')).text()).toContain(
    '<ul><li>Third level, copied alone</li><li>Second level</li></ul>',
  )
})

test('Generate makes an address of any title, and says when there is no title', async ({ studio }) => {
  await studio.open()
  await studio.walk('Pages')
  await studio.create('Page')
  await studio.loaded()
  const generate = studio.form.getByRole('button', { name: 'Generate' })
  await generate.click()
  await expect(studio.form.getByText('Type a title first.')).toBeVisible()
  for (const [title, address] of [
    ['東京の家', /^page-[a-z0-9]{6}$/],
    ['🏡🏡', /^page-[a-z0-9]{6}$/],
    ['Größe', /^groesse$/],
    ['Search', /^search-page$/],
  ] as const) {
    await studio.field('Title').fill(title)
    await generate.click()
    await expect(studio.field('Address')).toHaveValue(address)
  }
})
