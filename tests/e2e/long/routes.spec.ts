import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { read, takenOver, words } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('home: four pictures, six services, two ways on, sections in their order', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Welcome to')
  const slides = main
    .locator('[aria-roledescription="carousel"]')
    .first()
    .locator('[aria-roledescription="slide"]')
  await expect(slides).toHaveCount(4)
  for (const index of [0, 1, 2, 3])
    await expect(slides.nth(index).locator('img')).toHaveAttribute(
      'src',
      new RegExp(`hero-bg-${index + 1}\\.`),
    )
  await expect(main.getByRole('link', { name: 'Get In Touch' })).toHaveAttribute('href', '/contact-us')
  await expect(main.getByRole('link', { name: 'See Our Plans' })).toHaveAttribute('href', '/pricing')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    /./,
    'What Keyturn Offers',
    /mission/i,
    'Take a Look at our numbers',
    'Why Choose Us?',
    'What Our Clients Say',
  ])
  await expect(
    main.locator('section').filter({ hasText: 'What Keyturn Offers' }).getByRole('heading', { level: 3 }),
  ).toHaveCount(6)
})

test('pricing: five rates and three bundles at the prices of the cards, ten questions', async ({ page }) => {
  await page.goto('/pricing')
  const plans: [title: string, ...texts: string[]][] = [
    ['Standard Buyer Lead', '$99'],
    ['Standard Seller Lead', '$99', '$200K'],
    ['Exclusive Seller Lead', '$199', '$400K'],
    ['Hot Seller Lead', '$299', '$600K'],
    ['Commercial Lead', '$299'],
    ['Starter Edge', '$499', '$600', 'Save $101'],
    ['Pro Closer', '$999', '$1,200', 'Save $201'],
    ['Elite Access', '$1,499', '$1,800', 'Save $301'],
  ]
  for (const [title, price, ...more] of plans) {
    await expect(card(page, title)).toHaveCount(1)
    await expect(card(page, title).getByText(price!, { exact: true })).toBeVisible()
    for (const text of more) await expect(card(page, title)).toContainText(text)
    await expect(card(page, title).getByRole('button')).toHaveText('Choose Plan')
  }
  await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(plans.length)
  await expect(page.locator('details > summary')).toHaveCount(10)

  const cost = page.locator('details', { hasText: 'What does each lead cost?' })
  for (const line of ['Standard Buyer Lead: $99', 'Hot Seller Lead: $299', 'Commercial Lead: $299'])
    await expect(cost).toContainText(line)
  await expect(page.getByRole('main')).not.toContainText('$149') // specification 9, "Conflict": the cards are right
})

test('how it works: five sections, four of them with a way to their page', async ({ page }) => {
  await page.goto('/how-it-works')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Understanding Your Needs',
    'Smart Agent Matching',
    'Scheduling',
    'Progress Tracking',
    'Closing',
    'Tired of Cold Leads?',
  ])
  for (const slug of ['operational-framework', 'lead-gen-strategies', 'lead-nurturing', 'partner-playbook'])
    await expect(main.locator(`a[href="/${slug}"]`)).toHaveCount(1)
})

test('about: seven partners and nine features', async ({ page }) => {
  await page.goto('/about-us')
  const main = page.getByRole('main')
  const partners = main
    .getByRole('region', { name: 'Our Proud Partners' })
    .locator('[aria-roledescription="slide"]')
  await expect(partners).toHaveCount(7)
  for (const title of [
    'Innovative Technology Integration',
    'Customized Marketing Strategies',
    'Partnership-Centric Approach',
    'Comprehensive Service Offering',
    'Dedicated Transaction Coordination Services',
    'Personalized Virtual Assistance Services',
    'Exclusivity in Lead Generation',
    '100% Live Lead Transfers',
    'Renewable Contracts Focused on ROI',
  ])
    await expect(main.getByRole('heading', { level: 3, name: title, exact: true })).toHaveCount(1)
})

test('contact: e-mail, phone and postal address are links', async ({ page }) => {
  await page.goto('/contact-us')
  const main = page.getByRole('main')
  await expect(main.locator('a[href^="mailto:"]')).toHaveCount(1)
  await expect(main.locator('a[href="tel:+13025550142"]')).toHaveCount(1)
  await expect(main.locator('a[href^="https://maps."]')).toHaveCount(1)
  // Specification 9, "Contact cards".
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const cards = main.getByRole('listitem').filter({ has: page.getByRole('heading') })
    const widths = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().width))
    expect(widths, `${width} px`).toEqual([290, 290, 290])
  }
})

