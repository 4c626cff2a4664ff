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

test('a picture in the place of another is shown whole, and the words for the earlier one are noticed', async ({
  studio,
  product,
}) => {
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
  await page.getByRole('button', { name: 'Validation' }).click()
  const stale = page.getByRole('button', { name: 'still the words for the earlier one' })
  await expect(stale).toBeVisible()
  await studio.field('Alternative text').fill('A key in a hand')
  await expect(stale).toHaveCount(0)
})

test('a picture whose dialog is closed at once is stored, and published with the press that came before it', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.openDocument('page', 'page-home')
  await studio.form
    .getByRole('button', { name: /Hero slideshow/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^A craftsman house/ }).click()
  await page.getByTestId('options-menu-button').last().click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /^Upload/ }).click()
  const letGo = await holdBack(page, /\/assets\/images\//)
  await (await choosing).setFiles({
    name: 'new.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1350"/>'),
  })
  await page.getByRole('button', { name: 'Close dialog' }).last().click()
  await studio.publishButton.click()
  await expect(page.getByRole('button', { name: 'Waiting for the picture' })).toBeDisabled()
  letGo()
  // A press waits for a minute for each thing that comes before it.
  await expect
    .poll(
      () =>
        product.editor.fetch(
          '*[_id == "page-home"][0].blocks[_type == "heroSlideshow"][0].slides[0]{_upload, "file": asset->originalFilename}',
        ),
      { timeout: 60_000 },
    )
    .toEqual({ _upload: null, file: 'new.svg' })
})

