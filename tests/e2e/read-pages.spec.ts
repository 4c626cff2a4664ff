import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { htmlErrors } from '#tests/support/html-errors.ts'
import { fetchPage, htmlToText, planCookie } from '#tests/support/http.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { documentOf, jsonLdOf } from '#tests/support/parsed-html.ts'
import { ROUTES } from '#tests/support/routes.ts'

/** Texts of the specification, sections 2, 3 and 9. */
const TEXTS: Record<string, string[]> = {
  '/': [
    ...['Get In Touch', 'See Our Plans', 'Take a Look at our numbers', 'Why Choose Us?'],
    ...['Expertise', 'Customer Focus', 'Innovation', 'What Our Clients Say'],
    ...['$18M', '15K+', '26K+', '890', '5.2M', '7K+', '4K+', '221+'],
    ...['owned from property transactions', 'properties for sale', 'daily completed transactions'],
    ...['homes sold nationwide', 'properties listed for sale', 'successful closings'],
    'daily transactions completed',
  ],
  '/pricing': ['Verified Lead Rates', 'Prepaid Bundles'],
  '/how-it-works': [
    ...["You Seal the Deal, We'll Take It from There", 'Understanding Your Needs', 'Smart Agent Matching'],
    ...['Scheduling', 'Progress Tracking', 'Closing'],
  ],
  '/about-us': [
    ...['About Keyturn', 'Get Your Real-Estate Success with Keyturn', 'Our Proud Partners'],
    ...['Our Company', 'Our Mission', 'Our Vision'],
    ...['Innovative Technology Integration', 'Customized Marketing Strategies'],
    ...['Partnership-Centric Approach', 'Comprehensive Service Offering'],
    ...['Dedicated Transaction Coordination Services', 'Personalized Virtual Assistance Services'],
    ...['Exclusivity in Lead Generation', '100% Live Lead Transfers', 'Renewable Contracts Focused on ROI'],
  ],
  '/contact-us': ['We are here to help you', 'hello@keyturn.example', '(302) 555-0142', 'Delaware 19801'],
  '/lead-nurturing': ['AI', 'Inside Sales Associate'],
  '/resources/speed-to-lead': ['Speed to Lead'],
  '/privacy-policy': ['Privacy Policy'],
  '/terms-of-use': ['Terms of Use'],
  '/terms-and-conditions': [
    ...['Purpose', 'Lead Quality Standards', 'Live Call & Lead Acceptance', 'Payment Terms'],
    ...['Non-Payment & Enforcement', 'within 1 hour', 'off-market', 'power of attorney', 'Accepted'],
    ...['minimum lead quality standards', 'Genuine seller motivation', '6-month timeline'],
  ],
  '/communication-policy': [
    ...['STOP', 'HELP', 'TCPA', 'CTIA', 'A2P', 'recorded', 'Message frequency varies'],
    ...['Carrier rates may apply', 'separate opt-in', 'not sold or rented'],
  ],
  '/refund-policy': ['60-day', '48 hours', '10 consecutive working days', '1 month', '9 months'],
  '/checkout': ['No plan selected.'],
}

/** Pages that end with the call-to-action banner. */
const BANNER = [
  '/how-it-works',
  '/about-us',
  '/operational-framework',
  '/lead-gen-strategies',
  '/lead-nurturing',
  '/partner-playbook',
]

const FOOTER = {
  'Operational Framework': '/operational-framework',
  'Lead Gen Strategies': '/lead-gen-strategies',
  'Lead Nurturing': '/lead-nurturing',
  'Partner Playbook': '/partner-playbook',
  'About Us': '/about-us',
  'How It Works': '/how-it-works',
  Pricing: '/pricing',
  'Contact Us': '/contact-us',
  Resources: '/resources',
  'Privacy Policy': '/privacy-policy',
  'Terms of Use': '/terms-of-use',
  'Terms and Conditions': '/terms-and-conditions',
  'Communication Policy': '/communication-policy',
  'Refund Policy': '/refund-policy',
}

const banner = (page: Page) => page.getByRole('banner')

const footer = (page: Page) => page.getByRole('contentinfo')

