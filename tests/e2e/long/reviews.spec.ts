import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliCompressSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'
import { hang, html, json, reset, test } from '#tests/support/foreign-host.ts'
import { setNetwork } from '#tests/support/network.ts'
import { read, takenOver, until, words } from '#tests/support/reading.ts'

// Specification, sections 2 to 5, 7 (calls 2 and 3), 8 and 9.
const LIST = ['GET', '/api/reviews'] as const
const CREATE = ['POST', '/api/reviews/create'] as const
const CARD_PX = 320
const CUT_CHARS = 80
const CLAMP_LINES = 4
const FRESH_WITHIN_MS = 2_000
const carousel = (page: Page) => page.getByRole('region', { name: 'What Our Clients Say' })
const slides = (page: Page) => carousel(page).locator('[aria-roledescription=slide]')
const inView = (page: Page) => carousel(page).locator('[aria-roledescription=slide]:not([inert])')

const card = (page: Page, name: string) =>
  slides(page).filter({ has: page.locator('h3', { hasText: new RegExp(`^${name}$`) }) })

const opener = (page: Page) => page.getByRole('button', { name: 'Add Review' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Review' })
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true })
let count = 0

/** Somebody who has not written before; the text is as long as asked for. */
function somebody(length = 60) {
  count++
  const text = `A review, number ${count} of ${process.pid}: they called, and the client was real. `
  return {
    'First Name': 'Nora',
    'Last Name': `Writer ${process.pid}-${count}`,
    'Company Name': 'Quay & Sons',
    'Job Title': 'Broker',
    'Write a review': text
      .repeat(20)
      .slice(0, length - 1)
      .padEnd(length, '.'),
  }
}

type Typed = ReturnType<typeof somebody>
const nameOf = (typed: Typed) => `${typed['First Name']} ${typed['Last Name']}`

async function fill(within: Locator, typed: Typed, rating?: number) {
  for (const [label, value] of Object.entries(typed)) await within.getByLabel(label).fill(value)
  if (rating) await within.getByText(String(rating), { exact: true }).click()
}

async function expectTyped(within: Locator, typed: Record<string, string>, rating: number) {
  for (const [label, value] of Object.entries(typed))
    await expect(within.getByLabel(label)).toHaveValue(value)
  await expect(within.getByText(`Rating: ${rating}/5`, { exact: true })).toBeVisible()
  await expect(within.getByRole('radio', { name: String(rating) })).toBeChecked()
}

const BLANK = { 'First Name': '', 'Last Name': '', 'Company Name': '', 'Job Title': '', 'Write a review': '' }

/** Shows a review that may be out of view. */
async function turnTo(page: Page, name: string) {
  for (let turn = 0; turn < (await slides(page).count()); turn++) {
    if (await card(page, name).evaluate((slide: HTMLElement) => !slide.inert)) return
    await carousel(page).getByRole('button', { name: 'Next' }).click()
  }
  throw new Error(`${name} is in no slide`)
}

// A carousel that stands still can be measured; what moves by itself is the carousel tests' business.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a card shows who, what and when; long text is cut, and shown whole when asked', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await expect(page.getByRole('heading', { name: 'What Our Clients Say' })).toBeVisible()
  const short = card(page, 'Sample Review One')
  await turnTo(page, 'Sample Review One')
  await expect(short.getByRole('term')).toHaveText(['Company', 'Position'])
  await expect(short.getByRole('definition')).toHaveText(['Sample Company', 'Sample Position'])
  await expect(short.getByText('“This is a sample, not a client’s words.”')).toBeVisible()
  await expect(short.getByRole('img', { name: '5 out of 5' })).toBeVisible()
  await expect(short.getByText('08-01-2025', { exact: true })).toBeVisible()
  await expect(short.getByRole('button')).toHaveCount(0)
  expect((await short.getByRole('article').boundingBox())!.height).toBe(CARD_PX)

  // Exactly 80 characters are no reason to cut.
  await expect(card(page, 'Sample Review Three').getByRole('button', { includeHidden: true })).toHaveCount(0)

  const name = 'Sample Review Two'
  await turnTo(page, name)
  const text = card(page, name).locator('p').first()
  const shown = (await text.innerText()).replace(/^“|”$/g, '')
  expect([...shown.replace(/…$/, '')].length).toBeLessThanOrEqual(CUT_CHARS)
  expect([...shown.replace(/…$/, '')].length).toBeGreaterThan(CUT_CHARS - 3)
  expect(shown).toMatch(/…$/)
  await expect(text).toHaveCSS('-webkit-line-clamp', String(CLAMP_LINES))
  const article = card(page, name).getByRole('article')
  expect((await article.boundingBox())!.height).toBe(CARD_PX)
  await expect.poll(() => article.evaluate((card) => card.textContent)).not.toContain('remove-samples')
  await card(page, name).getByRole('button', { name: 'Read More' }).click()
  const less = card(page, name).getByRole('button', { name: 'Show Less' })
  await expect(less).toBeFocused()
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await expect(text).toContainText('npm run host:reviews -- remove-samples.”')
  await expect(text).toHaveCSS('-webkit-line-clamp', 'none')
  const { scrollHeight, clientHeight } = await article.evaluate(({ scrollHeight, clientHeight }) => ({
    scrollHeight,
    clientHeight,
  }))
  expect(scrollHeight, 'nothing is cut off').toBeLessThanOrEqual(clientHeight)
  await less.click()
  expect((await article.boundingBox())!.height).toBe(CARD_PX)
  expect((await text.innerText()).length).toBe(shown.length + 2)
})

