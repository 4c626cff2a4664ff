import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchPage } from '#tests/support/http.ts'
import { pidOf } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

// A service that keeps crashing is restarted every ten seconds at most.
vi.setConfig({ testTimeout: 600_000 })
const POLL = { timeout: 120_000, interval: 200 }

test('the site serves pages while backend or lake cannot start; log and metrics show it, and restarts continue until it can', async () => {
  const product = await startProduct({ worker: 28 })
  onTestFinished(async () => void (await product.stop()))
  const { siteUrl, studioUrl, metricsUrl, dataDir } = product
  const metrics = async () => (await fetch(metricsUrl)).text()
  const [, hostUrl] = /host ready (\S+)/.exec(product.output()) ?? []
  for (const [name, script, file, url, metric] of [
    ['host', 'app/backend/main.ts', 'host.sqlite', `${hostUrl}/healthz`, 'host_up'],
    ['lake', 'studio/serve/main.ts', 'lake.db', `${studioUrl}/v1/ping`, 'content_live'],
  ] as const) {
    const database = ['', '-wal', '-shm'].map((ending) => join(dataDir, file + ending))
    for (const path of database) renameSync(path, `${path}.original`)
    writeFileSync(join(dataDir, file), 'x'.repeat(10_000))
    process.kill(pidOf(product, script), 'SIGKILL')
    await expect.poll(product.output, POLL).toContain(`${name} crashed; restarting`)
    await expect.poll(product.output, POLL).toContain(`${file} can`)
    for (const path of [...ROUTES, '/readyz'])
      expect((await fetchPage(siteUrl + path)).status, path).toBe(200)
    await expect.poll(metrics, POLL).toMatch(new RegExp(`^${metric} 0$`, 'm'))

    for (const path of database) rmSync(path, { force: true })
    for (const path of database) renameSync(`${path}.original`, path)
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp, POLL).toBe(true)
    await expect.poll(metrics, POLL).toMatch(new RegExp(`^${metric} 1$`, 'm'))
  }
})
