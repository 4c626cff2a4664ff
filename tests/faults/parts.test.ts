import { fork } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePorts } from '#tests/support/ports.ts'
import { pidOf } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { read } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// A service that keeps falling is restarted every ten seconds at most.
vi.setConfig({ testTimeout: 600_000 })
const PATIENCE = { timeout: 120_000, interval: 200 }

test('host or lake that falls and can’t come up: pages go on, the log and the figures say so, and it is tried again until it can', async () => {
  const product = await startProduct({ worker: 28 })
  onTestFinished(async () => void (await product.stop()))
  const { siteUrl, studioUrl, metricsUrl, dataDir } = product
  const figures = async () => (await fetch(metricsUrl)).text()
  const [, hostUrl] = /host ready (\S+)/.exec(product.output()) ?? []
  for (const [name, script, file, ask, figure] of [
    ['host', 'app/backend/main.ts', 'host.sqlite', `${hostUrl}/healthz`, 'host_up'],
    ['lake', 'studio/lake/main.ts', 'lake.db', `${studioUrl}/v1/ping`, 'content_live'],
  ] as const) {
    const database = ['', '-wal', '-shm'].map((ending) => join(dataDir, file + ending))
    for (const each of database) renameSync(each, `${each}.whole`)
    writeFileSync(join(dataDir, file), 'x'.repeat(10_000))
    process.kill(pidOf(product, script), 'SIGKILL')
    await expect.poll(product.output, PATIENCE).toContain(`${name} crashed; restarting`)
    await expect.poll(product.output, PATIENCE).toContain(`${file} can`) // … be opened, and why
    for (const path of [...ROUTES, '/readyz']) expect((await read(siteUrl + path)).status, path).toBe(200)
    await expect.poll(figures, PATIENCE).toMatch(new RegExp(`^${figure} 0$`, 'm'))

    for (const each of database) rmSync(each, { force: true })
    for (const each of database) renameSync(`${each}.whole`, each)
    const answers = () =>
      fetch(ask).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(answers, PATIENCE).toBe(true)
    await expect.poll(figures, PATIENCE).toMatch(new RegExp(`^${figure} 1$`, 'm'))
  }
})

test.each(['app/backend/main.ts', 'studio/lake/main.ts'])(
  '%s, when the terminal that it was started from is closed, stops as it does when it is told to',
  async (file) => {
    const DATA_DIR = newFolder()
    const { host, studio } = await freePorts(30)
    const env = { ...process.env, DATA_DIR, HOST_PORT: String(host), STUDIO_PORT: String(studio) }
    const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    child.kill('SIGHUP')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)

test.each(['app/backend/main.ts', 'studio/lake/main.ts'])(
  '%s, when who started it is gone before it is ready, goes as well, without a stack trace',
  async (file) => {
    const DATA_DIR = newFolder()
    const { host, studio } = await freePorts(30)
    const env = { ...process.env, DATA_DIR, HOST_PORT: String(host), STUDIO_PORT: String(studio) }
    const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.disconnect()
    let said = ''
    child.stdout?.on('data', (chunk) => (said += chunk))
    child.stderr?.on('data', (chunk) => (said += chunk))
    expect(await once(child, 'exit'), said).toEqual([0, null])
    expect(said).toContain(' ready http')
    expect(said).not.toMatch(/^ +at /m)
  },
)