test('a list that was asked for before a review was added, and comes after it, does not take it away', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/reviews', async (route) => {
    if (asked++ > 0) return route.continue()
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await page.goto('/')
  await takenOver(page)
  const typed = somebody()
  await opener(page).click()
  await fill(dialog(page), typed)
  await add(page).click()
  await expect(card(page, nameOf(typed))).toHaveCount(1)
  const late = page.waitForResponse('**/reviews')
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(card(page, nameOf(typed))).toHaveCount(1)
})

test('1, 2, 3 and 4 cards are in view below 768 and from 768, 1024 and 1640 px, in the list’s order', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/')
  await takenOver(page)
  const list =
    (await slides(page).evaluateAll((all) => all.map((slide) => slide.getAttribute('aria-label')))) ?? []
  expect(list.length).toBeGreaterThanOrEqual(8)
  for (const [width, cards] of [
    [767, 1],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1639, 3],
    [1640, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(inView(page), `${width} px`).toHaveCount(cards)
    const lefts = await inView(page).evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect()))
    for (const { left, right } of lefts) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
  // A wide page names who is in view as the list does, samples last because oldest.
  expect(list.slice(-8)).toEqual(
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map(
      (number) => `Sample Review ${number}`,
    ),
  )
})

test('the list is asked for anew right after the page woke up, past all caches', async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => {
      const main = document.getElementById('main') ?? {}
      if (Object.keys(main).some((key) => key.startsWith('__react'))) performance.mark('awake')
      else requestAnimationFrame(look)
    }
    look()
  })
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/reviews')
  await page.goto('/')
  await takenOver(page)
  const answer = await asked
  expect(answer.headers()['cache-control']).toBe('no-store')
  expect(Object.keys(await answer.json())).toEqual(['reviews', 'total'])
  const [awake, sent] = await page.evaluate(() => [
    performance.getEntriesByName('awake')[0]!.startTime,
    performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname === '/reviews')!
      .startTime,
  ])
  expect(sent! - awake!).toBeLessThan(FRESH_WITHIN_MS)
  expect(await page.evaluate(() => window.scrollY), 'not because somebody scrolled there').toBe(0)
})

test('closed by its button or Escape, or its page left by Back, the dialog keeps what was typed; a press beside it does nothing', async ({
  page,
}) => {
  await page.goto('/')
  await takenOver(page)
  await opener(page).click()
  await expect(dialog(page).locator('[type=submit]'), 'what sends, and nothing else').toHaveText(['Add'])
  const typed = somebody()
  await fill(dialog(page), typed, 3)
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await opener(page).click()
  await expectTyped(dialog(page), typed, 3)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/pricing')
  await page.goBack()
  await opener(page).click()
  await expectTyped(dialog(page), typed, 3)
})

