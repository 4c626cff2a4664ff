import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serve } from '#app/server/quick-connections.test-support.ts'

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
