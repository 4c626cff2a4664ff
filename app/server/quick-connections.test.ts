import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  answersIn,
  get,
  LARGE,
  openGate,
  serve,
  until,
  untilGated,
} from '#app/server/quick-connections.test-support.ts'

test('finished bytes leave without Node’s HTTP, one answer after the other', async () => {
  const { dial, asked } = await serve()
  const { socket, heard } = dial()
  for (const [index, path] of ['/a', '/later', '/missing', '/b?c=d'].entries()) {
    socket.write(get(path, 'Accept: text/html\r\nX-Twice: one:two, three \t\r\n'))
    await until(() => answersIn(heard.text).length === index + 1)
  }
  await until(() => heard.text.endsWith(']'))
  expect(heard.text).toContain(
    '["GET","/later",[["accept","text/html"],["host","a"],["x-twice","one:two, three"]]]',
  )
  expect(heard.text).toMatch(
    /^HTTP\/1\.1 200 OK\r\nX-Request-Id: r\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/,
  )
  expect(heard.text).toContain('Connection: keep-alive\r\nKeep-Alive: timeout=75\r\n')
  expect(asked).toEqual([])
})

test('each answer says when it was made', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { dial } = await serve()
  const { socket, heard } = dial()
  for (const [index, time] of ['2026-02-28T23:59:59.900Z', '2026-03-01T00:00:00.100Z'].entries()) {
    vi.setSystemTime(time)
    socket.write(get('/a'))
    await until(() => answersIn(heard.text).length === index + 1)
  }
  expect(heard.text.match(/^Date: .*$/gm)?.map((line) => line.trim())).toEqual([
    'Date: Sat, 28 Feb 2026 23:59:59 GMT',
    'Date: Sun, 01 Mar 2026 00:00:00 GMT',
  ])
})

test('what is for Node’s HTTP reaches it as it came, and all that follows on its connection', async () => {
  const { dial, asked } = await serve()
  const { socket, heard } = dial()
  socket.write(get('/a'))
  await until(() => answersIn(heard.text).length === 1)
  socket.write(get('/rest'))
  await until(() => answersIn(heard.text).length === 2)
  socket.write('POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc')
  socket.write(get('/c'))
  await until(() => answersIn(heard.text).length === 4)
  expect(asked).toEqual(['GET /rest', 'POST /b', 'GET /c'])
  for (const [path, headers, answers] of [
    ['/later-rest', '', 1],
    ['/expects', 'Expect: 100-continue\r\n', 2],
  ] as const) {
    const other = dial()
    other.socket.write(get(path, headers))
    await until(() => answersIn(other.heard.text).length === answers)
    expect(asked.at(-1)).toBe(`GET ${path}`)
  }
})

test.each(['/large', '/later-large'])(
  'who asks for %s without reading is not answered further',
  async (path) => {
    const { port, server } = await serve()
    const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.pause()
    const other = await taken
    for (let asked = 1; asked <= 3; asked++) {
      socket.write(get(path))
      await until(() => other.bytesRead === asked * get(path).length && other.writableLength > 0)
      await pause(5)
      expect(other.isPaused()).toBe(true)
      expect(other.writableLength).toBeLessThan(2 * LARGE.length)
    }
    let bytes = 0
    socket.on('data', (chunk) => (bytes += chunk.length)).resume()
    await until(() => bytes > 3 * LARGE.length)
  },
)

test('a connection that asks nothing is closed: the first time soon, later a little after what was said', async () => {
  const { dial } = await serve({ limits: { headersMs: 400, keepAliveMs: 300 } })
  const silent = dial()
  const asking = dial()
  asking.socket.write(get('/a'))
  const since = performance.now()
  await until(() => silent.heard.isClosed)
  expect(silent.heard.text).toBe('')
  expect(asking.heard.isClosed).toBe(false)
  await until(() => asking.heard.isClosed)
  expect(performance.now() - since).toBeGreaterThan(1_250)
  expect(answersIn(asking.heard.text)).toHaveLength(1)
})

