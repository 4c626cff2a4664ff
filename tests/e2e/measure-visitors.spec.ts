import type { Page } from '@playwright/test'
import * as checkout from '#tests/support/checkout-page.ts'
import * as contact from '#tests/support/contact-page.ts'
import { fakeProviders, GA4_ID, setProvider } from '#tests/support/fake-providers.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { newBuyer, prepareCheckout } from '#tests/support/payments.ts'
import * as review from '#tests/support/review-page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const bar = (page: Page) => page.getByRole('region', { name: 'May we count your visit?' })
const answer = (page: Page, name: 'Accept' | 'Decline') =>
  bar(page).getByRole('button', { name, exact: true })
const change = (page: Page) => page.getByRole('button', { name: 'Change my choice about visitor statistics' })
const PLAUSIBLE = 'https://plausible.io/js/pa-1.js'
const PLAN = { plan: 'pro-closer', value: 999, currency: 'USD' }

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

test.afterEach(({ product }) => setProvider(product, { provider: 'none' }))

test('a visitor is measured after consent only, and can refuse, withdraw or send a privacy signal', async ({
  page,
  product,
}) => {
  const { scripts, sent } = await fakeProviders(page.context())
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  const off = await fetchPage(`${product.siteUrl}/pricing`)
  expect(off.html).not.toMatch(/measuring|May we count/)
  await setProvider(product, { provider: 'ga4', account: GA4_ID })

  await test.step('refused', async () => {
    await open(page, '/')
    await expect(bar(page)).toBeVisible()
    await answer(page, 'Decline').press('Enter')
    await expect(change(page)).toBeFocused()
    await expect(bar(page)).toHaveCount(0)
    await open(page, '/pricing?utm_source=mail&email=ann@example.com')
    await expect(change(page)).toBeVisible()
    expect([scripts, sent]).toEqual([[], []])
  })

  await test.step('accepted: each event has the expected fields, and none is lost by navigation', async () => {
    await change(page).click()
    await expect(bar(page)).toBeFocused()
    await answer(page, 'Accept').click()
    await checkout.card(page, 'Pro Closer').getByRole('button', { name: 'Choose Plan' }).dblclick()
    await checkout.save(page, newBuyer())
    await checkout.pay(page)
    await expect.poll(() => sent.length).toBe(5)
    await page.reload()
    await expect(checkout.alert(page)).toHaveText(checkout.SUCCESS)
    await expect.poll(() => sent.length, 'a page view, and not another payment').toBe(6)
    await open(page, '/contact-us')
    await contact.fill(page, contact.newEnquiry())
    await contact.form(page).submit.click()
    await expect(contact.form(page).alert).toHaveText(contact.SENT)
    await open(page, '/')
    await review.openButton(page).click()
    await review.fill(review.dialog(page), review.newReview(), 5)
    await review.addButton(page).click()
    await expect(review.dialog(page)).toBeHidden()
    const url = (path: string) => product.siteUrl + path
    const on = (path: string, from: string) => ({
      page_location: url(path),
      page_referrer: from && url(from),
      page_title: path.replace(/\?.*/, ''),
    })
    const pricing = on('/pricing?utm_source=mail', '')
    const expected = [
      { name: 'page_view', ...pricing },
      { name: 'plan_chosen', ...pricing, ...PLAN },
      { name: 'page_view', ...on('/checkout', '/pricing') },
      { name: 'checkout_started', ...on('/checkout', '/pricing'), ...PLAN },
      { name: 'paid', ...on('/checkout', '/pricing'), ...PLAN },
      { name: 'page_view', ...on('/checkout', '') },
      { name: 'page_view', ...on('/contact-us', '') },
      { name: 'enquiry_sent', ...on('/contact-us', '') },
      { name: 'page_view', ...on('/', '') },
      { name: 'review_sent', ...on('/', '') },
    ]
    await expect.poll(() => sent.map(({ fields }) => fields)).toEqual(expected)
    expect(new Set(sent.map(({ host }) => host))).toEqual(new Set(['region1.google-analytics.com']))
    expect(scripts).toEqual(Array(4).fill('www.googletagmanager.com/gtag/js'))
    expect(await cookies()).toContain('_ga')
  })

  await test.step('withdrawn, also for other tabs', async () => {
    const other = await page.context().newPage()
    await open(other, '/pricing')
    await expect.poll(() => sent.at(-1)?.fields.page_title).toBe('/pricing')
    const before = sent.length
    await page.bringToFront()
    await change(page).click()
    await other.getByRole('navigation').getByRole('link', { name: 'About' }).click()
    await expect(bar(other)).toBeVisible()
    await other.close()
    await expect(bar(page)).toBeVisible()
    expect((await cookies()).filter((name) => name.startsWith('_ga'))).toEqual([])
    await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await open(page, '/about-us')
    await expect(bar(page)).toBeVisible()
    expect(sent.slice(before)).toEqual([])
    expect(scripts).toHaveLength(5)
  })

  await test.step('the bar covers neither the chat button nor the pay button', async () => {
    await prepareCheckout(page, 'pro-closer')
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await open(page, '/about-us')
      await expect(bar(page)).toBeVisible()
      await page.getByRole('button', { name: 'Chat with our assistant' }).click({ trial: true })
      await open(page, '/checkout')
      await expect(bar(page)).toBeVisible()
      for (const block of ['start', 'end'] as const) {
        await checkout.payButton(page).evaluate((button, block) => button.scrollIntoView({ block }), block)
        await checkout.payButton(page).click({ trial: true })
      }
    }
  })

  await test.step('Global Privacy Control', async () => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    )
    const before = sent.length
    for (const measuring of [
      { provider: 'ga4', account: GA4_ID },
      { provider: 'plausible', account: PLAUSIBLE },
    ]) {
      await setProvider(product, measuring)
      const loaded = page.waitForResponse(/\/assets\/measuring-.*\.js/)
      await open(page, '/about-us')
      await loaded
      await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
      await expect(page).toHaveURL('/pricing')
      await expect(bar(page).or(change(page))).toHaveCount(0)
    }
    expect(sent.slice(before)).toEqual([])
    expect(scripts).toHaveLength(5)
  })

  await setProvider(product, { provider: 'none' })
  const offAgain = await fetchPage(`${product.siteUrl}/pricing`)
  expect(offAgain.html).toBe(off.html)
  expect(offAgain.headers.get('content-security-policy')).toBe(off.headers.get('content-security-policy'))
})

