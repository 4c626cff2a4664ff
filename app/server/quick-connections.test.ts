import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type AskedQuickly, type QuickAnswer, QuickConnections } from '#app/server/quick-connections.ts'
import { PATIENCE } from '#app/server/web-server.ts'

/** More than the kernel takes for somebody who doesn’t read. */
const LARGE = Buffer.alloc(20_000_000, 'l')

/** Says what was understood of a request. */
function echo({ method, url, headers }: AskedQuickly) {
  // Node's own object can't take the second.
  const others = Object.entries(headers).filter(([name]) => name !== 'connection' && name !== '__proto__')
  const said = JSON.stringify([method, url, others.sort()])
  const body = url === '/large' ? LARGE : Buffer.from(said)
  return {
    status: url.startsWith('/missing') ? 404 : 200,
    headers: ['Content-Type', 'text/plain', 'Content-Length', String(body.length)],
    body: method === 'HEAD' ? undefined : body,
  }
}

/** `/gated` is answered once the test opens it. */
let open = () => {}

const answer: QuickAnswer = (asked, deliver) => {
  if (asked.url.startsWith('/rest')) return false
  const now = () => {
    deliver(echo(asked), ['X-Request-Id', 'r'])
    return true
  }
  if (asked.url.startsWith('/later-rest')) return Promise.resolve(false)
  if (asked.url === '/gated') return new Promise<void>((resolve) => (open = resolve)).then(now)
  return asked.url.startsWith('/later') ? pause(20).then(now) : now()
}

