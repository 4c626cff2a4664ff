import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePorts } from '#tests/support/ports.ts'
import { pidOf, type Running, run } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { read, reviewsShown, until, words } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Issue A, "Site": with the lake down or hung the site keeps serving what it last had, also after its own restart,
// answers within 1 s, says so in the log, and recovers by itself. That second is held against a set clock in
// app/content/store.server.test.ts; here a machine that does much else may take longer.
const ANSWER_MS = 5_000
const RECOVERY_MS = 30_000
const PLAN = 'plan-commercial-lead'
const ON_CARD = /Commercial Lead .{0,200}?\$([\d,]+) /

const priceAt = async (siteUrl: string): Promise<string | undefined> =>
  ON_CARD.exec(words((await read(`${siteUrl}/pricing`)).html))?.[1]

/** Every route as it is now. */
async function allPages(siteUrl: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const route of ROUTES) pages.set(route, (await read(siteUrl + route)).html)
  return pages
}

/** Every route answers in time with what it had. */
async function expectSamePages(siteUrl: string, pages: Map<string, string>) {
  for (const [route, html] of pages) {
    const answer = await read(siteUrl + route)
    expect(answer.status, route).toBe(200)
    expect(answer.html === html, `${route} is what it was`).toBe(true)
    expect(answer.ms, route).toBeLessThan(ANSWER_MS)
  }
  for (const missing of ['/nope', '/resources/nope']) {
    const answer = await read(siteUrl + missing)
    expect(answer.status, missing).toBe(404)
    expect(answer.ms, missing).toBeLessThan(ANSWER_MS)
  }
}

test.describe('hung', () => {
  let product: Product

  test.beforeAll(async () => {
    product = await startProduct({ worker: test.info().parallelIndex + 4 })
    await reviewsShown(product.siteUrl)
  })

  test.afterAll(async () => {
    await product.stop()
  })

  test('the site serves on, survives its own restart, and shows a new publish when the lake is back', async () => {
    const { siteUrl, editor } = product
    const pages = await allPages(siteUrl)
    const lake = pidOf(product, 'studio/lake/main.ts')
    const said = () => product.output().split('the lake cannot be reached').length - 1

    process.kill(lake, 'SIGSTOP')
    try {
      await expectSamePages(siteUrl, pages)

      process.kill(pidOf(product, 'app/server/main.ts'), 'SIGKILL')
      const asks = async () => (await read(`${siteUrl}/readyz`).catch(() => undefined))?.status
      await until(asks, (status) => status === 200, { withinMs: 60_000, everyMs: 50 })
      await expectSamePages(siteUrl, pages)
      await expect.poll(said).toBeGreaterThan(0)
    } finally {
      process.kill(lake, 'SIGCONT')
    }
    const since = performance.now()
    await editor.patch(PLAN).set({ price: 311 }).commit()
    await until(
      () => priceAt(siteUrl),
      (price) => price === '311',
      { withinMs: RECOVERY_MS, since },
    )
  })

  test('short hangs one after another: every publish between them shows, no page fails', async () => {
    const { siteUrl, editor } = product
    const lake = pidOf(product, 'studio/lake/main.ts')
    for (let price = 320; price < 324; price++) {
      process.kill(lake, 'SIGSTOP')
      const hungSince = performance.now()
      while (performance.now() - hungSince < 700) {
        const { status, ms } = await read(`${siteUrl}/pricing`)
        expect(status).toBe(200)
        expect(ms).toBeLessThan(ANSWER_MS)
      }
      process.kill(lake, 'SIGCONT')
      const since = performance.now()
      await editor.patch(PLAN).set({ price }).commit()
      await until(
        () => priceAt(siteUrl),
        (shown) => shown === String(price),
        { withinMs: RECOVERY_MS, since },
      )
    }
  })
})

