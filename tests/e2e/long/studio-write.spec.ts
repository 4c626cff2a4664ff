import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { setNetwork } from '#tests/support/network.ts'
import { holdBack } from '#tests/support/reading.ts'
import { expect, read, soon, test } from '#tests/support/studio.ts'

const PICTURE = join(import.meta.dirname, '../../../studio/seed/images/article-1.jpg')

test('a price inserted into an answer shows the plan’s figure, in the editor and on the site', async ({
  studio,
  page: visitor,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  const answer = studio.text('Answer')
  await answer.append(' One lead is ')
  await answer.quotePrice('Hot Seller Lead')
  await expect(answer.content.getByText('$299 · Hot Seller Lead')).toBeVisible()
  await studio.publish()
  await soon('the answer quotes the price', async () =>
    /calendar has room for a new client\. One lead is \$299/.test(await read(visitor, '/pricing')),
  )
  await visitor.goto('/pricing')
  await visitor.getByText('Do bundle credits expire?').click()
  await expect(visitor.getByText('One lead is $299')).toBeVisible()

  // Typed nowhere but in the plan: a new price reaches both.
  await product.editor.patch('plan-hot-seller-lead').set({ price: 311.5 }).commit()
  await expect(answer.content.getByText('$311.50 · Hot Seller Lead')).toBeVisible()
  await soon('the answer follows the plan', async () =>
    (await read(visitor, '/pricing')).includes('One lead is $311.50'),
  )
})

test('a document with an empty required field says so and can’t be published', async ({
  studio,
  product,
}) => {
  await studio.open()
  await studio.walk('FAQ')
  await studio.create('FAQ item')
  await expect(studio.field('Place in the list'), 'behind the ten that are there').toHaveValue('110')
  await studio.field('Question').fill('May I pause?')
  await expect(studio.publishButton).toBeDisabled()
  await studio.page.getByRole('button', { name: 'Validation' }).click()
  const required = studio.page.getByRole('button', { name: /Answer.*Required/ })
  await expect(required).toBeVisible()
  // Paragraphs without words are no answer either.
  await studio.text('Answer').content.click()
  await studio.text('Answer').content.press('Enter')
  await expect
    .poll(() =>
      product.editor.fetch('count(*[question == "May I pause?"][0].answer)', {}, { perspective: 'raw' }),
    )
    .toBe(2)
  await expect(required).toBeVisible()
  await expect(studio.publishButton).toBeDisabled()
  await studio.text('Answer').append('Yes, whenever you like.')
  await expect(studio.publishButton).toBeEnabled()
})

const paste = (content: Locator, html: string, plain = 'without its form') =>
  content.evaluate(
    (element, pasted) => {
      const clipboardData = new DataTransfer()
      if (pasted.html) clipboardData.setData('text/html', pasted.html)
      clipboardData.setData('text/plain', pasted.plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )

test('what is pasted from Word keeps its links, headings and spaces', async ({
  studio,
  page: visitor,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  const answer = studio.text('Answer')
  await answer.append(' See ')
  await paste(
    answer.content,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
    <p class=MsoNormal>the <a href="https://www.example.com/rules">rules</a>, <a href="javascript:alert(1)">now</a>.<span style='mso-spacerun:yes'>&nbsp; </span>Ask.</p>
    <h1>Later</h1><!--EndFragment--></body></html>`,
  )
  await expect(answer.content).toContainText('See the rules, now. Ask.')
  await expect
    .poll(() =>
      product.editor.fetch('*[_id == "drafts.faq-credits-expire"][0].answer[-1]{style, "said": pt::text(@)}'),
    )
    .toEqual({ style: 'h3', said: 'Later' })
  await studio.publish()
  await soon('the answer has the link', async () =>
    (await (await visitor.request.get('/pricing')).text()).includes('href="https://www.example.com/rules"'),
  )
})

test('lines of a mail stay lines, without the empty ones, and what a text has no place for is said', async ({
  studio,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  const answer = studio.text('Answer')
  await answer.toEnd()
  await paste(
    answer.content,
    `<div dir="ltr"><div><br></div><div>Ask Ann.</div><div>Or Ben.</div><ul><li><!--v-if--><p>By mail</p><p>or phone</p></li><li><!--v-if--><span>Today</span> <p>or later</p></li></ul>
    <table><tr><td>Kent</td><td>12</td></tr></table><img src="https://www.example.com/chart.png" alt=""></div>`,
  )
  for (const said of ['Pictures stay behind', 'A table became paragraphs'])
    await expect(studio.page.getByText(said)).toBeVisible()
  await expect
    .poll(() => product.editor.fetch('*[_id == "drafts.faq-credits-expire"][0].answer[].children[0].text'))
    .toEqual([
      expect.stringMatching(/Ask Ann\.$/),
      'Or Ben.',
      'By mail\nor phone',
      'Today\nor later',
      'Kent',
      '12',
    ])
  await paste(answer.content, '', ', and\r\nmore\r\n\r\nThe\u00a0end')
  await expect
    .poll(() =>
      product.editor.fetch('*[_id == "drafts.faq-credits-expire"][0].answer[-2..-1].children[0].text'),
    )
    .toEqual(['12, and\nmore', 'The end'])
  await answer.content.press('ControlOrMeta+Home')
  await paste(answer.content, '<p>In short:</p><p>Yes</p>')
  await expect(answer.content).toContainText('Yes')
  await answer.content.pressSequentially(', always. ')
  await expect(answer.content).toContainText('Yes, always. No. Bundle')
  // Backwards, from the caret on, as by a mouse from right to left.
  await answer.content.press('ControlOrMeta+Shift+Home')
  await paste(answer.content, '<p>Shortly:</p><p>So</p>')
  await expect(answer.content).toContainText('SoNo. Bundle')
})

test('a file that is no picture is refused with words that help', async ({ studio }) => {
  await studio.open()
  await studio.walk('Articles')
  await studio.create('Article')
  await studio.loaded()
  await studio.form
    .getByRole('button', { name: 'Upload' })
    .first()
    .setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await expect(studio.page.getByText('Use a PNG, JPEG, WebP')).toBeVisible()
  const dataTransfer = await studio.page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['a photo'], 'IMG_1.HEIC', { type: 'image/heic' }))
    return dropped
  })
  await studio.form.getByText('Drag or paste image').first().dispatchEvent('drop', { dataTransfer })
  await expect(studio.page.getByText('Only an image field takes files')).toBeVisible()
})

test('an image that replaces another is shown whole', async ({ studio, product }) => {
  const { page } = studio
  await studio.openDocument('article', 'article-speed-to-lead')
  await page.getByTestId('options-menu-button').click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload' }).click()
  await (await choosing).setFiles(join(PICTURE, '../contact.jpg'))
  await expect
    .poll(() =>
      product.editor.fetch(
        '*[_id == "drafts.article-speed-to-lead"][0].picture{crop, hotspot, "file": asset->originalFilename}',
      ),
    )
    .toEqual({ crop: null, hotspot: null, file: 'contact.jpg' })
})

const FAQ = 'faq-credits-expire'

test('an editor who types and presses Publish at once publishes all of it', async ({ studio, product }) => {
  await studio.openDocument('faqItem', FAQ)
  await studio.field('Question').fill('Do credits expire?')
  await studio.text('Answer').append(' Never.')
  await studio.publish()
  expect(
    await product.editor.fetch('*[_id == $id][0]{question, "answer": pt::text(answer)}', { id: FAQ }),
  ).toEqual({ question: 'Do credits expire?', answer: expect.stringMatching(/new client\. Never\.$/) })
})

test('an editor who types and opens another document at once finds all of it stored', async ({
  studio,
  product,
}) => {
  const stored = () =>
    product.editor.fetch('*[_id == "drafts." + $id][0]{question, "answer": pt::text(answer)}', { id: FAQ })
  await studio.openDocument('faqItem', FAQ)
  await studio.text('Answer').append(' Never.')
  await studio.field('Question').press('End')
  await studio.field('Question').pressSequentially(' Ever?')
  await studio.walk('Is each lead exclusive to me?')
  await expect.poll(stored).toEqual({
    question: 'Do bundle credits expire? Ever?',
    answer: expect.stringMatching(/new client\. Never\.$/),
  })
  await studio.openDocument('faqItem', FAQ)
  await studio.text('Answer').append(' Not once.')
  await studio.walk('Is each lead exclusive to me?')
  await expect.poll(stored).toMatchObject({ answer: expect.stringMatching(/Never\. Not once\.$/) })
})

test('an editor who types and closes the window is asked to stay until all of it is stored', async ({
  studio,
}) => {
  await studio.openDocument('faqItem', FAQ)
  await expect.poll(() => studio.asksBeforeLeaving()).toBe(false)
  const type = [
    () => studio.field('Question').pressSequentially('!'),
    () => studio.text('Answer').append(' Never.'),
  ]
  for (const typing of type) {
    const letGo = await holdBack(studio.page, /\/data\/(actions|mutate)\//)
    await typing()
    expect(await studio.asksBeforeLeaving()).toBe(true)
    letGo()
    await expect.poll(() => studio.asksBeforeLeaving()).toBe(false)
  }
})

test('an editor who loses the network for ten seconds loses nothing that was typed before, meanwhile or after', async ({
  studio,
  product,
}) => {
  const TEN_SECONDS = 10_000
  const { page } = studio
  // One document has a draft, one has none yet, one has an image, which the Studio asks for.
  await product.editor.createOrReplace({
    ...(await product.editor.getDocument(FAQ))!,
    _id: `drafts.${FAQ}`,
  } as never)
  for (const [type, id, label] of [
    ['faqItem', FAQ, 'Question'],
    ['faqItem', 'faq-exclusive-leads', 'Question'],
    ['partner', 'partner-cedarvane-homes', 'Name'],
  ] as const) {
    await studio.openDocument(type, id)
    const field = studio.field(label)
    const words = await field.inputValue()
    await field.press('End')
    await field.pressSequentially(' before')
    await setNetwork(page, false)
    const back = Date.now() + TEN_SECONDS
    await field.pressSequentially(' meanwhile')
    expect(await studio.asksBeforeLeaving()).toBe(true)
    await expect.poll(() => Date.now()).toBeGreaterThan(back)
    await setNetwork(page, true)
    // The Studio may lock the form until it is connected again.
    await expect(field).toBeEditable()
    await field.press('End')
    await field.pressSequentially(' after')
    await expect
      .poll(() =>
        product.editor.fetch('*[_id == $id][0][$name]', { id: `drafts.${id}`, name: label.toLowerCase() }),
      )
      .toBe(`${words} before meanwhile after`)
    await expect(field).toHaveValue(`${words} before meanwhile after`)
  }
})

test('an editor who leaves a document without a network finds what was typed stored later', async ({
  studio,
  product,
}) => {
  await studio.openDocument('faqItem', FAQ)
  await setNetwork(studio.page, false)
  try {
    await studio.field('Question').press('End')
    await studio.field('Question').pressSequentially(' Ever?')
    await studio.leaveDocument()
    expect(await studio.asksBeforeLeaving()).toBe(true)
  } finally {
    await setNetwork(studio.page, true)
  }
  await expect
    .poll(() => product.editor.fetch('*[_id == "drafts." + $id][0].question', { id: FAQ }))
    .toBe('Do bundle credits expire? Ever?')
  await expect.poll(() => studio.asksBeforeLeaving()).toBe(false)
})

test('an editor is told when the lake refuses a change for good', async ({ studio }) => {
  const { page } = studio
  await studio.openDocument('faqItem', FAQ)
  await studio.field('Question').pressSequentially('!')
  await expect.poll(() => studio.asksBeforeLeaving()).toBe(false)
  await page.route(/\/data\/actions\//, (route) =>
    route.fulfill({ status: 413, json: { statusCode: 413, error: 'Too large', message: 'Too large' } }),
  )
  await studio.field('Question').pressSequentially('!')
  await expect(studio.said('Your last change was not saved')).toBeVisible()
})

test('an editor whose session has ended is asked to sign in, and comes back to the document', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.open()
  await page.context().clearCookies()
  await studio.goto(`/intent/edit/id=${FAQ};type=faqItem/`)
  await expect(studio.said('Your session is no longer valid')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Key or token').fill(product.editor.config().token!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await studio.field('Question').fill('Do credits expire?')
  await studio.publish()
  expect(await product.editor.getDocument(FAQ)).toMatchObject({ question: 'Do credits expire?' })
})

test('an upload without a network fails with a message and leaves the image as it was', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.openDocument('partner', 'partner-cedarvane-homes')
  await page.getByTestId('options-menu-button').click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload' }).click()
  await setNetwork(page, false)
  try {
    await (await choosing).setFiles(PICTURE)
    await expect(page.getByText('check the network and try again')).toBeVisible()
  } finally {
    await setNetwork(page, true)
  }
  await studio.field('Name').fill('Cedarvane')
  await expect
    .poll(() => product.editor.getDocument('drafts.partner-cedarvane-homes'))
    .toMatchObject({ name: 'Cedarvane', logo: { asset: { _ref: expect.stringMatching(/-svg$/) } } })
})

test('a date goes out as it was typed, from within its field too, or nothing does', async ({
  studio,
  product,
}) => {
  const { page, form } = studio
  const id = 'article-speed-to-lead'
  const published = () =>
    product.editor.fetch<{ date: string; showFrom: string | null }>('*[_id == $id][0]{ date, showFrom }', {
      id,
    })
  await studio.openDocument('article', id)
  await form.getByRole('button', { name: 'When it is shown' }).click()
  const showFrom = studio.field('Show from')
  await showFrom.fill('11/30/2099 9:00')
  await studio.field('Date').fill('2026-09-16')
  await page.keyboard.press('Tab')
  await expect(studio.publishButton).toBeDisabled()
  expect(await published()).toEqual({ date: '2026-09-15', showFrom: null })

  await showFrom.fill('2099-11-30 09:00')
  await studio.field('Date').focus()
  await expect(studio.publishButton).toBeEnabled()
  await studio.field('Date').fill('2026-09-17')
  await page.keyboard.press('Control+Alt+p')
  await soon('it is published', async () => (await published()).showFrom !== null)
  expect(await published()).toEqual({ date: '2026-09-17', showFrom: new Date(2099, 10, 30, 9).toISOString() })
  await expect(studio.field('Date')).toBeFocused()
})

test('what is wrong with a field is said in plain words', async ({ studio }) => {
  await studio.openDocument('plan', 'plan-hot-seller-lead')
  await studio.field('Price (USD)').fill('0.001')
  await studio.form.getByTestId('field-slug').getByRole('textbox').fill('commercial-lead')
  await studio.page.getByRole('button', { name: 'Validation' }).click()
  for (const said of [
    /Price.*at most 2 digits after the decimal point/,
    /Short name.*has the same short name/,
  ])
    await expect(studio.page.getByRole('button', { name: said })).toBeVisible()
})

test('a new page made of blocks appears under its address; its buttons and labels have words already', async ({
  studio,
  page: visitor,
}) => {
  await studio.open()
  await studio.walk('Pages')
  await studio.create('Page')
  await studio.field('Title').fill('Coastal Counties')
  await studio.form.getByRole('button', { name: 'Generate' }).click()
  await expect(studio.field('Address')).toHaveValue('coastal-counties')
  const header = await studio.addBlock('Page header with main heading')
  await studio.text('Heading', header).append('Every county on the coast')
  await studio.closeDialog()
  const rates = await studio.addBlock('Price cards of all plans')
  await rates.getByRole('textbox', { name: 'Heading' }).fill('What a lead costs here')
  await studio.closeDialog()
  for (const [kind, heading] of [
    ['Client reviews with form', 'What others say'],
    ['Contact form', 'Ask us'],
  ] as const) {
    const dialog = await studio.addBlock(kind)
    await dialog.getByLabel('Heading', { exact: true }).first().fill(heading)
    await studio.closeDialog()
  }
  expect(await read(visitor, '/coastal-counties')).toBe('')
  await studio.publish()
  await soon('the page is there', async () =>
    (await read(visitor, '/coastal-counties')).includes('Every county on the coast'),
  )

  await visitor.goto('/coastal-counties')
  await expect(visitor).toHaveTitle(/^Coastal Counties/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Every county on the coast')
  await expect(visitor.getByRole('heading', { name: 'What a lead costs here' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Standard Buyer Lead' })).toBeVisible()
  for (const words of ['Add Review', 'Submit'])
    await expect(visitor.getByRole('main').getByRole('button', { name: words, exact: true })).toBeVisible()
})
