import type { Page } from '@playwright/test'
import {
  ask,
  button,
  CHAT,
  greeting,
  input,
  log,
  open,
  openAt,
  openWithStoppedClock,
  panel,
  replies,
  test,
  typing,
} from '#tests/support/chat-page.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { hang, json } from '#tests/support/payments.ts'

test('a visitor uses the chat with the keyboard alone', async ({ page, chat }) => {
  await page.goto('/about-us')
  await waitForHydration(page)
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('  What does it cost? ')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('Hello from the host.')
  expect(chat.requests(CHAT)).toMatchObject([{ method: 'POST', body: { message: 'What does it cost?' } }])
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('a visitor gets a canned reply if the backend hangs for 10 s, and if the site cannot be reached', async ({
  page,
  chat,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED|chat: /)
  chat.answer(CHAT, hang)
  await openAt(page, '/about-us')
  await expect(log(page).getByText(greeting)).toBeVisible()
  await input(page).fill('hello')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.generic!)).toBeVisible()
  await page.route('**/chat', (route) => route.abort())
  await input(page).fill('What does a rental cost?')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.price!)).toBeVisible()
})

test('a conversation continues over pages and reloads, in its own tab only', async ({ page, context }) => {
  await openAt(page, '/about-us')
  await ask(page, 'A question')
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'How It Works' }).click()
  await expect(page).toHaveURL('/how-it-works')
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await open(page)
  await expect(log(page).getByText('A question')).toBeVisible()
  const other = await context.newPage()
  await openAt(other, '/about-us')
  await expect(log(other).getByText(greeting)).toBeVisible()
  await expect(log(other).getByText('A question')).toHaveCount(0)
})

test('a question that was sent before a reload is answered after it', async ({ page, chat }) => {
  chat.answer(CHAT, hang)
  await openAt(page, '/about-us')
  await input(page).fill('A question')
  await input(page).press('Enter')
  await expect.poll(() => chat.requests(CHAT).length).toBe(1)
  chat.answer(CHAT, json({ message: 'Hello from the host.' }))
  await page.reload()
  await waitForHydration(page)
  await open(page)
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await expect(typing(page)).toHaveCount(0)
})

test('a reply that arrives later does not move the focus, and is in the panel even if it was closed', async ({
  page,
}) => {
  await openWithStoppedClock(page, '/contact-us')
  await open(page)
  await ask(page, 'A question')
  const name = page.getByRole('main').getByLabel('First Name')
  await name.focus()
  await page.clock.runFor(2_000)
  await expect(log(page).getByText('Hello from the host.')).toHaveCount(1)
  await expect(name).toBeFocused()
  await ask(page, 'Another question')
  await panel(page).getByRole('button', { name: 'Close chat' }).click()
  await page.clock.runFor(2_000)
  await open(page)
  await expect(log(page).getByText('Hello from the host.')).toHaveCount(2)
})

// With our own backend.
base('two visitors behind one address have separate topics', async ({ browser, product }) => {
  const newVisitor = async () => {
    const page = await (await browser.newContext({ baseURL: product.siteUrl })).newPage()
    await page.goto('/about-us')
    await waitForHydration(page)
    return page
  }
  const replyTo = (page: Page, message: string): Promise<string> =>
    page.evaluate(async (message) => {
      const answer = await fetch('/chat', { method: 'POST', body: new URLSearchParams({ message }) })
      return (await answer.json()).reply
    }, message)
  const [ann, ben] = [await newVisitor(), await newVisitor()]
  expect(await replyTo(ann, 'What does the Elite Access bundle cost?')).toContain('$1,499')
  expect(await replyTo(ben, 'How much is it?')).not.toContain('Elite Access costs')
  expect(await replyTo(ann, 'How much is it?')).toContain('Elite Access costs $1,499')
  for (const page of [ann, ben]) await page.context().close()
})
