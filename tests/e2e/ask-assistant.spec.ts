import {
  advanceClockUntil,
  ask,
  button,
  CHAT,
  greeting,
  input,
  isReply,
  log,
  open,
  openWithStoppedClock,
  panel,
  replies,
  send,
  test,
  typing,
  waitForResponseIn,
} from '#tests/support/chat-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { html, json } from '#tests/support/payments.ts'

test('a visitor opens the chat by hovering for 500 ms and closes it by leaving for 1000 ms', async ({
  page,
}) => {
  await openWithStoppedClock(page)
  await button(page).hover()
  await page.clock.runFor(499)
  await expect(panel(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(panel(page)).toBeVisible()

  await page.mouse.move(5, 5)
  await page.clock.runFor(999)
  await expect(panel(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(panel(page)).toHaveCount(0)
})

test('a visitor who opens the chat with a click is welcomed once, after 500 ms', async ({ page }) => {
  await openWithStoppedClock(page)
  const texts = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/chat')
  await open(page)
  await waitForResponseIn(page, texts)
  await expect(panel(page).getByRole('heading')).toHaveText('Keyturn AI — Your Real Estate Assistant')
  await expect(panel(page)).toContainText('Powered by Keyturn AI')
  await expect(panel(page)).toHaveAttribute('aria-modal', 'false')
  await expect(input(page)).toBeFocused()
  const ms = await advanceClockUntil(page, () => log(page).getByText(greeting).isVisible(), 1_000)
  expect(ms).toBeGreaterThanOrEqual(450)
  expect(ms).toBeLessThanOrEqual(600)
  await expect(log(page).getByRole('time')).toHaveText(/^(0[1-9]|1[0-2]):[0-5]\d (AM|PM)$/)

  await panel(page).getByRole('button', { name: 'Close chat' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
  await open(page)
  await page.clock.runFor(5_000)
  await expect(log(page).getByText(greeting)).toHaveCount(1)
})

test('a visitor sees the typing indicator until 1500 ms after the answer has arrived', async ({
  page,
  chat,
}) => {
  let release = () => {}
  chat.answer(CHAT, (res, request, count) => {
    release = () => json({ response: 'From the field response.' })(res, request, count)
  })
  await openWithStoppedClock(page)
  await open(page)
  await input(page).fill('Hello')
  const answered = page.waitForResponse(isReply)
  await send(page).click()
  await expect(log(page)).toContainText('You: Hello')
  await expect(input(page)).toHaveValue('')
  await expect(input(page)).toBeDisabled()
  await expect(send(page)).toBeDisabled()
  await expect(typing(page)).toBeVisible()
  await expect.poll(() => chat.requests(CHAT).length).toBe(1)
  await page.clock.runFor(5_000)
  await expect(typing(page)).toBeVisible()
  release()
  await waitForResponseIn(page, answered)
  const ms = await advanceClockUntil(
    page,
    () => log(page).getByText('From the field response.').isVisible(),
    2_500,
  )
  expect(ms).toBeGreaterThanOrEqual(1_450)
  expect(ms).toBeLessThanOrEqual(1_650)
  await expect(typing(page)).toHaveCount(0)
  await expect(input(page)).toBeEnabled()
  await expect(input(page)).toBeFocused()
})

test('a visitor gets the canned reply of the topic if the backend fails, and the log says so', async ({
  page,
  chat,
  product,
}) => {
  await openWithStoppedClock(page)
  await open(page)
  for (const [text, group, respond] of [
    ['I am BUYING a house', 'buy', json({ error: 'no' }, 500)],
    ['selling mine', 'sell', html(200)],
    ['market value', 'price', json({ message: '' })],
    ['hello', 'generic', json({ message: 7 })],
  ] as const) {
    chat.answer(CHAT, respond)
    await ask(page, text)
    await page.clock.runFor(1_600)
    await expect(log(page).getByText(replies[group]!), text).toBeVisible()
    await expect(typing(page)).toHaveCount(0)
  }
  await expect.poll(() => product.output()).toContain('chat: answered with a canned reply')
})
