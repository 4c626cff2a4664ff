import { type Browser, chromium } from '@playwright/test'
import { installLighthouse, lighthouse, type Score } from '#tests/bench/lighthouse.ts'
import type { Row } from '#tests/bench/table.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Measures each route on a phone: Lighthouse's median of BENCH_RUNS visits (5). */
export async function measure(): Promise<Row[]> {
  const product = await startProduct({ worker: 8 })
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] })
  try {
    // Fill the caches first, because rendering would take CPU time from the browser.
    await visitAll(browser, product.siteUrl)
    return await scores(product.siteUrl)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function visitAll(browser: Browser, siteUrl: string): Promise<void> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  for (const route of ROUTES) await page.goto(siteUrl + route, { waitUntil: 'networkidle' })
  await context.close()
}

async function scores(siteUrl: string): Promise<Row[]> {
  try {
    await installLighthouse()
  } catch (error) {
    console.log(`Not measured: Lighthouse cannot be installed. ${String(error).split('\n')[0]}`)
    return []
  }
  const rows: Row[] = []
  for (const route of ROUTES) {
    const visits: Score[] = []
    while (visits.length < RUNS) visits.push(await lighthouse(siteUrl + route))
    const routeRows = toRows(route, visits)
    rows.push(...routeRows)
    for (const { name, measured, goal, note } of routeRows)
      console.error(name, measured, goal ?? '', note ?? '')
  }
  return rows
}

function toRows(route: string, visits: Score[]): Row[] {
  const medianOf = (name: keyof Score) => median(visits.map((visit) => visit[name]))
  const others = (['accessibility', 'best-practices', 'seo'] as const).map(medianOf)
  return [
    {
      // Less is better in this table.
      name: `${route}: points below 100 in performance`,
      measured: 100 - medianOf('performance'),
      unit: '',
      note: `accessibility, best practices, SEO ${others.join(' ')}`,
    },
    { name: '  LCP', measured: medianOf('lcpMs') / 1_000, unit: 's' },
    {
      name: '  CLS',
      measured: medianOf('cls'),
      unit: '',
      goal: 0.01,
      note: `TBT ${Math.round(medianOf('tbtMs'))} ms`,
    },
  ]
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