test('an answer that takes longer than a connection may be silent is waited for', async () => {
  const { dial } = await serve({ limits: { keepAliveMs: 5 } })
  const { socket, heard } = dial()
  socket.write(get('/gated'))
  await pause(1_100)
  expect(heard).toEqual({ text: '', isClosed: false })
  openGate()
  await until(() => heard.isClosed)
  expect(answersIn(heard.text)).toHaveLength(1)
})

test('who says that nothing more comes has the answer, and the connection ends', async () => {
  const { dial, server } = await serve()
  for (const path of ['/a', '/later', '/missing']) {
    const { socket, heard } = dial()
    socket.end(get(path))
    await until(() => heard.isClosed)
    expect(answersIn(heard.text), path).toHaveLength(1)
  }
  const open = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(open).toBe(0)
})

test('a visitor who goes while the answer is made takes nothing along', async () => {
  const { dial, server, handedOn } = await serve()
  for (const path of ['/gated', '/gated-rest']) {
    const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const gone = dial()
    gone.socket.write(get(path))
    const other = await taken
    await until(() => other.bytesRead > 0)
    gone.socket.resetAndDestroy()
    await until(() => other.destroyed)
    openGate()
    await pause(10)
  }
  expect(handedOn, 'nobody would take it from there again').toEqual([])
  const { socket, heard } = dial()
  socket.write(get('/a'))
  await until(() => answersIn(heard.text).length === 1)
})

test('what is asked while an answer is made is answered after it', async () => {
  const { dial } = await serve()
  const { socket, heard } = dial()
  socket.write(get('/gated'))
  await untilGated()
  socket.write(get('/a'))
  await pause(10)
  expect(heard.text).toBe('')
  openGate()
  await until(() => answersIn(heard.text).length === 2)
  expect(heard.text.indexOf('/gated')).toBeLessThan(heard.text.indexOf('"/a"'))
})

test('how long a connection may be silent is Node’s HTTP to say once it has it', async () => {
  const { dial, asked } = await serve({ limits: { headersMs: 300, keepAliveMs: 20 } })
  const { socket, heard } = dial()
  socket.write('POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n')
  await until(() => asked.length === 1)
  await pause(400)
  socket.write('abc')
  await until(() => answersIn(heard.text).length === 1)
})

test('a server that leaves answers what is under way, says that it was the last, and ends idle connections', async () => {
  const { dial, quick, asked } = await serve()
  const [idle, waiting, fresh] = [dial(), dial(), dial()]
  idle.socket.write(get('/a'))
  fresh.socket.write(get('/a'))
  await until(() => answersIn(idle.heard.text).length === 1 && answersIn(fresh.heard.text).length === 1)
  waiting.socket.write(get('/gated'))
  await untilGated()
  quick.leave()
  const late = dial()
  for (const [{ socket, heard }, path] of [
    [fresh, '/b'],
    [late, '/c'],
  ] as const) {
    const before = answersIn(heard.text).length
    socket.write(get(path))
    await until(() => answersIn(heard.text).length === before + 1)
  }
  expect(asked, 'Node’s HTTP says what its answers say then').toEqual(['GET /b', 'GET /c'])
  quick.closeIdle()
  await until(() => idle.heard.isClosed)
  expect(waiting.heard).toEqual({ text: '', isClosed: false })
  openGate()
  await until(() => waiting.heard.isClosed)
  expect(waiting.heard.text).toContain('Connection: close\r\n')
  expect(waiting.heard.text.endsWith(']')).toBe(true)
})