test('Plausible, and Matomo without cookies, measure without a question', async ({ page, product }) => {
  const { scripts, sent } = await fakeProviders(page.context())
  const chooseAPlan = async () => {
    await open(page, '/pricing')
    await checkout.card(page, 'Pro Closer').getByRole('button').click()
    await expect(page).toHaveURL('/checkout')
    await expect(bar(page).or(change(page))).toHaveCount(0)
  }
  const at = (path: string) => product.siteUrl + path
  await setProvider(product, { provider: 'plausible', account: PLAUSIBLE })
  await chooseAPlan()
  const p = { plan: 'pro-closer', amount: '999' }
  const r = null
  await expect
    .poll(() => sent.map(({ fields }) => fields))
    .toEqual([
      { n: 'pageview', u: at('/pricing'), r },
      { n: 'plan_chosen', u: at('/pricing'), p, r },
      { n: 'pageview', u: at('/checkout'), r },
      { n: 'checkout_started', u: at('/checkout'), p, r },
    ])
  await setProvider(product, {
    provider: 'cookielessMatomo',
    account: 'https://key.matomo.cloud/index.php?idSite=7',
  })
  sent.length = 0
  await chooseAPlan()
  const event = { e_c: 'visitor', e_n: 'pro-closer', e_v: 999, idsite: '7' }
  const pricing = { url: at('/pricing'), urlref: '', idsite: '7' }
  const start = { url: at('/checkout'), urlref: at('/pricing'), idsite: '7' }
  await expect
    .poll(() => sent)
    .toEqual(
      [
        { ...pricing, action_name: '/pricing' },
        { ...pricing, ...event, e_a: 'plan_chosen' },
        { ...start, action_name: '/checkout' },
        { ...start, ...event, e_a: 'checkout_started' },
      ].map((fields) => ({ host: 'key.matomo.cloud', fields })),
    )
  expect(scripts).toEqual(['plausible.io/js/pa-1.js', 'cdn.matomo.cloud/key.matomo.cloud/matomo.js'])
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('_pk'))).toEqual([])
})
