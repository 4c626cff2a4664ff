import type { Route } from '@playwright/test'
import { expectFields, fill, form, SENT, somebody, typeEnquiry } from '#tests/support/contact-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { isHydrated, takenOver } from '#tests/support/reading.ts'

// A phone's network, and a tab that is older than the build: what was typed is never the price of a link.
const offline = (route: Route) => route.abort('internetdisconnected')
const NETWORK = /Failed to load resource|Failed to fetch dynamically imported module/

test('without a network a link that is only pointed at, touched or passed with Tab takes nothing away', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(NETWORK)
  const typed = await typeEnquiry(page)
  const refused = page.waitForEvent('requestfailed', (request) => /assets\/_index/.test(request.url()))
  await page.route('**/*', offline)
  const link = page.getByRole('banner').locator('a[href="/"]').first()
  await link.hover()
  await link.focus()
  await link.dispatchEvent('touchstart')
  await refused
  await page.unroute('**/*')
  await expectFields(page, typed, false)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
})

for (const [what, pattern, answer] of [
  ['no network', /\.data$/, offline],
  [
    'a proxy that answers instead',
    /\.data$/,
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  ],
  [
    'another build that hands over other data',
    /\.data$/,
    async (route: Route) => {
      const answer = await route.fetch()
      const headers = answer.headers()
      if (headers['x-build']) headers['x-build'] += '2'
      return route.fulfill({ headers, body: (await answer.text()).replaceAll('interfaceWords', 'words') })
    },
  ],
  [
    'a build that has gone',
    /\/assets\/(?!contact-form)/,
    (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  ],
] as const)
  test(`${what}: the browser itself goes where a link leads, and brings back what was typed`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(NETWORK)
    const typed = await typeEnquiry(page)
    await page.route(pattern, answer)
    await page
      .getByRole('banner')
      .locator('a[href="/"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome to Keyturn/)
    await page.unroute(pattern)
    await page.evaluate(() => setTimeout(() => history.back()))
    await expectFields(page, typed, false)
    await takenOver(page)
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
  })

for (const [what, pattern] of [
  ['data', /\/pricing\.data$/],
  ['code', /\/assets\/_slug/],
] as const)
  test(`a page whose ${what} Safari ends, because another is on its way, is not gone to after all`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(NETWORK)
    await page.goto('/')
    await takenOver(page)
    let asked: Route | undefined
    await page.route(pattern, (route) => {
      asked = route
    })
    const [other, pricing] = ['Privacy Policy', 'Pricing'].map((name) =>
      page.getByRole('contentinfo').getByRole('link', { name }),
    )
    await pricing!.evaluate((link: HTMLElement) => link.click())
    await expect.poll(() => asked !== undefined).toBe(true)
    await page.route('**/privacy-policy', async (route) => {
      const ended = page.waitForEvent('requestfailed')
      await asked?.abort()
      await ended
      // An answer that comes at once would leave no time for going back to the other.
      const beside = await page.request.get('/pricing')
      expect(beside.ok()).toBe(true)
      await route.continue()
    })
    await other!.evaluate((link: HTMLAnchorElement) => setTimeout(() => location.assign(link.href)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  })

test('a page that is waited for while a file is saved, and does not come, is waited for no longer', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(NETWORK)
  const typed = await typeEnquiry(page)
  let asked: Route | undefined
  await page.route(/\/pricing\.data$/, (route) => {
    asked = route
  })
  const pricing = page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })
  await pricing.evaluate((link: HTMLElement) => link.click())
  const progress = page.getByRole('progressbar', { name: 'Loading' })
  await expect(progress).toBeVisible()
  await page.route('**/file', (route) =>
    route.fulfill({ body: 'saved', headers: { 'Content-Disposition': 'attachment' } }),
  )
  const saved = page.waitForEvent('download')
  await page.evaluate(() => location.assign('/file'))
  await saved
  await asked?.abort()
  await expect(progress).toBeHidden()
  await expectFields(page, typed, false)
  await page.unroute(/\/pricing\.data$/)
  await pricing.evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One flat price')
})

test('the form’s code does not come: it works as it stands in the page, and a link leads to such a page', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(NETWORK)
  await page.route('**/assets/contact-form*', (route) => route.abort())
  await page.goto('/about-us')
  await takenOver(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact-us')
  const typed = somebody()
  await fill(page, typed)
  await page.mouse.move(5, 300)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expectFields(page, typed, false)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
})
