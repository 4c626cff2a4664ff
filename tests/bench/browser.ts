import { type Browser, chromium, type Page } from '@playwright/test'
import { installLighthouse, lighthouse, type Score } from '#tests/bench/lighthouse.ts'
import { untilCompressed } from '#tests/bench/load.ts'
import type { Row } from '#tests/bench/table.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const CPU_SLOWED = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** What a visitor with a phone gets, route by route: Lighthouse's median of BENCH_RUNS visits (5), and how soon a tap is answered. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct({ worker: 8 })
  try {
    const tapped = await phones(product)
    // It takes minutes: what is measured is said at once.
    for (const { name, measured, note = '' } of tapped) console.error(name, Math.round(measured), 'ms', note)
    return [...tapped, ...(await scores(product))]
  } finally {
    await product.stop()
  }
}

/** Taps on a site that has nothing else to do. */
async function phones({ siteUrl }: Product): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] })
  try {
    await firstVisits(browser, siteUrl)
    return await taps(browser, siteUrl)
  } finally {
    await browser.close()
  }
}

/** Has the server do its work for such a screen (pictures, compressed pages): a phone shares no processor with it. */
async function firstVisits(browser: Browser, siteUrl: string): Promise<void> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  for (const route of ROUTES) await page.goto(siteUrl + route, { waitUntil: 'networkidle' })
  await context.close()
  await untilCompressed()
}

async function scores({ siteUrl }: Product): Promise<Row[]> {
  try {
    await installLighthouse()
  } catch (error) {
    console.log(`Not measured: Lighthouse can’t be installed. ${String(error).split('\n')[0]}`)
    return []
  }
  const rows: Row[] = []
  for (const route of ROUTES) {
    const visits: Score[] = []
    while (visits.length < RUNS) visits.push(await lighthouse(siteUrl + route))
    const of = (name: keyof Score) => median(visits.map((visit) => visit[name]))
    const [performanceGoal, seoGoal] = route === '/checkout' ? [95, undefined] : [100, 100]
    const goals = [performanceGoal, 100, 100, seoGoal]
    const names = ['performance', 'accessibility', 'best-practices', 'seo'] as const
    const missed = names.filter((name, index) => of(name) < (goals[index] ?? 0))
    rows.push(
      {
        name: route,
        measured: of('lcpMs') / 1_000,
        unit: 's LCP',
        goal: 0.95,
        note: names.map(of).join(' '),
      },
      {
        name: '',
        measured: of('tbtMs'),
        unit: 'ms TBT',
        goal: 50,
        note: missed.map((name) => `${name} missed`).join(', '),
      },
      { name: '', measured: of('cls'), unit: 'CLS', goal: 0.01 },
    )
    console.error(
      route,
      JSON.stringify(
        Object.fromEntries(
          [...names, 'lcpMs', 'tbtMs', 'cls'].map((name) => [name, of(name as keyof Score)]),
        ),
      ),
    )
  }
  return rows
}

/** The moment of the first tap: before anything else, while the page's script comes, once it has taken over. */
const MOMENTS = ['at once', 'while hydrating', 'hydrated'] as const

/** The first tap of a visit on each route, with a slow processor: how long until the screen answers (Event Timing). */
async function taps(browser: Browser, siteUrl: string): Promise<Row[]> {
  const waits = new Map<string, number[]>(MOMENTS.map((moment) => [moment, []]))
  for (const route of ROUTES)
    for (const moment of MOMENTS) waits.get(moment)!.push(await tap(browser, siteUrl + route, moment))
  const everything = [...waits.values()].flat()
  const rows = MOMENTS.map((moment) => ({
    name: `first tap, ${moment}: 75th percentile`,
    measured: percentile(waits.get(moment)!, 0.75),
    unit: 'ms',
    goal: 100,
    note: `worst ${Math.max(...waits.get(moment)!)} ms`,
  }))
  return [
    ...rows,
    { name: 'first tap, worst of all', measured: Math.max(...everything), unit: 'ms', goal: 200 },
  ]
}

async function tap(browser: Browser, url: string, moment: (typeof MOMENTS)[number]): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED })
    await page.addInitScript(() => {
      const seen: number[] = []
      Object.assign(window, { seen })
      addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }))
      const noted = (list: PerformanceObserverEntryList) =>
        seen.push(...list.getEntries().map(({ duration }) => duration))
      new PerformanceObserver(noted).observe({
        type: 'event',
        durationThreshold: 16,
        buffered: true,
      } as never)
    })
    await page.goto(url, { waitUntil: moment === 'at once' ? 'commit' : 'load' })
    const button = page.getByRole('banner').getByRole('button').last()
    await button.waitFor()
    if (moment !== 'at once') await page.mouse.move(5, 300) // a first sign: the script starts
    if (moment === 'hydrated') await page.waitForFunction(() => 'isHydrated' in window)
    const box = (await button.boundingBox())!
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForFunction(() => 'isHydrated' in window)
    return await longest(page)
  } finally {
    await context.close()
  }
}

/** Of what the browser reported; what took less than 16 ms it doesn't. */
const longest = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return Math.max(0, ...(window as unknown as { seen: number[] }).seen)
  })

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const percentile = (values: number[], share: number) =>
  sorted(values)[Math.ceil(values.length * share) - 1] ?? 0
const median = (values: number[]) => percentile(values, 0.5)
