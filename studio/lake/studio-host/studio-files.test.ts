import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ask, signIn, temporaryFolder, testLake } from '../lake.test-support.ts'

test('the built Studio of any project: its page under any address, hashed files for a year', async () => {
  const studioDist = temporaryFolder()
  mkdirSync(join(studioDist, 'static'))
  writeFileSync(join(studioDist, 'index.html'), '<!doctype html><title>Studio</title>')
  writeFileSync(join(studioDist, 'static/app-C_xLbxw2.js'), 'export {}')
  writeFileSync(join(studioDist, 'static/favicon.svg'), '<svg/>')
  const lake = await testLake({ studioDist })
  const { url } = lake
  const headers = { cookie: await signIn(lake) }
  for (const path of ['/', '/index.html', '/structure/plan;p1', '/intent/edit/id=a.b;type=plan/']) {
    const response = await fetch(url + path, { headers })
    expect(await response.text()).toContain('<title>Studio')
    // Neither auto-updates nor plugins that load from elsewhere are blocked.
    expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  const script = await fetch(`${url}/static/app-C_xLbxw2.js`, { headers: { 'sec-fetch-dest': 'script' } })
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(script.headers.get('cache-control')).toContain('immutable')
  const icon = await fetch(`${url}/static/favicon.svg`, { headers })
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  expect((await fetch(`${url}/static/gone-C_xLbxw2.js`, { headers })).status).toBe(404)
  for (const path of [
    '/../../etc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc/passwd.txt',
    '/static/..%2f..%2f..%2fetc/hosts',
  ]) {
    expect((await ask(lake, 'GET', path, headers)).body).not.toContain('localhost')
  }
})

test('a lake without a Studio serves no file', async () => {
  const lake = await testLake()
  const file = import.meta.filename.replace('.test', '')
  expect((await ask(lake, 'GET', file, { 'sec-fetch-dest': 'script' })).status).toBe(404)
  expect((await ask(lake, 'GET', file, { cookie: await signIn(lake) })).status).toBe(404)
})

test('a Studio that has not been built says so', async () => {
  const lake = await testLake({ studioDist: temporaryFolder() })
  const response = await fetch(lake.url, { headers: { cookie: await signIn(lake) } })
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('sanity build')
})

test('in development pages and sockets come from `sanity dev`, content from the lake', async () => {
  const dev = createServer((req, res) => res.setHeader('x-dev', 'yes').end(`dev ${req.method} ${req.url}`))
  const sockets = new WebSocketServer({ server: dev })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
  await new Promise<void>((resolve) => dev.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    sockets.close()
    dev.close()
  })
  const lake = await testLake({ studioDevUrl: `http://127.0.0.1:${(dev.address() as AddressInfo).port}` })
  expect((await ask(lake, 'GET', '/some/page')).status).toBe(401)
  const page = await ask(lake, 'GET', '/some/page?x=1', { cookie: await signIn(lake) })
  expect(page.body).toBe('dev GET /some/page?x=1')
  expect(await (await fetch(`${lake.url}/v1/ping`)).json()).toBe('PONG')

  const socket = new WebSocket(`${lake.url.replace('http', 'ws')}/hmr`, { headers: { origin: lake.url } })
  const answer = new Promise((resolve) => socket.on('message', (data) => resolve(String(data))))
  socket.on('open', () => socket.send('hello'))
  expect(await answer).toBe('echo hello')
  socket.close()

  const stopped = await testLake({ studioDevUrl: 'http://127.0.0.1:1' })
  expect((await fetch(stopped.url, { headers: { cookie: await signIn(stopped) } })).status).toBe(502)
})