test('the dialog opens in a Safari of 2023, and the button that Safari does not focus has the focus afterwards', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'checkVisibility')) // there since 17.4
  await page.goto('/')
  await takenOver(page)
  await opener(page).evaluate((button: HTMLElement) => button.click()) // the focus stays where it was
  await expect(dialog(page).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('of a long company the name is cut, never the word before it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await takenOver(page)
  for (const label of await card(page, 'Sample Review Five').getByRole('term').all())
    expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('an empty review is sent as it is, one with markup stays text', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  const typed = { ...somebody(), 'Write a review': '<b>bold</b>\n& “quoted”  ' }
  await opener(page).click()
  await fill(dialog(page), typed)
  await add(page).click()
  await expect(card(page, nameOf(typed)).getByText('“<b>bold</b> & “quoted” ”')).toBeVisible()
  const before = await slides(page).count()
  await opener(page).click()
  await add(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(slides(page)).toHaveCount(before + 1)
})

test('the author of a review that waits for approval is told so, with JavaScript and without', async ({
  page,
  product,
  browser,
}) => {
  const host = new DatabaseSync(join(product.dataDir, 'host.sqlite'), { timeout: 10_000 })
  // As many reviews as the tests' limit allows have come from this machine today.
  host.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO reviews (id, first_name, last_name, company_name, job_title, review_description, rating, date, received_at, hidden_at, network)
    SELECT 'limit-' || address || i, '', '', '', '', '', 1, '2026-01-01', strftime('%Y-%m-%dT%H:%M:%fZ'), '2026-01-01', address
    FROM n, (SELECT '127.0.0.1' AS address UNION SELECT '0:0:0:0')`)
  try {
    await page.goto('/')
    await takenOver(page)
    const typed = somebody()
    await opener(page).click()
    await fill(dialog(page), typed)
    await add(page).click()
    await expect(dialog(page)).toBeHidden()
    const alert = page.getByRole('alert').filter({ hasText: 'once we have approved it' })
    await expect(alert).toBeInViewport()
    await expect(card(page, nameOf(typed))).toHaveCount(0)
    await opener(page).click()
    await expectTyped(dialog(page), BLANK, 1)
    await page.keyboard.press('Escape')
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${product.siteUrl}/#add-review`)
    await fill(plain.locator('form', { has: plain.getByLabel('Write a review') }), somebody())
    await plain.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(plain).toHaveURL(/\/reviews\/waiting/)
    await expect(plain.getByRole('alert')).toContainText('once we have approved it')
    await context.close()
    const waiting = host.prepare("SELECT last_name FROM reviews WHERE pending = 1 AND first_name = 'Nora'")
    expect(waiting.all()).toHaveLength(2)
  } finally {
    host.exec("DELETE FROM reviews WHERE id LIKE 'limit-%' OR pending = 1")
    host.close()
  }
})

