import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect, WITH_PRODUCT } from '#tests/support/fixtures.ts'
import { bareHost, hang, html, json, prepare } from '#tests/support/paying.ts'
import { startProduct } from '#tests/support/product.ts'
import { takenOver } from '#tests/support/reading.ts'

// Specification, sections 2, 4, 7 (call 7), 8 and 9, "Chat".
const CHAT = '/api/chat/chat-here'
const { greeting, replies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../studio/seed/assistant.ndjson'), 'utf8'),
) as { greeting: string; replies: Record<string, string> }

type BareHost = Awaited<ReturnType<typeof bareHost>>

/** `chat`: the site with a `<host>` that answers call 7 as each test wants it. */
const test = base.extend<{ chat: BareHost }, { host: BareHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const host = await bareHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ host }, use, info) => {
      const product = await startProduct({ worker: info.parallelIndex, env: { HOST_URL: host.url } })
      await use(product)
      await product.stop()
    },
    WITH_PRODUCT,
  ],
  chat: async ({ host }, use) => {
    host.usual()
    host.answer(CHAT, json({ message: 'Hello from the host.', response: 'not this' }))
    await use(host)
  },
})

const button = (page: Page) => page.getByRole('button', { name: 'Chat with our assistant' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Keyturn AI — Your Real Estate Assistant' })
const input = (page: Page) => panel(page).getByPlaceholder('Ask about any query...')
const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' })
const log = (page: Page) => panel(page).getByRole('log')
const typing = (page: Page) => log(page).getByText('Keyturn AI is typing')

/** A page whose time stands still; from here on it passes only as `page.clock.runFor` says. */
async function stopTheClock(page: Page, path = '/about-us') {
  await page.clock.install()
  await page.goto(path)
  await takenOver(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
}

async function open(page: Page) {
  await button(page).click()
  await expect(panel(page)).toBeVisible()
}

/** Goes to a page that React has taken over, and opens the chat there. */
async function openAt(page: Page, path: string) {
  await page.goto(path)
  await takenOver(page)
  await open(page)
}

/** Asks, and waits until the site has answered. */
async function ask(page: Page, text: string) {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/chat')
  await input(page).fill(text)
  await input(page).press('Enter')
  await (await answered).finished()
}

/** Lets so much of the page's time pass in small steps, until it is seen; resolves to the ms it took. */
async function passUntil(page: Page, seen: () => Promise<boolean>, atMostMs: number): Promise<number> {
  for (let ms = 0; ms <= atMostMs; ms += 50) {
    if (await seen()) return ms
    await page.clock.runFor(50)
  }
  return Number.POSITIVE_INFINITY
}

test('the page pays only for the button; the panel comes when it is first needed', async ({ page, chat }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const panelCode = () => asked.filter((path) => /chat-panel|^\/chat$/.test(path))
  await page.goto('/about-us')
  await takenOver(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(panelCode()).toEqual([])
  await open(page)
  expect(panelCode().some((path) => path.endsWith('.js'))).toBe(true)
  expect(chat.asked(CHAT)).toEqual([])
})

test('hover opens after 500 ms and takes no focus, leaving closes after 1000 ms', async ({ page, chat }) => {
  expect(chat.url).toBeTruthy()
  await stopTheClock(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).focus()
  await button(page).hover()
  await page.clock.runFor(499)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(panel(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(panel(page)).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Pricing' })).toBeFocused()

  await page.mouse.move(5, 5)
  await page.clock.runFor(999)
  await expect(panel(page)).toBeVisible()
  await button(page).hover() // in time
  await page.clock.runFor(5_000)
  await expect(panel(page)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(1_000)
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')

  // Passing over it opens nothing; Escape dismisses what hovering opened, wherever the focus is.
  await button(page).hover()
  await page.clock.runFor(300)
  await page.mouse.move(5, 5)
  await page.clock.runFor(5_000)
  await expect(panel(page)).toHaveCount(0)
  await button(page).hover()
  await page.clock.runFor(500)
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Pricing' })).toBeFocused()
})

test('a click pins it until the close button; its words; the welcome after 500 ms, once', async ({
  page,
  chat,
}) => {
  expect(chat.url).toBeTruthy()
  await stopTheClock(page)
  const words = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/chat')
  await open(page)
  await (await words).finished()
  await expect(panel(page).getByRole('heading')).toHaveText('Keyturn AI — Your Real Estate Assistant')
  await expect(panel(page)).toContainText('Powered by Keyturn AI')
  await expect(panel(page)).toHaveAttribute('aria-modal', 'false')
  await expect(input(page)).toBeFocused()
  const ms = await passUntil(page, () => log(page).getByText(greeting).isVisible(), 1_000)
  expect(ms).toBeGreaterThanOrEqual(450)
  expect(ms).toBeLessThanOrEqual(600)
  await expect(log(page).getByRole('time')).toHaveText(/^(0[1-9]|1[0-2]):[0-5]\d (AM|PM)$/)

  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close chat' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
  await open(page)
  await page.clock.runFor(5_000)
  await expect(log(page).getByText(greeting)).toHaveCount(1)
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
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await input(page).focus()
  await page.keyboard.type('  What does it cost? ')
  await page.keyboard.press('Enter')
  await (await answered).finished()
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
  chat,
}) => {
  expect(chat.url).toBeTruthy()
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

test('input and button wait with the typing indicator; the reply comes 1500 ms after the answer', async ({
  page,
  chat,
}) => {
  let release = () => {}
  chat.answer(CHAT, (res, request, count) => {
    release = () => json({ response: 'From the field response.' })(res, request, count)
  })
  await stopTheClock(page)
  await open(page)
  await input(page).fill('Hello')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await send(page).click()
  await expect(log(page)).toContainText('You: Hello')
  await expect(input(page)).toHaveValue('')
  await expect(input(page)).toBeDisabled()
  await expect(send(page)).toBeDisabled()
  await expect(typing(page)).toBeVisible()
  await expect.poll(() => chat.asked(CHAT).length).toBe(1)
  await page.clock.runFor(5_000)
  await expect(typing(page), 'as long as there is no answer').toBeVisible()
  release()
  await (await answered).finished()
  const ms = await passUntil(page, () => log(page).getByText('From the field response.').isVisible(), 2_500)
  expect(ms).toBeGreaterThanOrEqual(1_450)
  expect(ms).toBeLessThanOrEqual(1_650)
  await expect(typing(page)).toHaveCount(0)
  await expect(input(page)).toBeEnabled()
  await expect(input(page)).toBeFocused()
})

test('a failing host: the canned reply of the message’s group, and a line in the log', async ({
  page,
  chat,
  product,
}) => {
  await stopTheClock(page)
  await open(page)
  for (const [text, group, respond] of [
    ['I am BUYING a house', 'buy', json({ error: 'no' }, 500)],
    ['selling mine', 'sell', html(200)],
    ['a realtor please', 'agent', json({}, 200)],
    ['market value', 'price', json({ message: '' })],
    ['rental', 'invest', html(503)],
    ['hello', 'generic', json({ message: 7 })],
  ] as const) {
    chat.answer(CHAT, respond)
    await ask(page, text)
    await page.clock.runFor(1_400)
    await expect(typing(page)).toBeVisible()
    await page.clock.runFor(200)
    await expect(log(page).getByText(replies[group]!), text).toBeVisible()
    await expect(typing(page)).toHaveCount(0)
  }
  expect(product.output()).toContain('chat: answered with a canned reply')
})

test('a host that hangs: the canned reply after 10 s', async ({ page, chat }) => {
  chat.answer(CHAT, hang)
  await openAt(page, '/about-us')
  await expect(log(page).getByText(greeting)).toBeVisible()
  const since = Date.now()
  await input(page).fill('hello')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.generic!)).toBeVisible({ timeout: 15_000 })
  expect(Date.now() - since).toBeGreaterThan(11_400)
})

test('the site can’t be reached: canned replies too; without the panel’s code the page stays whole', async ({
  page,
  chat,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED|chat: /)
  expect(chat.url).toBeTruthy()
  await page.route('**/assets/chat-panel*', (route) => route.abort())
  await page.goto('/about-us')
  await takenOver(page)
  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success with')

  await page.unroute('**/assets/chat-panel*')
  await page.reload()
  await takenOver(page)
  await open(page)
  await expect(log(page).getByText(greeting)).toBeVisible()
  await page.route('**/chat', (route) => route.abort())
  await input(page).fill('What does a rental cost?')
  await input(page).press('Enter')
  await expect(log(page).getByText(replies.price!)).toBeVisible()
})

test('the conversation stays with the tab, over pages and reloads; another tab has its own', async ({
  page,
  context,
  chat,
}) => {
  expect(chat.url).toBeTruthy()
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

test('closed while a reply is on its way: it is there afterwards, and the focus stays where the visitor is', async ({
  page,
  chat,
}) => {
  expect(chat.url).toBeTruthy()
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

test('times are hh:mm AM/PM of the visitor', async ({ page, chat }) => {
  expect(chat.url).toBeTruthy()
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

test('the button is round, fixed, and near the corner on every page', async ({
  page,
  chat,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  expect(chat.url).toBeTruthy()
  for (const path of ['/', '/pricing', '/checkout', '/privacy-policy', '/no-such-page']) {
    await page.goto(path)
    const { width, height } = page.viewportSize()!
    for (const bottom of [false, true]) {
      await page.evaluate((end) => window.scrollTo(0, end ? document.body.scrollHeight : 0), bottom)
      const box = (await button(page).boundingBox())!
      expect(Math.abs(box.width - box.height)).toBeLessThan(1)
      expect(Math.hypot(width - box.x - box.width / 2, height - box.y - box.height / 2), path).toBeLessThan(
        160,
      )
    }
    await expect(button(page)).toHaveCSS('border-radius', '50%')
    await expect(button(page)).toHaveCSS('position', 'fixed')
  }
})

for (const [width, height] of [
  [360, 740],
  [320, 256], // 400 % zoom
] as const) {
  test(`${width} × ${height}: what has the focus is never behind the sheet (WCAG 2.4.11)`, async ({
    page,
    chat,
  }) => {
    chat.answer(CHAT, json({ message: 'It is all on /pricing.' }))
    await page.goto('/contact-us')
    await takenOver(page)
    await page.setViewportSize({ width, height })
    for (const [key, controls] of [
      ['Shift+Tab', ['Messages', 'Close chat']],
      ['Tab', ['Send', null]],
    ] as const) {
      await open(page)
      await expect(input(page)).toBeFocused()
      for (const name of controls) {
        await page.keyboard.press(key)
        if (name) await expect(panel(page).getByLabel(name)).toBeFocused()
      }
      // Past the last one, and once more where the browser's own controls come between.
      await page.keyboard.press(key)
      await page.keyboard.press(key)
      await expect(panel(page)).toHaveCount(0)
      const at = page.locator(':focus')
      await expect(at).toBeInViewport()
      expect(await at.evaluate(isOnTop)).toBe(true)
    }
    await open(page)
    await ask(page, 'What does it cost?')
    await panel(page).getByRole('link', { name: '/pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await expect(panel(page), 'the page that was asked for is seen').toHaveCount(0)
    await open(page)
    await expect(log(page)).toContainText('It is all on')
    await page.keyboard.press('Escape')
    await expect(button(page)).toBeFocused()
  })
}

/** The middle of an element is not covered. */
const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && (element.contains(top) || top.contains(element))
}

test.describe('360 px wide', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

  test('a tap opens a sheet over the whole width; closing brings the button back', async ({ page, chat }) => {
    expect(chat.url).toBeTruthy()
    await page.goto('/about-us')
    await takenOver(page)
    await button(page).tap()
    await expect(input(page)).toBeFocused()
    expect(await panel(page).boundingBox()).toMatchObject({ x: 0, width: 360 })
    const { y, height } = (await panel(page).boundingBox())!
    expect(y + height).toBe(640)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await panel(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect(button(page)).toBeFocused()
  })

  test('the button never lies on what pays, sends, or has the focus', async ({ page, chat }) => {
    expect(chat.url).toBeTruthy()
    await prepare(page, 'pro-closer')
    for (const path of ['/checkout', '/contact-us']) {
      await page.goto(path)
      await takenOver(page)
      const targets = page.getByRole('main').locator('button[type=submit], input:visible')
      for (const target of await targets.all()) {
        if (!(await target.isVisible())) continue
        await target.focus()
        // The target is brought down to the corner.
        await target.evaluate((element) =>
          window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 40),
        )
        const coversTarget = () =>
          target.evaluate((element) => {
            const chat = document.querySelector('button[aria-haspopup=dialog][data-place]')!
            if (getComputedStyle(chat).visibility === 'hidden') return false
            const [mine, other] = [chat.getBoundingClientRect(), element.getBoundingClientRect()]
            return (
              mine.left < other.right &&
              other.left < mine.right &&
              mine.top < other.bottom &&
              other.top < mine.bottom
            )
          })
        await expect.poll(coversTarget, `${path} ${await target.getAttribute('name')}`).toBe(false)
      }
    }
  })
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
        await open(page)
        return page
      }),
    )
    const replyTo = async (page: Page, text: string) => {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await ask(page, text)
      const { reply } = (await (await answered).json()) as { reply: string }
      await expect(input(page)).toBeEnabled()
      return reply
    }
    expect(await replyTo(ann!, 'What does the Elite Access bundle cost?')).toContain('$1,499')
    expect(await replyTo(ben!, 'How much is it?')).not.toContain('$1,499')
    expect(await replyTo(ann!, 'How much is it?')).toContain('Elite Access costs $1,499')
    expect(await replyTo(ann!, 'I want to sell my house in Texas')).toContain(replies.sell!.slice(0, 40))
    expect(await replyTo(ann!, 'What is my house worth?')).toContain('Send us the property’s ZIP code')
    for (const page of [ann!, ben!]) await page.context().close()
  },
)
