import { expect, test } from '@playwright/test'
import { fetchPage, htmlToText, until, waitForReviews } from '#tests/support/http.ts'
import {
  ANSWER_MS,
  expectSamePages,
  fetchAllPages,
  publishPrice,
  RECOVERY,
  waitForSite,
} from '#tests/support/lake-outage.ts'
import { freePorts } from '#tests/support/ports.ts'
import { pidOf, type Running, run } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const worker = () => test.info().parallelIndex + 4

test('while the lake hangs, the site serves its pages, also after a restart', async () => {
  const product = await startProduct({ worker: worker() })
  const { siteUrl } = product
  try {
    await waitForReviews(siteUrl)
    const pages = await fetchAllPages(siteUrl)
    const lake = pidOf(product, 'studio/serve/main.ts')
    process.kill(lake, 'SIGSTOP')
    try {
      await expectSamePages(siteUrl, pages)
      process.kill(pidOf(product, 'app/server/main.ts'), 'SIGKILL')
      await waitForSite(siteUrl)
      await expectSamePages(siteUrl, pages)
      await expect.poll(product.output).toContain('the lake cannot be reached')
    } finally {
      process.kill(lake, 'SIGCONT')
    }
    await publishPrice(product, 311)
  } finally {
    await product.stop()
  }
})

test('a site that starts without the lake serves its last pages, and recovers with the lake', async () => {
  const dataDir = newFolder()
  const running: Running[] = []
  try {
    const seeded = await startProduct({ worker: worker(), dataDir })
    const { siteUrl, studioUrl } = seeded
    await seeded.stop()
    const [PORT, STUDIO_PORT] = [new URL(siteUrl).port, new URL(studioUrl).port]
    const env = { DATA_DIR: dataDir, PORT, STUDIO_PORT, SITE_URL: siteUrl }
    const start = (script: string) => {
      const started = run([script], env)
      running.push(started)
      return started
    }
    const startLake = async () => {
      const lake = start('studio/serve/main.ts')
      await until(
        async () => lake.stdout(),
        (output) => output.includes('lake ready'),
        { withinMs: 60_000 },
      )
      return lake
    }
    const before = [await startLake(), start('app/server/main.ts')]
    await waitForSite(siteUrl)
    const pages = await fetchAllPages(siteUrl)
    const [, image = ''] = /src="(\/media\/images\/[^"]+)"/.exec(pages.get('/') ?? '') ?? []
    expect((await fetchPage(siteUrl + image)).status).toBe(200)
    for (const process of before.toReversed()) await process.stop()

    const site = start('app/server/main.ts')
    await waitForSite(siteUrl)
    await expectSamePages(siteUrl, pages)
    expect((await fetchPage(siteUrl + image)).status).toBe(200)
    await expect.poll(site.stderr).toContain('the lake cannot be reached, serving the last good content')
    expect(site.stderr()).not.toMatch(/^\s+at /m) // no stack trace

    await startLake()
    await publishPrice(seeded, 341)
    await until(
      async () => site.stdout(),
      (output) => output.includes('following the lake'),
      RECOVERY,
    )
  } finally {
    await Promise.all(running.map((one) => one.stop()))
  }
})

test('a site without any content answers 503 until the lake has content', async () => {
  const ports = await freePorts(worker())
  const siteUrl = `http://localhost:${ports.site}`
  const env = { DATA_DIR: newFolder(), PORT: String(ports.site), STUDIO_PORT: String(ports.studio) }
  const running = [run(['app/server/main.ts'], env)]
  try {
    const alive = async () => (await fetchPage(`${siteUrl}/healthz`).catch(() => undefined))?.status
    await until(alive, (status) => status === 200, { withinMs: 60_000, everyMs: 50 })
    expect((await fetchPage(`${siteUrl}/readyz`)).status).toBe(503)
    const { status, html, headers, ms } = await fetchPage(`${siteUrl}/pricing`)
    expect([status, headers.get('Retry-After'), ms < ANSWER_MS]).toEqual([503, '5', true])
    expect(htmlToText(html)).toContain('Back in a moment')
    expect(html).not.toMatch(/LakeUnavailable|ECONNREFUSED|node_modules/)
    for (const file of ['sitemap.xml', 'feed.xml', 'site.webmanifest', '.well-known/security.txt']) {
      const answer = await fetchPage(`${siteUrl}/${file}`)
      expect([file, answer.status, answer.html]).toEqual([file, 503, 'Back in a moment.\n'])
    }

    const seeding = run(['studio/seed/main.ts', 'seed'], env)
    running.push(seeding)
    expect(await seeding.ended, seeding.stderr()).toBe(0)
    running.push(run(['studio/serve/main.ts'], env))
    await waitForSite(siteUrl)
    expect((await fetchPage(`${siteUrl}/pricing`)).status).toBe(200)
  } finally {
    await Promise.all(running.map((one) => one.stop()))
  }
})