test('down: a site that starts without the lake serves what it last had, and recovers when it comes', async () => {
  const worker = test.info().parallelIndex + 4
  const dataDir = mkdtempSync(join(tmpdir(), 'keyturn-'))
  const running: Running[] = []
  try {
    const seeded = await startProduct({ worker, dataDir })
    const { editor, siteUrl, studioUrl } = seeded
    await seeded.stop()
    const [PORT, STUDIO_PORT] = [new URL(siteUrl).port, new URL(studioUrl).port]
    const env = { DATA_DIR: dataDir, PORT, STUDIO_PORT, SITE_URL: siteUrl }
    const start = (script: string) => {
      const started = run([script], env)
      running.push(started)
      return started
    }
    const lakeReady = (lake: Running) =>
      until(
        async () => lake.stdout(),
        (said) => said.includes('lake ready'),
        { withinMs: 60_000, everyMs: 50 },
      )
    const siteReady = () =>
      until(
        async () => (await read(`${siteUrl}/readyz`).catch(() => undefined))?.status,
        (status) => status === 200,
        { withinMs: 60_000, everyMs: 50 },
      )

    const before = { lake: start('studio/lake/main.ts'), site: start('app/server/main.ts') }
    await lakeReady(before.lake)
    await siteReady()
    const pages = await allPages(siteUrl)
    const [, picture = ''] = /src="(\/media\/images\/[^"]+)"/.exec(pages.get('/') ?? '') ?? []
    expect((await read(siteUrl + picture)).status).toBe(200)
    await before.site.stop()
    await before.lake.stop()

    const site = start('app/server/main.ts')
    await siteReady()
    await expectSamePages(siteUrl, pages)
    expect((await read(siteUrl + picture)).status, 'a picture that was shown before').toBe(200)
    await expect.poll(site.stderr).toContain('the lake cannot be reached, serving the last good content')
    expect(site.stderr()).not.toMatch(/^\s+at /m) // a line for the operator, not a stack for a programmer

    await lakeReady(start('studio/lake/main.ts'))
    const since = performance.now()
    await editor.patch(PLAN).set({ price: 341 }).commit()
    await until(
      () => priceAt(siteUrl),
      (price) => price === '341',
      { withinMs: RECOVERY_MS, since },
    )
    await until(
      async () => site.stdout(),
      (said) => said.includes('following the lake'),
      { withinMs: RECOVERY_MS },
    )
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a site that never had any content says that it is not ready, fails politely, and comes up with the lake', async () => {
  const ports = await freePorts(test.info().parallelIndex + 4)
  const dataDir = mkdtempSync(join(tmpdir(), 'keyturn-'))
  const siteUrl = `http://localhost:${ports.site}`
  const env = { DATA_DIR: dataDir, PORT: String(ports.site), STUDIO_PORT: String(ports.studio) }
  const running = [run(['app/server/main.ts'], env)]
  try {
    const alive = async () => (await read(`${siteUrl}/healthz`).catch(() => undefined))?.status
    await until(alive, (status) => status === 200, { withinMs: 60_000, everyMs: 50 })
    expect((await read(`${siteUrl}/readyz`)).status).toBe(503)
    const { status, html, headers, ms } = await read(`${siteUrl}/pricing`)
    expect(status).toBe(503)
    expect(headers.get('Retry-After')).toBe('5')
    expect(ms).toBeLessThan(ANSWER_MS)
    expect(words(html)).toContain('Back in a moment')
    expect(html).not.toMatch(/LakeUnavailable|ECONNREFUSED|node_modules/)
    for (const file of ['sitemap.xml', 'feed.xml', 'site.webmanifest', '.well-known/security.txt']) {
      const answer = await read(`${siteUrl}/${file}`)
      expect([file, answer.status, answer.headers.get('Retry-After')]).toEqual([file, 503, '5'])
      expect(answer.html).toBe('Back in a moment.\n')
    }

    running.push(run(['studio/seed/main.ts', 'seed'], env)) // puts content in place and ends
    expect(await running[1]!.ended, running[1]!.stderr()).toBe(0)
    running.push(run(['studio/lake/main.ts'], env))
    const works = async () => (await read(`${siteUrl}/pricing`)).status
    await until(works, (code) => code === 200, { withinMs: 60_000, everyMs: 50 })
    expect((await read(`${siteUrl}/readyz`)).status).toBe(200)
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
})
