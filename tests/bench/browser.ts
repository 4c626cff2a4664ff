import { type Browser, chromium } from '@playwright/test'
import { installLighthouse, lighthouse, type Score } from '#tests/bench/lighthouse.ts'
import type { Row } from '#tests/bench/table.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
/** Address of an older build. Its scores are the goals. */
const AGAINST = process.env.BENCH_AGAINST
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
    for (const url of [product.siteUrl, AGAINST ?? []].flat()) await visitAll(browser, url)
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
    const ours: Score[] = []
    const theirs: Score[] = []
    while (ours.length < RUNS) {
      ours.push(await lighthouse(siteUrl + route))
      if (AGAINST) theirs.push(await lighthouse(AGAINST + route))
    }
    const routeRows = toRows(route, ours, theirs)
    rows.push(...routeRows)
    for (const { name, measured, goal, note } of routeRows)
      console.error(name, measured, goal ?? '', note ?? '')
  }
  return rows
}

function toRows(route: string, ours: Score[], theirs: Score[]): Row[] {
  const medianOf = (scores: Score[], name: keyof Score) => median(scores.map((score) => score[name]))
  const old = (name: keyof Score) => (theirs.length > 0 ? medianOf(theirs, name) : undefined)
  const [oldPerformance, oldLcp] = [old('performance'), old('lcpMs')]
  const others = (['accessibility', 'best-practices', 'seo'] as const).map((name) => medianOf(ours, name))
  return [
    {
      // Less is better in this table.
      name: `${route}: points below 100 in performance`,
      measured: 100 - medianOf(ours, 'performance'),
      unit: '',
      goal: oldPerformance === undefined ? undefined : 100 - oldPerformance + 5,
      note: `accessibility, best practices, SEO ${others.join(' ')}`,
    },
    {
      name: '  LCP',
      measured: medianOf(ours, 'lcpMs') / 1_000,
      unit: 's',
      goal: oldLcp === undefined ? undefined : Number(((oldLcp / 1_000) * 1.1).toFixed(2)),
    },
    {
      name: '  CLS',
      measured: medianOf(ours, 'cls'),
      unit: '',
      goal: 0.01,
      note: `TBT ${Math.round(medianOf(ours, 'tbtMs'))} ms`,
    },
  ]
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
