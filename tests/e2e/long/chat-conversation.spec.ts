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
  panel,
  replies,
  stopTheClock,
  test,
  typing,
} from '#tests/support/chat-page.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { setNetwork } from '#tests/support/network.ts'
import { hang, json } from '#tests/support/paying.ts'
import { takenOver } from '#tests/support/reading.ts'

test('a host that hangs: the canned reply after 10 s', async ({ page, chat }) => {
  chat.answer(CHAT, hang)
  await openAt(page, '/about-us')
  await expect(log(page).getByText(greeting)).toBeVisible()
  const since = Date.now()
  await input(page).fill('hello')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.generic!)).toBeVisible()
  expect(Date.now() - since).toBeGreaterThan(11_400)
})

test('the site can’t be reached: canned replies too', async ({ page, expectedConsole }) => {
  expectedConsole.push(/ERR_FAILED|chat: /)
  await openAt(page, '/about-us')
  await expect(log(page).getByText(greeting)).toBeVisible()
  await page.route('**/chat', (route) => route.abort())
  await input(page).fill('What does a rental cost?')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.price!)).toBeVisible()
})

test('somebody who has chatted before gets the canned replies also where the panel is opened without a network', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource|chat: /)
  await openAt(page, '/about-us')
  await expect(log(page).getByText(greeting)).toBeVisible()
  await page.reload()
  await takenOver(page)
  await setNetwork(page, false)
  await open(page)
  await input(page).fill('I want to sell')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.sell!)).toBeVisible()
})

test('the conversation stays with the tab, over pages and reloads; another tab has its own', async ({
  page,
  context,
}) => {
  await openAt(page, '/about-us')
  await ask(page, 'A question')
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'How It Works' }).click()
  await expect(page).toHaveURL('/how-it-works')
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await page.reload()
  await takenOver(page)
  await expect(panel(page)).toHaveCount(0)
  await open(page)
  await expect(log(page).getByText('A question')).toBeVisible()
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  const other = await context.newPage()
  await openAt(other, '/about-us')
  await expect(log(other).getByText(greeting)).toBeVisible()
  await expect(log(other).getByText('A question')).toHaveCount(0)
})

test('a page that is left while a reply is on its way: what was asked is answered on the next one, once', async ({
  page,
  chat,
}) => {
  chat.answer(CHAT, hang)
  await openAt(page, '/about-us')
  await input(page).fill('A question')
  await input(page).press('Enter')
  await expect.poll(() => chat.asked(CHAT).length).toBe(1)
  let release: (() => void) | undefined
  chat.answer(CHAT, (...call) => {
    release = () => json({ message: 'Hello from the host.' })(...call)
  })
  await page.reload()
  await takenOver(page)
  await open(page)
  await expect(typing(page)).toBeVisible()
  await expect(input(page)).toBeDisabled()
  await expect.poll(() => release).toBeDefined()
  release!()
  await expect(log(page).getByText('Hello from the host.')).toBeVisible()
  await expect(input(page)).toBeFocused()
  await page.reload()
  await takenOver(page)
  await open(page)
  await expect(log(page).getByText('Hello from the host.')).toHaveCount(1)
  await expect(typing(page)).toHaveCount(0)
  expect(chat.asked(CHAT)).toMatchObject([
    { body: { message: 'A question' } },
    { body: { message: 'A question' } },
  ])
})

test('closed while a reply is on its way: it is there afterwards, and the focus stays where the visitor is', async ({
  page,
}) => {
  await stopTheClock(page, '/contact-us')
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
  await expect(button(page)).toBeFocused()
  await open(page)
  await expect(log(page).getByText('Hello from the host.')).toHaveCount(2)
  await expect(typing(page)).toHaveCount(0)
})

test('nothing that anybody typed becomes markup', async ({ page, chat }) => {
  const nasty = '<img src=x onerror="document.title=1"><b>bold</b> [x](javascript:alert(1)) /pricing'
  chat.answer(CHAT, json({ message: nasty }))
  await openAt(page, '/about-us')
  await ask(page, nasty)
  await expect(log(page).getByText(nasty)).toHaveCount(2)
  await expect(log(page).locator('img, b, script')).toHaveCount(0)
  await expect(log(page).getByRole('link')).toHaveText(['/pricing'])
  await expect(page).not.toHaveTitle('1')
  await page.reload()
  await takenOver(page)
  await open(page)
  await expect(log(page).getByText(nasty)).toHaveCount(2)
  await expect(log(page).locator('img, b, script')).toHaveCount(0)
})

test('times are hh:mm AM/PM of the visitor', async ({ page }) => {
  for (const [time, shown] of [
    ['2026-01-05T09:05:00', '09:05 AM'],
    ['2026-01-05T00:30:00', '12:30 AM'],
    ['2026-01-05T15:59:00', '03:59 PM'],
  ] as const) {
    await page.clock.setFixedTime(new Date(time))
    await page.goto('/about-us')
    await page.evaluate(() => sessionStorage.clear())
    await takenOver(page)
    await open(page)
    await input(page).fill('Hello')
    await input(page).press('Enter')
    await expect(log(page).getByRole('time').first()).toHaveText(shown)
  }
})

// With the embedded host, as `npm start` runs it.
base(
  'two visitors behind one address with the same browser: neither is answered from what the other asked',
  async ({ browser, product }) => {
    const [ann, ben] = await Promise.all(
      [0, 1].map(async () => {
        const page = await (await browser.newContext({ baseURL: product.siteUrl })).newPage()
        await page.goto('/about-us')
        await takenOver(page)
        return page
      }),
    )
    // As the panel asks, without the time that it lets pass before it shows the reply.
    const replyTo = (page: Page, message: string): Promise<string> =>
      page.evaluate(async (message) => {
        const answer = await fetch('/chat', { method: 'POST', body: new URLSearchParams({ message }) })
        return (await answer.json()).reply
      }, message)
    expect(await replyTo(ann!, 'What does the Elite Access bundle cost?')).toContain('$1,499')
    expect(await replyTo(ben!, 'How much is it?')).not.toContain('Elite Access costs')
    expect(await replyTo(ann!, 'How much is it?')).toContain('Elite Access costs $1,499')
    expect(await replyTo(ann!, 'I want to sell my house in Texas')).toContain(replies.sell!.slice(0, 40))
    expect(await replyTo(ann!, 'What is my house worth?')).toContain('Send us the property’s ZIP code')
    for (const page of [ann!, ben!]) await page.context().close()
  },
)