test('a server that leaves ends no connection that Node’s HTTP has, and none before what was written has left', async () => {
  const { dial, quick, server, asked } = await serve()
  const posting = dial()
  posting.socket.write(get('/a'))
  await until(() => answersIn(posting.heard.text).length === 1)
  posting.socket.write('POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n')
  const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const reading = dial()
  reading.socket.pause().write(get('/large'))
  const other = await taken
  await until(() => asked.length === 1 && other.writableLength > 0)
  quick.leave()
  quick.closeIdle()
  posting.socket.write('abc')
  await until(() => answersIn(posting.heard.text).length === 2)
  reading.socket.resume()
  await until(() => reading.heard.isClosed)
  expect(reading.heard.text.length).toBeGreaterThan(LARGE.length)
})

test('a connection that is closed is kept nowhere', async () => {
  const { dial, server, quick } = await serve()
  const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const { socket, heard } = dial()
  const other = await taken
  socket.write(get('/a'))
  await until(() => answersIn(heard.text).length === 1)
  socket.destroy()
  await until(() => other.closed)
  const end = vi.spyOn(other, 'destroySoon')
  quick.closeIdle()
  expect(end).not.toHaveBeenCalled()
})

test('a first request that is still on its way when idle connections are closed is answered, and waited for a second', async () => {
  const { dial, quick, server, asked } = await serve()
  let taken = 0
  server.on('connection', () => taken++)
  const [{ socket, heard }, silent] = [dial(), dial()]
  await until(() => taken === 2)
  quick.leave()
  quick.closeIdle()
  const since = performance.now()
  await pause(20)
  socket.write(get('/a'))
  await until(() => heard.isClosed || answersIn(heard.text).length === 1)
  expect(asked).toEqual(['GET /a'])
  await until(() => silent.heard.isClosed)
  expect(performance.now() - since).toBeLessThan(2_500)
})

test('what comes behind a connection’s last answer is not done: nobody would hear of it', async () => {
  const { dial, quick, asked } = await serve()
  const post = 'POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'
  const waiting = dial()
  waiting.socket.write(get('/gated'))
  await untilGated()
  waiting.socket.write(post)
  await pause(10)
  quick.leave()
  openGate()
  await until(() => waiting.heard.isClosed)
  expect(waiting.heard.text).toContain('Connection: close\r\n')
  expect(answersIn(waiting.heard.text)).toHaveLength(1)
  expect(asked).toEqual([])
})

test('what is the least unusual is for Node’s HTTP to answer, or to refuse', async () => {
  const { dial, asked } = await serve({ limits: { headerBytes: 2_000, headerCount: 10 } })
  const many = Array.from({ length: 10 }, (_, index) => `X-${index}: 1\r\n`).join('')
  const unusual = [
    get('/a', `X-Long: ${'a'.repeat(2_000)}\r\n`),
    get('/a', many),
    get('/a', 'X-Twice: 1\r\nx-twice: 2\r\n'),
    get('/a', 'X-Latin: \u00e9\r\n'),
    get('/a', 'Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n'),
    get('/a', 'Upgrade: h2c\r\n'),
    get('/a', 'Connection: close\r\n'),
    get('/a', 'Proxy-Connection: close\r\n'),
    get('/a', 'Content-Length: 0\r\n'),
    `${get('/a', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`,
    get('/a').replace('1.1', '1.0'),
    get('/a').replace('GET', 'OPTIONS'),
    get('/a').replace('/a', 'http://a/a'),
  ]
  for (const [index, request] of unusual.entries()) {
    const { socket, heard } = dial()
    socket.write(request, 'latin1')
    await until(() => answersIn(heard.text).length === 1)
    expect(asked, request).toHaveLength(index + 1)
  }
  for (const refused of [
    get('/a').replace('Host', 'X-Host'),
    get('/a', 'X-Null: a\0b\r\n'),
    'nonsense\r\n\r\n',
  ]) {
    const { socket, heard } = dial()
    socket.write(refused)
    await until(() => heard.isClosed)
    expect(heard.text, refused).toMatch(/^HTTP\/1\.1 400 /)
  }
  expect(asked).toHaveLength(unusual.length)
})
