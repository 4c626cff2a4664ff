import {
  button,
  CHAT,
  greeting,
  heard,
  input,
  isReply,
  log,
  open,
  openAt,
  panel,
  passUntil,
  send,
  stopTheClock,
  test,
  typing,
} from '#tests/support/chat-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { hang } from '#tests/support/paying.ts'

test('a pen that hovers opens it as a mouse does; a finger that touches it does not', async ({ page }) => {
  await stopTheClock(page)
  const pass = (type: 'pointerover' | 'pointerout', pointerType: string) =>
    button(page).dispatchEvent(type, { pointerType })
  await pass('pointerover', 'pen')
  await page.clock.runFor(500)
  await expect(panel(page)).toBeVisible()
  await pass('pointerout', 'pen')
  await page.clock.runFor(1_000)
  await expect(panel(page)).toHaveCount(0)
  await pass('pointerover', 'touch')
  await page.clock.runFor(5_000)
  await expect(panel(page)).toHaveCount(0)
})

test('the 500 ms before the welcome count from the opening, not from when its words have come', async ({
  page,
}) => {
  await stopTheClock(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/chat', async (route) => {
    await held.promise
    await route.continue()
  })
  const words = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/chat')
  await open(page)
  await page.clock.runFor(5_000)
  held.resolve()
  await heard(page, words)
  const ms = await passUntil(page, () => log(page).getByText(greeting).isVisible(), 1_000)
  expect(ms).toBeLessThan(400)
})

test('with the keyboard alone: open, ask, close', async ({ page, chat }) => {
  await stopTheClock(page)
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeFocused()
  await expect(button(page)).toHaveAttribute('aria-controls', (await panel(page).getAttribute('id'))!)
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await send(page).click()
  await expect(typing(page)).toHaveCount(0)
  await input(page).fill('')
  const answered = page.waitForResponse(isReply)
  await input(page).focus()
  await page.keyboard.type('  What does it cost? ')
  await page.keyboard.press('Enter')
  await heard(page, answered)
  expect(chat.asked(CHAT).map(({ method, body }) => [method, body])).toEqual([
    ['POST', { message: 'What does it cost?' }],
  ])
  await page.clock.runFor(3_000)
  await expect(log(page)).toContainText('Hello from the host.')
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('Escape closes what a click opened wherever the focus is; moving the focus away does not', async ({
  page,
}) => {
  await openAt(page, '/about-us')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Pricing' })
  await link.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('Escape that takes back what an input method has not written yet closes nothing', async ({ page }) => {
  await openAt(page, '/about-us')
  await expect(input(page)).toBeFocused()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await expect(input(page)).toHaveValue('にほ')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeVisible()
  await devtools.send('Input.insertText', { text: '日本' })
  await expect(input(page)).toHaveValue('日本')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
})

test('a dialog above it takes its Escape for itself; while the input waits, Escape leads back to the button', async ({
  page,
  chat,
}) => {
  chat.answer(CHAT, hang)
  await openAt(page, '/')
  await page.getByRole('button', { name: 'Add Review' }).press('Enter')
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
  await input(page).fill('Hello')
  await input(page).press('Enter')
  await expect(input(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})