test('what is typed without a network is kept and stored with it again, beside what others have changed meanwhile', async ({
  studio,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  const question = studio.field('Question')
  const type = async (words: string) => {
    await question.press('End')
    await question.pressSequentially(words)
  }
  const stored = () => product.editor.getDocument('drafts.faq-credits-expire')
  await type(' One')
  await expect.poll(stored).toMatchObject({ question: 'Do bundle credits expire? One' })
  await setNetwork(studio.page, false)
  try {
    await type(' two')
    // What the Studio asks because of it fails, and must not take the form with it.
    await product.editor.patch('drafts.faq-credits-expire').set({ order: 77 }).commit()
    await expect(studio.page.getByText('Could not fetch list items')).toBeVisible()
  } finally {
    await setNetwork(studio.page, true)
  }
  // Sooner or later the Studio locks the form until it is connected again.
  await expect(question).toBeEditable()
  await type(' three')
  await expect.poll(stored).toMatchObject({ question: 'Do bundle credits expire? One two three', order: 77 })
  await expect(studio.field('Place in the list')).toHaveValue('77')
  await expect(question).toHaveValue('Do bundle credits expire? One two three')
})

test('leaving the window asks first while what was typed is not stored, as it is a moment later, and who stays goes on', async ({
  studio,
  product,
}) => {
  const { page } = studio
  const asks = () => studio.asksBeforeLeaving()
  await studio.openDocument('faqItem', 'faq-credits-expire')
  // Of what a test before took back, it may hear only now.
  await expect.poll(asks).toBe(false)
  await setNetwork(page, false)
  try {
    await studio.field('Question').press('End')
    await studio.field('Question').pressSequentially(' Ever?')
    await studio.leaveDocument()
    expect(await asks()).toBe(true)
  } finally {
    await setNetwork(page, true)
  }
  await expect.poll(asks).toBe(false)
  await expect
    .poll(() => product.editor.getDocument('drafts.faq-credits-expire'))
    .toMatchObject({ question: expect.stringMatching(/ Ever\?$/) })
})

test('what is typed into a document that a colleague deletes meanwhile is given back, until its editor has it', async ({
  studio,
  product,
}) => {
  const { page } = studio
  await studio.openDocument('faqItem', 'faq-credits-expire')
  await page.context().setOffline(true)
  try {
    await studio.field('Question').press('End')
    await studio.field('Question').pressSequentially(' Ever?')
    await product.editor.delete('faq-credits-expire')
  } finally {
    await page.context().setOffline(false)
  }
  const dialog = page.getByRole('dialog', { name: 'What you typed could not be saved' })
  await expect(dialog).toContainText('somebody deleted it meanwhile')
  await expect(dialog.getByRole('textbox')).toHaveValue('“Question”\nDo bundle credits expire? Ever?')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('what is typed into a document that was opened without a cookie is saved and published', async ({
  studio,
  product,
}) => {
  await studio.openDocument('faqItem', 'faq-prepaid-bundles')
  await studio.page.context().clearCookies()
  await studio.openDocument('faqItem', 'faq-credits-expire')
  await studio.field('Question').fill('Do credits expire?')
  await studio.publish()
  expect(await product.editor.getDocument('faq-credits-expire')).toMatchObject({
    question: 'Do credits expire?',
  })
})

test('a document with a picture is typed into without a network, for longer than the Studio asks whether it is there', async ({
  studio,
  product,
}) => {
  await studio.openDocument('partner', 'partner-cedarvane-homes')
  const name = studio.field('Name')
  let unanswered = 0
  studio.page.on('requestfailed', (request) => {
    if (request.url().includes('documents-availability')) unanswered++
  })
  let typed = ''
  await setNetwork(studio.page, false)
  try {
    // Of the first keystroke there is a draft, which the lake has not heard of.
    await name.press('End')
    await name.pressSequentially(' all')
    // Six times are one question of the Studio’s. It asks when something is typed, but for what it has just been told.
    const typing = async () => {
      if (unanswered === 0) await name.press('s')
      return unanswered
    }
    await expect.poll(typing).toBeGreaterThan(6)
    await name.pressSequentially(' Gardens')
    typed = await name.inputValue()
  } finally {
    await setNetwork(studio.page, true)
  }
  expect(typed).toMatch(/^Cedarvane Homes alls* Gardens$/)
  await expect
    .poll(() => product.editor.getDocument('drafts.partner-cedarvane-homes'))
    .toMatchObject({ name: typed })
  await expect(studio.publishButton).toBeEnabled()
})

test('an upload without a network fails with words, and takes nothing along', async ({ studio, product }) => {
  const { page } = studio
  await studio.openDocument('partner', 'partner-cedarvane-homes')
  await page.getByTestId('options-menu-button').click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload' }).click()
  await setNetwork(page, false)
  try {
    await (await choosing).setFiles(PICTURE)
    await expect(page.getByText('the network was away: try again')).toBeVisible()
  } finally {
    await setNetwork(page, true)
  }
  await studio.field('Name').fill('Cedarvane')
  await expect
    .poll(() => product.editor.getDocument('drafts.partner-cedarvane-homes'))
    .toMatchObject({ name: 'Cedarvane', logo: { asset: { _ref: expect.stringMatching(/-svg$/) } } })
})

test('an amount is read as it was typed, not without the comma', async ({ studio, product }) => {
  await studio.openDocument('plan', 'plan-hot-seller-lead')
  const price = studio.field('Price (USD)')
  const stored = () => product.editor.fetch('*[_id == "drafts.plan-hot-seller-lead"][0].price')
  await price.fill('')
  await price.pressSequentially('$1,299,5')
  await expect.poll(stored).toBe(1299.5)
  await price.blur()
  await expect(price).toHaveValue('1299.5')
  await price.fill('1.299')
  await expect(studio.form.getByText('“1.299” is not an amount')).toBeVisible()
  await expect.poll(stored).toBeNull()
  await expect(studio.publishButton).toBeDisabled()
})

test('a figure that a plan can do without is not left out because it could not be read', async ({
  studio,
  product,
}) => {
  await studio.openDocument('plan', 'plan-exclusive-seller-lead')
  await studio.field('Highest property value (USD)').fill('600 thousand')
  await expect
    .poll(() => product.editor.fetch('*[_id == "drafts.plan-exclusive-seller-lead"]{ cap }'))
    .toEqual([{ cap: null }])
  await studio.publishButton.click()
  await expect(studio.said('Nothing was published')).toBeVisible()
  const menu = await studio.openActions()
  await expect(menu.getByRole('menuitem', { name: /^Schedule/ })).toBeDisabled()
  expect(await product.editor.fetch('defined(*[_id == "plan-exclusive-seller-lead"][0].cap)')).toBe(true)
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
  await studio.publishButton.click()
  await expect(studio.said('Nothing was published')).toBeVisible()
  expect(await published()).toEqual({ date: '2026-09-15', showFrom: null })

  await showFrom.fill('2099-11-30 09:00')
  await studio.field('Date').focus()
  await expect(form.getByRole('status')).toHaveText(/^Mon, Nov 30, 2099, 9:00 AM \S/)
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
  for (const said of [/Price.*At most 2 digits behind the point/, /Short name.*This is taken already/])
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

test('a word that is dragged takes no paragraph along; a paragraph that is selected whole moves', async ({
  studio,
  product: { editor },
}) => {
  const { page } = studio
  const id = 'article-speed-to-lead'
  const body = (): Promise<string[]> =>
    editor.fetch('coalesce(*[_id == "drafts." + $id][0], *[_id == $id][0]).body[0..2].children[0].text', {
      id,
    })
  const before = await body()
  await studio.openDocument('article', id)
  const { content } = studio.text('Text')
  const paragraph = (nth: number) => content.locator('[data-pt-block="text"]').nth(nth)
  const selected = () => page.evaluate(() => getSelection()?.toString().trim())
  const drag = async (clickCount: number) => {
    await studio.text('Text').toEnd()
    await paragraph(0).hover({ position: { x: 60, y: 12 } }) // it stands still then
    const [from, to] = await Promise.all([0, 1].map((nth) => paragraph(nth).boundingBox()))
    const at = { x: from!.x + 60, y: from!.y + 12 }
    await page.mouse.click(at.x, at.y, { clickCount })
    await expect.poll(selected).toBe(clickCount === 2 ? 'past' : before[0])
    await page.mouse.move(at.x + 2, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x, to!.y + to!.height - 20, { steps: 8 })
    await page.mouse.move(to!.x + 2, to!.y + to!.height - 4, { steps: 8 })
    await page.mouse.up()
  }
  await drag(2)
  await studio.text('Text').append('!')
  await expect.poll(() => editor.fetch('defined(*[_id == $id][0])', { id: `drafts.${id}` })).toBe(true)
  expect(await body()).toEqual(before)
  await drag(3)
  await expect.poll(body).not.toEqual(before)
})
