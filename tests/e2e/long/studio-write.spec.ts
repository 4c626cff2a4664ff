import { join } from 'node:path'
import { setNetwork } from '#tests/support/network.ts'
import { holdRequests } from '#tests/support/page.ts'
import { eventually, expect, mainText, test } from '#tests/support/studio.ts'

const _IMAGES = join(import.meta.dirname, '../../../studio/seed/images')
const FAQ = 'faq-credits-expire'

test('a price quoted in an answer follows the plan, in the editor and on the site', async ({
  studio,
  page: visitor,
  product,
}) => {
  await studio.openDocument('faqItem', FAQ)
  const answer = studio.text('Answer')
  await answer.append(' One lead is ')
  await answer.quotePrice('Hot Seller Lead')
  await expect(answer.content.getByText('$299 · Hot Seller Lead')).toBeVisible()
  await studio.publish()
  const answered = async (price: string) =>
    (await mainText(visitor, '/pricing')).includes(`One lead is ${price}`)
  await eventually('the answer quotes the price', () => answered('$299'))
  await product.editor.patch('plan-hot-seller-lead').set({ price: 311.5 }).commit()
  await expect(answer.content.getByText('$311.50 · Hot Seller Lead')).toBeVisible()
  await eventually('the answer follows the plan', () => answered('$311.50'))
})

test('an editor who pastes keeps links, headings and lines, and reads what was left out', async ({
  studio,
  product,
}) => {
  await studio.openDocument('faqItem', FAQ)
  const answer = studio.text('Answer')
  await answer.append(' See ')
  await answer.paste(
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>
    <p class=MsoNormal>the <a href="https://www.example.com/rules">rules</a>, <a href="javascript:alert(1)">now</a>.</p><h1>Later</h1>
    <div>Ask Ann.</div><div>Or Ben.</div><ul><li><p>By mail</p><p>or phone</p></li></ul><img src="https://www.example.com/chart.png" alt=""></body></html>`,
  )
  await expect(studio.message('Images were left out')).toBeVisible()
  const stored = () =>
    product.editor.fetch(
      '*[_id == "drafts." + $id][0].answer[]{ style, listItem, "text": pt::text(@), "links": markDefs[].href }',
      { id: FAQ },
    )
  await expect
    .poll(stored)
    .toMatchObject([
      { text: expect.stringMatching(/See the rules, now\.$/), links: ['https://www.example.com/rules'] },
      { style: 'h3', text: 'Later' },
      { text: 'Ask Ann.' },
      { text: 'Or Ben.' },
      { listItem: 'bullet', text: 'By mail\nor phone' },
    ])
})

const storedFaq = '*[_id == $id][0]{ question, "answer": pt::text(answer) }'

test('an editor who types and publishes or leaves at once loses nothing', async ({ studio, product }) => {
  const stored = (id: string) => product.editor.fetch(storedFaq, { id })
  await studio.openDocument('faqItem', FAQ)
  await studio.field('Question').fill('Do credits expire?')
  await studio.text('Answer').append(' Never.')
  await studio.publish()
  const answer = expect.stringMatching(/new client\. Never\.$/)
  expect(await stored(FAQ)).toEqual({ question: 'Do credits expire?', answer })

  await studio.text('Answer').append(' Ever.')
  await studio.field('Question').press('End')
  await studio.field('Question').pressSequentially(' Ever?')
  await studio.openList('Is each lead exclusive to me?')
  await expect
    .poll(() => stored(`drafts.${FAQ}`))
    .toEqual({ question: 'Do credits expire? Ever?', answer: expect.stringMatching(/Never\. Ever\.$/) })
})

test('closing the window warns until everything typed is saved', async ({ studio }) => {
  await studio.openDocument('faqItem', FAQ)
  await expect.poll(() => studio.warnsBeforeClosing()).toBe(false)
  const edits = [
    () => studio.field('Question').pressSequentially('!'),
    () => studio.text('Answer').append(' Never.'),
  ]
  for (const edit of edits) {
    const release = await holdRequests(studio.page, /\/data\/(actions|mutate)\//)
    await edit()
    expect(await studio.warnsBeforeClosing()).toBe(true)
    release()
    await expect.poll(() => studio.warnsBeforeClosing()).toBe(false)
  }
})

// The first document has a draft, the second has none yet, the third has an image.
test('an editor who loses the network for ten seconds loses nothing', async ({ studio, product }) => {
  const { page } = studio
  const published = (await product.editor.getDocument(FAQ))!
  await product.editor.createOrReplace({ ...published, _id: `drafts.${FAQ}` })
  for (const [type, id, label] of [
    ['faqItem', FAQ, 'Question'],
    ['faqItem', 'faq-exclusive-leads', 'Question'],
    ['partner', 'partner-cedarvane-homes', 'Name'],
  ] as const) {
    await studio.openDocument(type, id)
    const field = studio.field(label)
    const text = await field.inputValue()
    await field.press('End')
    await field.pressSequentially(' before')
    await setNetwork(page, false)
    const backAt = Date.now() + 10_000
    await field.pressSequentially(' meanwhile')
    expect(await studio.warnsBeforeClosing()).toBe(true)
    await expect.poll(() => Date.now()).toBeGreaterThan(backAt)
    await setNetwork(page, true)
    await expect(field).toBeEditable()
    await field.press('End')
    await field.pressSequentially(' after')
    const query = '*[_id == $id][0][$name]'
    const params = { id: `drafts.${id}`, name: label.toLowerCase() }
    await expect.poll(() => product.editor.fetch(query, params)).toBe(`${text} before meanwhile after`)
  }
})

test('an edit is saved after its document was closed without a network', async ({ studio, product }) => {
  await studio.openDocument('faqItem', FAQ)
  await setNetwork(studio.page, false)
  try {
    await studio.field('Question').press('End')
    await studio.field('Question').pressSequentially(' Ever?')
    await studio.leaveDocument()
  } finally {
    await setNetwork(studio.page, true)
  }
  const stored = () => product.editor.fetch(storedFaq, { id: `drafts.${FAQ}` })
  await expect.poll(stored).toMatchObject({ question: 'Do bundle credits expire? Ever?' })
})

test('an editor reads that the lake rejected a change', async ({ studio }) => {
  await studio.openDocument('faqItem', FAQ)
  await studio.field('Question').pressSequentially('!')
  await expect.poll(() => studio.warnsBeforeClosing()).toBe(false)
  await studio.page.route(/\/data\/actions\//, (route) =>
    route.fulfill({ status: 413, json: { statusCode: 413, error: 'Too large', message: 'Too large' } }),
  )
  await studio.field('Question').pressSequentially('!')
  await expect(studio.message('Your last change was not saved')).toBeVisible()
})

test('an editor whose session has ended signs in and returns to the document', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.open()
  await page.context().clearCookies()
  await studio.goto(`/intent/edit/id=${FAQ};type=faqItem/`)
  await expect(studio.message('Your session is no longer valid')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Key or token').fill(product.editor.config().token!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(studio.field('Question')).toBeEditable()
})
