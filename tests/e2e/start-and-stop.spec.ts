import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { fetchPage } from '#tests/support/http.ts'
import { run, stopAllProcesses, waitForOutput } from '#tests/support/processes.ts'
import {
  expectAllStopped,
  READY,
  START,
  type StartEnv,
  startEnvironment,
  stopWithinMs,
} from '#tests/support/start-command.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

let env: StartEnv
test.beforeEach(async () => {
  env = await startEnvironment(join(newFolder(), 'data'))
})
test.afterEach(stopAllProcesses)

test('an operator runs npm start with NODE_ENV and a proxy in the shell; the site serves production pages and the printed address opens the Studio, until SIGTERM', async ({
  page,
}) => {
  const shell = { NODE_ENV: 'development', HTTP_PROXY: 'http://localhost:9' }
  const start = run(['start'], { ...env, ...shell }, { command: 'npm' })
  await waitForOutput(start, READY)
  const { html } = await fetchPage(`http://localhost:${env.PORT}/pricing`)
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
  await expectAllStopped(env)
})

test('other accounts of the machine can read nothing in DATA_DIR, whatever the umask', async () => {
  mkdirSync(env.DATA_DIR) // by an operator
  chmodSync(env.DATA_DIR, 0o755)
  const start = run(['-c', `umask 000; exec ${process.execPath} ${START}`], env, { command: 'sh' })
  await waitForOutput(start, READY)
  const { html } = await fetchPage(`http://localhost:${env.PORT}/`)
  const [image] = /\/media\/[^"' ]+/.exec(html) ?? ['']
  expect((await fetch(`http://localhost:${env.PORT}${image.replaceAll('&amp;', '&')}`)).status).toBe(200)
  const entries = ['', ...readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' })]
  const expected = ['lake.db', 'lake.lock', 'site.lock', 'host.sqlite', 'last-good.sqlite', 'assets', 'media']
  expect(entries).toEqual(expect.arrayContaining(expected))
  // The site is still caching images: a temporary file may be gone by the time we look at it.
  const mode = (name: string) => statSync(join(env.DATA_DIR, name), { throwIfNoEntry: false })?.mode ?? 0
  expect(entries.filter((name) => (mode(name) & 0o077) !== 0)).toEqual([])
  await start.stop()
})

test('an operator stops the product with SIGTERM while visitors are connected', async () => {
  const start = run(START, env)
  const withinMs = stopWithinMs(await waitForOutput(start, READY))
  const sockets = await connectVisitors()
  const since = performance.now()
  start.child.kill('SIGTERM')
  expect(await start.ended).toBe(0)
  expect(performance.now() - since).toBeLessThan(withinMs)
  await expectAllStopped(env)
  for (const socket of sockets) socket.destroy()
  expect(start.stderr()).not.toMatch(/^\s+at /m)
})

/** Connects four visitors: one sends nothing, one half a request, one reads no answer, one listens to live events. */
async function connectVisitors(): Promise<Socket[]> {
  const { PORT, STUDIO_PORT } = env
  const sockets = [PORT, PORT, PORT, STUDIO_PORT].map((port) => connect(Number(port), 'localhost'))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const host = `Host: localhost:${PORT}\r\n`
  sockets[1]!.write(`POST /checkout/plan HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nplan=`)
  sockets[2]!.pause().write(`GET / HTTP/1.1\r\n${host}\r\n`.repeat(20))
  sockets[3]!.write(
    `GET /v2025-02-19/data/live/events/production HTTP/1.1\r\nHost: localhost:${STUDIO_PORT}\r\n\r\n`,
  )
  await once(sockets[3]!, 'data')
  return sockets
}
