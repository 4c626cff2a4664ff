import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parseEnv } from '#app/env.server.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { mediaRelay, ShownPictures } from '#app/server/media.ts'
import { answerTo } from '#app/server/representation.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const PICTURE = `/media/images/local/production/${'a'.repeat(40)}-20x10.jpg`
const folder = newFolder()
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function relaying(
  bytes: Buffer,
  limits?: Parameters<typeof mediaRelay>[2],
  type = 'image/jpeg',
  statuses: number[] = [],
) {
  const asked: string[] = []
  const lake = await listen((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(statuses.shift() ?? 200, { 'Content-Type': type }).end(bytes)
  })
  const env = parseEnv({ STUDIO_PORT: String(lake), DATA_DIR: folder })
  const shown = new ShownPictures()
  let relay = mediaRelay(env, shown, limits)
  const port = await listen(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const { status, headers, body } = answerTo(request, await relay(request, path, query))
    response.writeHead(status, headers).end(body)
  })
  return {
    asked,
    shown,
    port,
    get: (query: string) => fetch(`http://localhost:${port}${PICTURE}${query}`),
    restart: () => {
      relay = mediaRelay(env, shown, limits)
    },
  }
}

test('a drawing is sent compressed, as a browser takes it; a photograph as it is', async () => {
  const drawing = `<svg>${'<path d="M0 0h20v20z"/>'.repeat(100)}</svg>`
  const { port } = await relaying(Buffer.from(drawing), undefined, 'image/svg+xml')
  const get = (coding: string, path: string) =>
    fetch(`http://localhost:${port}${path}`, { headers: { 'Accept-Encoding': coding } })
  const svg = PICTURE.replace('.jpg', '.svg/logo.svg')
  const tags = new Set<string | null>()
  for (const coding of ['br', 'gzip', 'identity']) {
    const { headers, text } = await get(coding, svg).then(async (answer) => ({
      headers: answer.headers,
      text: await answer.text(),
    }))
    expect(text).toBe(drawing)
    expect(headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
    expect(Number(headers.get('content-length'))).toBeLessThan(coding === 'identity' ? 3_000 : 200)
    expect(headers.get('vary')).toContain('Accept-Encoding')
    tags.add(headers.get('etag'))
  }
  expect(tags.size).toBe(3)
  expect((await get('br', PICTURE)).headers.get('content-encoding')).toBeNull()
})

test('a drawing stays one, and a picture keeps its format where the page does not leave it to the browser', async () => {
  const { asked, port } = await relaying(Buffer.from('picture'))
  for (const path of [`${PICTURE}?w=20`, `${PICTURE.replace('.jpg', '.svg')}?auto=format`])
    await fetch(`http://localhost:${port}${path}`, { headers: { Accept: 'image/avif' } })
  expect(asked).toHaveLength(2)
  expect(asked.filter((address) => address.includes('fm='))).toEqual([])
})

test('the lake is asked for nothing that no page shows', async () => {
  const { asked, port, get } = await relaying(Buffer.from('picture'))
  for (const query of ['?w=0', '?w=4001', '?h=-1', '?w=20&w=30', '?w=a', '?rect=0,0,1,1%26x'])
    expect((await get(query)).status, query).toBe(404)
  for (const path of [PICTURE.replace('local', 'other'), PICTURE.replace('production', 'drafts')])
    expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404)
  const posted = await fetch(`http://localhost:${port}${PICTURE}`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(asked).toEqual([])
  expect((await get('?w=4000&h=1')).status).toBe(200)
  // Of a picture that is larger the whole in another format would take the lake minutes.
  for (const query of ['?rect=0,0,9,9', '?q=34&fit=crop']) await get(query)
  expect(asked.slice(1).map((address) => address.replace(/^[^?]*/, ''))).toEqual([
    '?rect=0%2C0%2C9%2C9&w=4000&fit=max',
    '?fit=max&q=34&w=4000',
  ])
})

test('a picture that the lake does not have, or can’t give now, is kept by nobody', async () => {
  const { asked, get } = await relaying(Buffer.from('picture'), undefined, 'image/jpeg', [404, 400, 500])
  for (const status of [404, 404, 502]) {
    const answer = await get('')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
  }
  expect((await get('')).status).toBe(200)
  expect(asked).toHaveLength(4)
  const page = await relaying(Buffer.from('<h1>Sign in</h1>'), undefined, 'text/html')
  expect((await page.get('?w=9')).status).toBe(502)
})

test('many who ask for a picture at once cost one question to the lake', async () => {
  const { asked, get } = await relaying(Buffer.from('picture'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('?w=20')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked).toHaveLength(1)
})

test('the lake draws few at a time, whatever sizes somebody asks for at once; what it hands out as it is waits for none', async () => {
  const open: (() => void)[] = []
  const lake = await listen((_request, response) => {
    open.push(() => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('picture'))
  })
  const relay = mediaRelay(parseEnv({ STUDIO_PORT: String(lake), DATA_DIR: folder }))
  const get = (query: string, path = PICTURE) => relay({ method: 'GET', headers: {} }, path, query)
  const asked = Array.from({ length: 20 }, (_, width) => get(`w=${width + 1}`))
  asked.push(get(''), get('w=9', PICTURE.replace('.jpg', '.svg')))
  await expect.poll(() => open.length).toBe(5)
  for (let done = 0; done < asked.length; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(done)
    expect(open.length).toBeLessThan(done + 6)
    open[done]?.()
  }
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
})

test('what pages show is drawn before the sizes that somebody makes up, however many come after it and whatever they add', async () => {
  const asked: string[] = []
  const open: (() => void)[] = []
  const lake = await listen((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://lake').search)
    open.push(() => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('picture'))
  })
  const shown = new ShownPictures()
  shown.note(
    `<img srcSet="${PICTURE}?w=360&amp;h=9 360w, ${PICTURE}?w=640&amp;h=9 640w" src="${PICTURE}?w=640&amp;h=9"/>`,
  )
  const relay = mediaRelay(parseEnv({ STUDIO_PORT: String(lake), DATA_DIR: folder }), shown)
  const get = (query: string) => relay({ method: 'GET', headers: {} }, PICTURE, query)
  const flood = (from: number) => Array.from({ length: 10 }, (_, i) => get(`w=${from + i}`))
  // One after the other: each looks on the disk first, and which is back first is nobody's rule.
  const answers = flood(1)
  await expect.poll(() => open.length).toBe(3)
  // One is drawn beside the flood at once.
  answers.push(get('w=360&h=9&x=1'), get('w=360&h=9'))
  await expect.poll(() => open.length).toBe(4)
  answers.push(get('w=640&h=9'), ...flood(11))
  open[0]?.()
  await expect.poll(() => open.length).toBe(5)
  expect(asked.slice(3)).toEqual(['?w=360&h=9', '?w=640&h=9'])
  for (let done = 1; done < answers.length; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(done)
    open[done]?.()
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('a flood of sizes does not take what pages show from the disk, also what was kept before a restart', async () => {
  const { asked, shown, get, restart } = await relaying(Buffer.from('picture'), { maxKept: 6, keptAfter: 3 })
  shown.note(`<img src="${PICTURE}?w=360"/>`)
  await get('?w=360')
  restart()
  await get('?w=360')
  for (let width = 1; width <= 20; width++) await get(`?w=${width}`)
  restart()
  const before = asked.length
  expect((await get('?w=360')).status).toBe(200)
  expect(asked.length).toBe(before)
  await get('?w=1')
  expect(asked.length).toBe(before + 1)
})

test('the kept pictures stay bounded, whatever sizes somebody asks for', async () => {
  const { asked, get } = await relaying(Buffer.from('picture'), { maxKept: 6, keptAfter: 3 })
  for (let width = 1; width <= 20; width++) expect((await get(`?w=${width}`)).status).toBe(200)
  expect(readdirSync(join(folder, 'media')).filter((name) => name.endsWith('.type')).length).toBeLessThan(7)
  expect(readdirSync(join(folder, 'media')).length).toBeLessThan(14)
  // What the site never asks for makes no picture of its own.
  const before = asked.length
  for (const query of ['?w=20&blur=1', '?w=20&q=12', '?w=20&fp-x=0.1']) await get(query)
  expect(asked.length).toBe(before)
  await get('?w=20&q=34')
  expect(asked.length).toBe(before + 1)
  expect(new URL(asked.at(-1)!, 'http://lake').searchParams.get('q')).toBe('34')
})

test('what is kept in memory stays bounded, however long the addresses are that strangers make', async () => {
  const { asked, get } = await relaying(Buffer.from('picture'), { memoryBytes: 20_000 })
  /** Whether a picture is in memory: a folder that is gone has it no more. */
  const isInMemory = async (address: string) => {
    rmSync(join(folder, 'media'), { recursive: true })
    const before = asked.length
    expect((await get(address)).status).toBe(200)
    return asked.length === before
  }
  await get('?auto=format')
  expect(await isInMemory('?auto=format')).toBe(true)
  await get('?auto=other')
  expect(await isInMemory('?auto=other'), 'no page asks so').toBe(false)
  for (let name = 1; name < 5; name++) await get(`/${'long'.repeat(1_000)}-${name}.jpg`)
  expect(await isInMemory('?auto=format'), 'it has made room').toBe(false)
})

test.each<[string, (file: string) => void]>([
  ['has another byte', (file) => writeFileSync(file, 'pictore')],
  ['is cut off', (file) => writeFileSync(file, 'pic')],
  ['is gone', (file) => rmSync(file)],
  ['was kept without a checksum', (file) => writeFileSync(`${file}.type`, 'image/jpeg')],
])('a kept picture that %s is asked for anew', async (_what, harm) => {
  const { asked, get, restart } = await relaying(Buffer.from('picture'))
  const picture = async () => {
    restart()
    const answer = await get('')
    return [answer.status, answer.headers.get('content-type'), await answer.text()]
  }
  const whole = [200, 'image/jpeg', 'picture']
  expect(await picture()).toEqual(whole)
  expect(await picture()).toEqual(whole)
  expect(asked).toHaveLength(1)
  const [name = ''] = readdirSync(join(folder, 'media')).filter((each) => !each.endsWith('.type'))
  harm(join(folder, 'media', name))
  expect(await picture()).toEqual(whole)
  expect(await picture()).toEqual(whole)
  expect(asked).toHaveLength(2)
})

test.skipIf(process.platform !== 'linux')('a visitor who goes away leaves no file open', async () => {
  const { port, get } = await relaying(Buffer.alloc(4_000_000))
  await (await get('')).arrayBuffer()
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  for (let i = 0; i < 20; i++) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, 'localhost', () =>
        socket.write(`GET ${PICTURE} HTTP/1.1\r\nHost: a\r\n\r\n`),
      )
      socket.once('data', () => socket.destroy()).once('close', () => resolve())
    })
  }
  await expect.poll(() => open() - before).toBeLessThan(10)
})