for (const route of ROUTES) {
  test(`a visitor reads ${route} with all its texts and landmarks and no console message`, async ({
    page,
  }) => {
    const answer = await page.goto(route)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1)

    const navigation = banner(page).getByRole('navigation').getByRole('link')
    await expect(navigation).toHaveText(['Home', 'Pricing', 'How It Works', 'About', 'Contact'])
    await expect(banner(page).getByRole('link', { name: 'Call Us Now' })).toHaveAttribute(
      'href',
      '/contact-us',
    )
    await expect(footer(page).getByRole('heading')).toHaveText(['Solutions', 'Company', 'Legals'])
    await expect(footer(page).getByRole('listitem')).toHaveText(Object.keys(FOOTER))
    for (const [name, href] of Object.entries(FOOTER))
      await expect(footer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expect(footer(page).locator('a[href^="mailto:"]')).toHaveCount(1)

    const shown = htmlToText(await page.content())
    for (const text of TEXTS[route] ?? []) expect(shown).toContain(text)
    if (BANNER.includes(route)) {
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: 'Tired of Cold Leads?' })).toHaveCount(1)
      const button = main.getByRole('link', { name: 'Start Closing Smarter' })
      await expect(button).toHaveAttribute('href', '/pricing')
    }

    await page.keyboard.press('Tab')
    const skip = page.locator(':focus')
    await expect(skip).toHaveAttribute('href', '#main')
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await waitForHydration(page) // reports hydration mismatches
  })
}

test('every page has a unique title and description', async ({ product }) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const route of ROUTES) {
    const { html } = await fetchPage(product.siteUrl + route)
    const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? []
    const [, description = ''] = /<meta name="description" content="([^"]+)"/.exec(html) ?? []
    expect(title, route).toMatch(/^.{5,} · Keyturn$/)
    expect(description.length, route).toBeGreaterThan(49)
    titles.add(title)
    descriptions.add(description)
  }
  expect(titles.size).toBe(ROUTES.length)
  expect(descriptions.size).toBe(ROUTES.length)
})

test('a visitor who follows a dead link gets a 404 page with a link to the home page', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/404/)
  for (const address of ['/nope', '/pricing/nope', '/index.html', '/undefined']) {
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This address doesn’t lead anywhere')
    await expect(page).toHaveTitle(/Keyturn$/)
    await expect(banner(page).getByRole('navigation')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to the Home Page' }).click()
  await expect(page).toHaveURL('/')
})

test('a visitor moves between pages without a full load, and starts at the top', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const others = ROUTES.filter((route) => route !== '/' && route !== '/checkout')
  for (const route of [...others, '/']) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => page.evaluate(() => window.scrollY), route).toBeGreaterThan(200)
    const link = page.locator(`a[href="${route}"]:visible`).last()
    await link.evaluate((element: HTMLElement) => element.click())
    await expect(page).toHaveURL(route)
    await expect.poll(() => page.evaluate(() => window.scrollY), `${route}: scrolled to`).toBe(0)
  }
  await page.goBack()
  await expect(page).toHaveURL(others.at(-1)!)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a visitor finds the way back, and the sections of a long article', async ({ page, product }) => {
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const [route, names] of Object.entries({
    '/lead-nurturing': ['Home', 'Lead Nurturing'],
    '/refund-policy': ['Home', 'Refund Policy'],
    '/resources/speed-to-lead': ['Home', 'Resources', 'Speed to Lead: How to Be the Agent Who Picks Up'],
  })) {
    await page.goto(route)
    await expect(trail.getByRole('listitem')).toHaveText(names)
    await expect(trail.locator('[aria-current=page]')).toHaveAttribute('href', route)
    const shown = await trail
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, (link as HTMLAnchorElement).href]))
    const { html } = await fetchPage(product.siteUrl + route)
    const [list] = jsonLdOf(documentOf(html)).filter((thing) => thing['@type'] === 'BreadcrumbList')
    const stated = list.itemListElement.map(({ name, item }: { name: string; item: string }) => [name, item])
    expect(shown, route).toEqual(stated)
    const markdown = await fetchPage(`${product.siteUrl}${route}.md`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(html).toContain(`type="text/markdown" href="${route}.md"`)
  }
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const headings = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(contents.getByRole('link')).toHaveText(await headings.allTextContents())
  await contents.getByRole('link', { name: 'The first minute', exact: true }).click()
  await expect(page).toHaveURL('/resources/speed-to-lead#section-the-first-minute')
  const heading = page.getByRole('heading', { name: 'The first minute', exact: true })
  const bottomOfHeader = await banner(page).evaluate((header) => header.getBoundingClientRect().bottom)
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThan(bottomOfHeader)
  await expect.poll(top).toBeLessThan(bottomOfHeader + 100)
  await trail.getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL('/resources')
})

test('every page is valid HTML', async ({ product }) => {
  expect(await htmlErrors('<p><div></p><img id="a b">')).not.toEqual([])
  for (const route of [...ROUTES, '/search?q=lead', '/nope', '/resources/nope', '/consent-wording'])
    expect(await htmlErrors((await fetchPage(product.siteUrl + route)).html), route).toEqual([])
  const checkout = await fetchPage(`${product.siteUrl}/checkout`, { Cookie: planCookie('pro-closer') })
  expect(checkout.html).toContain('Customer Details')
  expect(await htmlErrors(checkout.html), 'checkout with a plan').toEqual([])
})