test.describe('where <host> is another’s', () => {
  test('it gets the seven documented fields; its list is shown in its order, with what it leaves out left out', async ({
    page,
    foreign,
  }) => {
    const { product, requests, answer } = foreign
    answer(
      ...LIST,
      json([
        { _id: 'b', firstName: 'Zoe', lastName: 'First', rating: 5, date: '2020-02-03T04:05:06Z', likes: 3 },
        { firstName: 'Adam', rating: '4', reviewDescription: 'Short.' },
        'nonsense',
        {
          id: 3,
          firstName: 'Mid',
          lastName: 'Last',
          companyName: 'C',
          jobTitle: 'J',
          rating: 9,
          date: 'soon',
        },
      ]),
    )
    await page.goto(product.siteUrl)
    await takenOver(page)
    await expect(slides(page).locator('h3')).toHaveText(['Zoe First', 'Adam', 'Mid Last'])
    await expect(slides(page).first().locator('time')).toHaveText('03-02-2020')
    await expect(slides(page).nth(1).getByRole('img', { name: '4 out of 5' })).toBeAttached()
    answer(...LIST, null)

    const typed = { ...somebody(), 'Write a review': '  as typed \n' }
    await opener(page).click()
    await fill(dialog(page), typed, 5)
    const startedAt = Date.now()
    await add(page).click()
    await expect(dialog(page)).toBeHidden()
    const request = requests(...CREATE).at(-1)!
    expect(request.body).toEqual({
      firstName: 'Nora',
      lastName: typed['Last Name'],
      companyName: 'Quay & Sons',
      jobTitle: 'Broker',
      reviewDescription: expect.stringMatching(/^ {2}as typed \r?\n$/),
      rating: 5,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const { date } = request.body as { date: string }
    expect(Math.abs(Date.parse(date) - startedAt)).toBeLessThan(10_000)
    await expect(slides(page).first()).toHaveAttribute('aria-label', nameOf(typed))
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
    for (const { body, headers } of [request, requests(...LIST).at(-1)!]) {
      expect(headers['x-xsrf-token'], 'specification 7').toBe(token)
      expect(Object.keys(headers).filter((name) => /evidence|site|forwarded|visitor/.test(name))).toEqual([])
      if (headers['content-type'] === undefined) expect(body).toBeUndefined()
    }
  })

  test('a flood of long reviews leaves the front page small and every genuine review reachable', async ({
    page,
    browser,
    foreign,
  }) => {
    const { product, reviews } = foreign
    const genuine = ['Ada Early', 'Ben Early', 'Cleo Early']
    const flood = Array.from({ length: 200 }, (_, id) => ({
      id,
      firstName: `Flood ${id}`,
      reviewDescription: randomBytes(3_000).toString('base64'),
      rating: 5,
    }))
    const before = reviews.splice(0)
    reviews.push(
      ...flood,
      ...genuine.map((firstName) => ({ id: firstName, firstName, rating: 4, reviewDescription: 'Good.' })),
    )
    await until(
      async () => (await read(`${product.siteUrl}/reviews`)).html,
      (json) => json.includes('Cleo Early'),
    )
    const front = await read(product.siteUrl)
    expect(brotliCompressSync(front.html).length).toBeLessThan(30_000)
    for (const name of genuine) expect(words(front.html)).toContain(name)
    const data = await read(`${product.siteUrl}/_root.data?_routes=routes%2F_index`)
    expect(brotliCompressSync(data.html).length).toBeLessThan(30_000)

    await page.goto(product.siteUrl)
    await takenOver(page)
    await expect(slides(page).first()).toHaveAttribute('aria-label', 'Flood 0')
    await expect(card(page, 'Flood 9'), 'the fresh list').toHaveCount(1)
    expect(await slides(page).count()).toBeLessThan(30)
    await expect(page.getByRole('link', { name: 'Read all reviews' })).toBeVisible()

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(product.siteUrl)
    await plain.getByRole('link', { name: 'Read all reviews' }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('What Our Clients Say')
    await plain.getByRole('link', { name: 'Next reviews' }).click()
    await expect(plain).toHaveURL(/\/reviews\/page\/2$/)
    await context.close()

    const names: string[] = []
    let next: string | undefined = '/reviews/page/1'
    while (next) {
      const { html: list, headers } = await read(product.siteUrl + next)
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(brotliCompressSync(list).length).toBeLessThan(60_000)
      names.push(...[...list.matchAll(/<h2[^>]*>([^<]*(?:Flood|Early)[^<]*)</g)].map(([, name]) => name!))
      for (const { id, firstName, reviewDescription } of flood)
        if (names.at(-1) === firstName) expect(words(list), String(id)).toContain(reviewDescription)
      next =
        /<a[^>]*rel="next"[^>]*href="([^"]+)"/.exec(list)?.[1] ??
        /href="([^"]+)"[^>]*rel="next"/.exec(list)?.[1]
    }
    expect(names).toEqual([...flood.map(({ firstName }) => firstName), ...genuine])
    expect((await read(`${product.siteUrl}/reviews/page/0`)).status).toBe(404)
    expect((await read(`${product.siteUrl}/reviews/page/99`)).status).toBe(404)
    reviews.splice(0, reviews.length, ...before)
  })

  test('while it is on its way the button spins and sends nothing more; each failure leaves the dialog as it is and says nothing', async ({
    page,
    foreign,
  }) => {
    const { product, requests, answer } = foreign
    let release = () => {}
    answer(...CREATE, (res) => {
      release = () => void res.writeHead(500).end()
    })
    await page.goto(product.siteUrl)
    await takenOver(page)
    await opener(page).click()
    const typed = somebody()
    await fill(dialog(page), typed, 2)
    const before = requests(...CREATE).length
    await add(page).click()
    await expect(add(page)).toBeDisabled()
    await expect(add(page)).toHaveAttribute('aria-busy', 'true')
    await dialog(page).getByLabel('First Name').press('Enter')
    await expect.poll(() => requests(...CREATE).length).toBe(before + 1)
    const pageText = () => page.evaluate(() => document.body.innerText)
    const text = await pageText()
    release()
    await expect(add(page)).toBeEnabled()
    await expect(add(page)).not.toHaveAttribute('aria-busy')
    await expectTyped(dialog(page), typed, 2)
    expect(await pageText(), 'nothing is shown').toBe(text)
    expect(requests(...CREATE)).toHaveLength(before + 1)
    await expect.poll(() => product.output()).toContain('reviews: the review was not sent')

    for (const failure of [reset, html(502), json({ error: 'no' }, 400)]) {
      const sent = requests(...CREATE).length
      answer(...CREATE, failure)
      await add(page).click()
      await expect.poll(() => requests(...CREATE).length).toBeGreaterThan(sent)
      await expect(add(page)).toBeEnabled()
      await expect(dialog(page)).toBeVisible()
      await expectTyped(dialog(page), typed, 2)
      expect(await pageText(), 'nothing is shown').toBe(text)
    }
    await setNetwork(page, false)
    await add(page).click()
    await expect(add(page)).toBeEnabled()
    await expectTyped(dialog(page), typed, 2)
    await setNetwork(page, true)

    answer(...CREATE, null)
    await add(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(card(page, nameOf(typed))).toBeVisible()
  })

  test('a review that was stored is not held up by a list that hangs', async ({ page, foreign }) => {
    const { product, answer, requests, reviews } = foreign
    await page.goto(product.siteUrl)
    await takenOver(page)
    answer(...LIST, hang)
    await opener(page).click()
    const before = requests(...CREATE).length
    await fill(dialog(page), somebody(), 4)
    await add(page).click()
    await expect.poll(() => requests(...CREATE).length).toBe(before + 1)
    await expect(dialog(page)).toBeHidden({ timeout: 7_000 }) // which is given up after 8 s
    await opener(page).click()
    await expectTyped(dialog(page), BLANK, 1)
    reviews.shift()
  })

  test('each time the address names the form it opens, also once a review was sent', async ({
    page,
    foreign,
  }) => {
    await page.goto(foreign.product.siteUrl)
    await takenOver(page)
    const name = () => page.evaluate(() => location.assign('#add-review'))
    for (const _ of [1, 2]) {
      await name()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await expect(dialog(page)).toBeHidden()
    }
    await name()
    await add(page).click()
    await expect(dialog(page)).toBeHidden()
    await name()
    await expect(dialog(page)).toBeVisible()
    foreign.reviews.shift()
  })

  test('opened before the script came it becomes the dialog, which closes', async ({ page, foreign }) => {
    await page.goto(`${foreign.product.siteUrl}/#add-review`)
    await page.getByLabel('Last Name').fill('Quick')
    await takenOver(page)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.type('ly')
    await expect(dialog(page).getByLabel('Last Name')).toHaveValue('Quickly')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Add New Review' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Review' })).toBeFocused()
  })

  test('a failure without JavaScript: the form is there again with what was typed', async ({
    browser,
    foreign,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    foreign.answer(...CREATE, html(500))
    await page.goto(`${foreign.product.siteUrl}/#add-review`)
    const typed = somebody()
    const form = page.locator('form', { has: page.getByLabel('Write a review') })
    await fill(form, typed, 3)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expectTyped(form, typed, 3)
    await expect(form).toBeInViewport()
    await context.close()
  })

  test('when the list can’t be had, the page is as quick as ever, keeps what it had, and only the log says so', async ({
    page,
    foreign,
  }) => {
    const { product, answer, reviews } = foreign
    reviews.unshift({ firstName: 'Known', lastName: 'Before', rating: 3, reviewDescription: 'Good.' })
    await page.goto(product.siteUrl)
    await takenOver(page)
    await expect(card(page, 'Known Before')).toBeAttached()
    const said = () => product.output().split('Error fetching reviews').length - 1
    for (const failure of [json({}, 500), reset, html(200), hang]) {
      const before = said()
      answer(...LIST, failure)
      const { status, ms, html: document } = await read(product.siteUrl)
      expect(status).toBe(200)
      expect(ms, 'less than the host hangs').toBeLessThan(7_000)
      expect(words(document)).toContain('Known Before')
      await page.goto(product.siteUrl)
      await takenOver(page)
      await expect(card(page, 'Known Before')).toBeAttached()
      await expect(page.getByRole('alert')).toHaveCount(0)
      // A hung one is given up after 30 s; nobody waits for that here.
      if (failure !== hang) await expect.poll(said).toBeGreaterThan(before)
    }
    reviews.shift()
  })
})