test('resources: three articles with all that a list says of them, each with its page', async ({
  page,
  product,
}) => {
  await page.goto('/resources')
  const articles = page.getByRole('main').getByRole('article')
  await expect(articles).toHaveCount(3)
  for (const article of await articles.all()) {
    await expect(article.getByRole('img')).toHaveCount(1)
    await expect(article.locator('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
    const title = await article.getByRole('heading').innerText()
    const href = await article.getByRole('link').getAttribute('href')
    expect(href).toMatch(/^\/resources\/[a-z-]+$/)
    const { status, html } = await read(product.siteUrl + href)
    expect(status).toBe(200)
    expect(words(html)).toContain(title)
    expect(html).toMatch(/<h2\b/)
  }
})

test('the communication policy has a way to write, to call and to the company site', async ({ page }) => {
  await page.goto('/communication-policy')
  const main = page.getByRole('main')
  for (const start of ['mailto:', 'tel:', 'https://www.keyturn.example'])
    await expect(main.locator(`a[href^="${start}"]`).first()).toBeVisible()
})

test('an article that does not exist: Loading blog content... and 404', async ({ page, expectedConsole }) => {
  expectedConsole.push(/404/)
  const answer = await page.goto('/resources/nope')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Loading blog content...', { exact: true })).toBeVisible()
})

test('every address that a page names on this site answers: links, scripts, styles, pictures', async ({
  product,
}) => {
  const addresses = new Map<string, string>()
  for (const route of ROUTES) {
    const { html } = await read(product.siteUrl + route)
    for (const [, address = ''] of html.matchAll(/\s(?:href|src|action)="([^"]*)"/g))
      if (/^\/(?!\/)/.test(address)) addresses.set(address.replaceAll('&amp;', '&').replace(/#.*/, ''), route)
    for (const [, target] of html.matchAll(/\shref="#([^"]+)"/g))
      expect(html, `${route}#${target}`).toContain(`id="${target}"`)
  }
  expect(addresses.size).toBeGreaterThan(40)
  for (const [address, route] of addresses) {
    const { status } = await read(product.siteUrl + address)
    expect(status, `${address}, named on ${route}`).toBe(address === '/checkout/plan' ? 302 : 200)
  }
})

test('so it is on the way to a page that is missing, and from there; the layout stays, with an open chat', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/404/)
  await page.goto('/about-us')
  await takenOver(page)
  const layout = await page.getByRole('banner').elementHandle()
  const follow = (to: string) =>
    page.evaluate((path) => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      ;(window as unknown as { __remixRouter: { navigate(to: string): void } }).__remixRouter.navigate(path)
    }, to)
  for (const [to, heading] of [
    ['/nowhere', 'This address doesn’t lead anywhere'],
    ['/pricing', 'Verified'],
  ] as const) {
    await follow(to)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => window.scrollY), to).toBe(0)
    expect(await layout?.evaluate((element) => element.isConnected), to).toBe(true)
  }
})

test('on the way back the page that is being left stays where it is', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await footer.getByRole('link', { name: 'Resources' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Notes')
  // What is told of the way there comes with the change's first frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const places = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        addEventListener('scroll', () => seen.push(window.scrollY))
        new MutationObserver(() => {
          if (!document.querySelector('h1')?.textContent?.startsWith('Notes')) resolve(seen)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\.data\b/, (route) => held.then(() => route.continue()))
  const asked = page.waitForRequest(/\.data\b/)
  await page.goBack()
  await asked
  // A scroll is told with the frame after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  answer()
  expect(await places).toEqual([])
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a page that is slow to come shows that it is on its way, and the one before stays usable', async ({
  page,
}) => {
  await page.goto('/about-us')
  await takenOver(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\.data\b/, (route) => held.then(() => route.continue()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  const progress = page.getByRole('progressbar', { name: 'Loading' })
  await expect(progress).toBeVisible()
  await page.getByRole('tab').last().click()
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
  answer()
  await expect(page).toHaveURL('/pricing')
  await expect(progress).toHaveCount(0)
})
