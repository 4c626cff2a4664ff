import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePorts } from '#tests/support/ports.ts'
import { endAll, occupy, processesOf, type Running, run } from '#tests/support/processes.ts'
import { read, until } from '#tests/support/reading.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

/** Five seconds are promised; a slow machine may take as long as its start took. */
const stopWithinMs = (startMs: number) => Math.max(5_000, startMs)

const START = ['app/server/process/start.ts']

const READY = '\n  Studio  http'

const worker = () => test.info().parallelIndex + 4

let folder: string
test.beforeEach(() => {
  folder = newFolder()
})
test.afterEach(endAll)

type Env = Record<'PORT' | 'STUDIO_PORT' | 'HOST_PORT' | 'DATA_DIR', string>

async function environment(): Promise<Env> {
  const { site, studio, host } = await freePorts(worker())
  return { PORT: `${site}`, STUDIO_PORT: `${studio}`, HOST_PORT: `${host}`, DATA_DIR: join(folder, 'data') }
}

const printed = (running: Running, text: string) =>
  until(
    async () => running.stdout() + running.stderr(),
    (said) => said.includes(text),
    { withinMs: 60_000, everyMs: 20 },
  )

/** Nothing of the product runs any more, and its ports can be taken. */
async function expectNothingLeft({ PORT, STUDIO_PORT, HOST_PORT, DATA_DIR }: Env) {
  await until(
    async () => processesOf(DATA_DIR).join(', '),
    (left) => left === '',
  )
  for (const port of [PORT, STUDIO_PORT, HOST_PORT]) await (await occupy(Number(port)))()
}

test('an operator runs npm start with NODE_ENV and a proxy in the shell; the site serves production pages and the printed address opens the Studio, until SIGTERM', async ({
  page,
}) => {
  const env = await environment()
  const shell = { NODE_ENV: 'development', HTTP_PROXY: 'http://localhost:9' }
  const start = run(['start'], { ...env, ...shell }, { command: 'npm' })
  await printed(start, READY)
  const { html } = await read(`http://localhost:${env.PORT}/pricing`)
  expect(html).toContain('Choose Plan')
  expect(html).not.toContain('/@vite/client')

  const studio = `http://localhost:${env.STUDIO_PORT}`
  const signIn = page.getByRole('heading', { name: 'Sign in to the Studio' })
  await page.goto(`${studio}/structure`)
  await expect(signIn).toBeVisible()
  const printedUrl = /Studio {2}(\S+)/.exec(start.stdout())![1]!
  await page.goto(printedUrl)
  await expect(page).toHaveURL(new RegExp(`^${studio}/(?!\\?)`))
  await expect(page.getByRole('link', { name: 'Inbox' })).toBeVisible({ timeout: 120_000 })
  await page.context().clearCookies()
  await page.goto(printedUrl)
  await expect(signIn).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('not accepted')

  start.child.kill('SIGTERM')
  await start.ended
  await expectNothingLeft(env)
})

test('other accounts of the machine may read nothing in DATA_DIR, whatever the umask', async () => {
  const env = await environment()
  mkdirSync(env.DATA_DIR) // by an operator
  chmodSync(env.DATA_DIR, 0o755)
  const start = run(['-c', `umask 000; exec ${process.execPath} ${START}`], env, { command: 'sh' })
  await printed(start, READY)
  const { html } = await read(`http://localhost:${env.PORT}/`)
  const [image] = /\/media\/[^"' ]+/.exec(html) ?? ['']
  expect((await fetch(`http://localhost:${env.PORT}${image.replaceAll('&amp;', '&')}`)).status).toBe(200)
  const entries = ['', ...readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' })]
  for (const name of [
    'lake.db',
    'lake.lock',
    'site.lock',
    'host.sqlite',
    'last-good.sqlite',
    'assets',
    'media',
  ])
    expect(entries).toContain(name)
  expect(entries.filter((name) => (statSync(join(env.DATA_DIR, name)).mode & 0o077) !== 0)).toEqual([])
  await start.stop()
})

test.describe('an operator stops the product', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`with ${signal} while visitors are connected`, async () => {
      const env = await environment()
      const start = run(START, env)
      const startMs = await printed(start, READY)
      const sockets = await linger(env)
      const since = performance.now()
      start.child.kill(signal)
      expect(await start.ended).toBe(0)
      expect(performance.now() - since).toBeLessThan(stopWithinMs(startMs))
      await expectNothingLeft(env)
      for (const socket of sockets) socket.destroy()
      expect(start.stderr()).not.toMatch(/^\s+at /m)
    })

  /** Connects four visitors: one sends nothing, one half a request, one reads no answer, one listens to live events. */
  async function linger({ PORT, STUDIO_PORT }: Env): Promise<Socket[]> {
    const sockets = [PORT, PORT, PORT, STUDIO_PORT].map((port) => connect(Number(port), 'localhost'))
    for (const socket of sockets) socket.on('error', () => {})
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    const host = `Host: localhost:${PORT}\r\n`
    sockets[1]!.write(`POST /checkout/plan HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nplan=`)
    sockets[2]!.pause().write(`GET / HTTP/1.1\r\n${host}\r\n`.repeat(20))
    sockets[3]!.write(
      `GET /v2025-02-19/data/live/events/production HTTP/1.1\r\nHost: localhost:${STUDIO_PORT}\r\n\r\n`,
    )
    await new Promise((resolve) => sockets[3]!.once('data', resolve))
    return sockets
  }
})