/** The same answers by Node's HTTP, and those that are its own. */
const byNode =
  (asked: string[]): RequestListener =>
  (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url}`)
    const { status, headers: about, body } = echo({ method, url, headers })
    request.resume().on('end', () => {
      response.writeHead(status, [...about, 'X-Request-Id', 'r']).end(body)
    })
  }

async function serve({
  quickly = true,
  limits = {},
}: {
  quickly?: boolean
  limits?: Partial<typeof PATIENCE>
} = {}) {
  const asked: string[] = []
  const server: Server = createServer({ keepAliveTimeout: PATIENCE.keepAliveMs }, byNode(asked))
  const quick = new QuickConnections(answer, { ...PATIENCE, ...limits })
  if (quickly) quick.before(server)
  onTestFinished(() => {
    server.close().closeAllConnections()
    quick.closeAll()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dial = () => {
    const heard = { text: '', isClosed: false }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (bytes) => (heard.text += bytes.toString('latin1')))
    socket.on('error', () => {}).on('close', () => (heard.isClosed = true))
    onTestFinished(() => void socket.destroy())
    return { socket, heard }
  }
  return { server, quick, port, asked, dial }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? []
const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true)

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

const LINES = [
  'GET /a HTTP/1.1',
  'GET /later HTTP/1.1',
  'GET /later-rest HTTP/1.1',
  'GET /rest HTTP/1.1',
  'GET /missing?a=b#c"<> HTTP/1.1',
  'HEAD /a HTTP/1.1',
  'POST /a HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET /a HTTP/1.0',
  'GET http://b/a HTTP/1.1',
  'GET  /a HTTP/1.1',
  'GET /a b HTTP/1.1',
  'GET /\u00e9 HTTP/1.1',
  'get /a HTTP/1.1',
  'GET /a HTTP/1.1 ',
  'GET /a',
  'PRI * HTTP/2.0',
  '',
]
const HEADERS = [
  'Host: b',
  'host:c',
  'Accept-Encoding: gzip, br',
  'Cookie: a=b; c=d',
  'X-Empty:',
  'X-Tab:\ta\tb\t',
  'X-Latin: \u00e9',
  'X-Null: a\u0000b',
  ' folded: a',
  'Spaced : a',
  'No colon',
  ': no name',
  '__proto__: a',
  'Constructor: a',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: +5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Upgrade: websocket',
  'Connection: keep-alive',
  'Connection: Keep-Alive',
  'Connection: upgrade',
  'Connection: close',
  'Proxy-Connection: close',
  'TE: trailers',
  'Range: bytes=0-1',
]
const BODIES = [
  '',
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '0\r\n\r\n',
  '\r\n',
  'GET /b HTTP/1.1\r\nHost: a\r\n\r\n',
]

const REQUEST = fc
  .record({
    line: fc.oneof({ weight: 3, arbitrary: fc.constant('GET /a HTTP/1.1') }, fc.constantFrom(...LINES)),
    host: fc.constantFrom('Host: a', 'Host: a', 'Host: a', 'X-No: host'),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
    end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
    body: fc.constantFrom(...BODIES),
  })
  .map(({ line, host, headers, end, body }) => `${[line, host, ...headers].join(end)}${end}${end}${body}`)

test('whatever is sent, in whatever pieces, the answers are those of Node’s HTTP', async () => {
  const [plain, quick] = [await serve({ quickly: false }), await serve()]
  const ask = async ({ dial, server }: typeof plain, pieces: string[]) => {
    const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const { socket, heard } = dial()
    const other = await taken
    let sent = 0
    for (const piece of pieces) {
      socket.write(piece, 'latin1')
      sent += piece.length
      // Each by itself: what comes together with nonsense is not answered.
      while (other.bytesRead < sent && !heard.isClosed) await pause(1)
      await pause(1)
    }
    // Who closes has heard all; else nothing more comes after a while.
    for (let quiet = 0, length = 0; quiet < 12 && !heard.isClosed; quiet++) {
      await pause(5)
      if (heard.text.length !== length) [quiet, length] = [0, heard.text.length]
    }
    socket.destroy()
    return { isClosed: heard.isClosed, answers: answersOf(heard.text) }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(REQUEST, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(400), { maxLength: 4 }),
      fc.boolean(),
      async (requests, cuts, isTogether) => {
        const whole = requests.join('')
        const places = isTogether
          ? [0, ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b), whole.length]
          : [0, ...requests.map((_, index) => requests.slice(0, index + 1).join('').length)]
        const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place))
        const sent = pieces.filter((piece) => piece !== '')
        const [wanted, got] = await Promise.all([ask(plain, sent), ask(quick, sent)])
        expect(got.isClosed).toBe(wanted.isClosed)
        const isNonsense = isRefused(wanted) || isRefused(got)
        // How many of those before nonsense that came with them are still answered is chance, by Node's HTTP too.
        const counted = isNonsense ? Math.min(before(wanted).length, before(got).length) : undefined
        const compared = (heard: Heard) => (isNonsense ? before(heard).slice(0, counted) : heard.answers)
        expect(compared(got)).toEqual(compared(wanted))
      },
    ),
    { numRuns: process.env.LONG_TESTS ? 10_000 : 150 },
  )
})

type Heard = { isClosed: boolean; answers: string[] }
const before = ({ answers }: Heard) => answers.filter((answer) => !answer.startsWith('HTTP/1.1 400'))
const isRefused = (heard: Heard) => before(heard).length < heard.answers.length

/** Heads with their lines in order, without what differs each time, and bodies. */
const answersOf = (text: string): string[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map((answer) => {
      const [head = '', ...body] = answer.split('\r\n\r\n')
      const [first, ...lines] = head.split('\r\n')
      const about = lines.filter((line) => !line.startsWith('Date: ')).sort()
      return [first, ...about, body.join('\r\n\r\n')].join('\n')
    })

test('who asks without reading is not answered further', async () => {
  const { port, server } = await serve()
  const taken = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause()
  const other = await taken
  for (let asked = 1; asked <= 3; asked++) {
    socket.write(get('/large'))
    await until(() => other.bytesRead === asked * get('/large').length)
    expect(other.isPaused()).toBe(true)
    expect(other.writableLength).toBeLessThan(2 * LARGE.length)
  }
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length)).resume()
  await until(() => bytes > 3 * LARGE.length)
})

test('a connection that asks nothing is closed: the first time soon, later a little after what was said', async () => {
  const { dial } = await serve({ limits: { headersMs: 60, keepAliveMs: 300 } })
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
  const { dial } = await serve({ limits: { headersMs: 5, keepAliveMs: 5 } })
  const { socket, heard } = dial()
  socket.write(get('/later'))
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
  const open = await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  expect(open).toBe(0)
})

test('a visitor who goes while the answer is made takes nothing along', async () => {
  const { dial } = await serve()
  const gone = dial()
  gone.socket.write(get('/later'))
  await pause(5)
  gone.socket.resetAndDestroy()
  await pause(30)
  const { socket, heard } = dial()
  socket.write(get('/a'))
  await until(() => answersIn(heard.text).length === 1)
})

test('what is asked while an answer is made is answered after it', async () => {
  const { dial } = await serve()
  const { socket, heard } = dial()
  socket.write(get('/gated'))
  await pause(10)
  socket.write(get('/a'))
  await pause(10)
  expect(heard.text).toBe('')
  open()
  await until(() => answersIn(heard.text).length === 2)
  expect(heard.text.indexOf('/gated')).toBeLessThan(heard.text.indexOf('"/a"'))
})

test('how long a connection may be silent is Node’s HTTP to say once it has it', async () => {
  const { dial } = await serve({ limits: { headersMs: 20, keepAliveMs: 20 } })
  const { socket, heard } = dial()
  socket.write('POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n')
  await pause(100)
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
  await pause(10)
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
  open()
  await until(() => waiting.heard.isClosed)
  expect(waiting.heard.text).toContain('Connection: close\r\n')
  expect(waiting.heard.text.endsWith(']')).toBe(true)
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
  await pause(10)
  waiting.socket.write(post)
  await pause(10)
  quick.leave()
  open()
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
