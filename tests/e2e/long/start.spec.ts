import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { createClient, type SanityClient } from '@sanity/client'
import { SENT } from '#app/contact/enquiry-form.ts'
import { faultProxy } from '#tests/support/fault-proxy.ts'
import { enquiryFields } from '#tests/support/plain-form.ts'
import { freePorts } from '#tests/support/ports.ts'
import { endAll, occupy, pidOf, processesOf, type Running, run } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { read, takenOver, until, words } from '#tests/support/reading.ts'

// The last file: one browser would wait for the other. Each test has folder and ports of its own.
test.describe.configure({ mode: 'parallel' })

/** A machine that does much else takes its time; what hangs takes for ever. */
const FAIL_WITHIN_MS = 60_000
/** What is promised, where a start takes no longer than that; on a slower machine no longer than its start. */
const stopWithinMs = (startMs: number) => Math.max(5_000, startMs)
/** On a machine that does much else, or whose memory is slow. */
const LATE_MS = 3_000
const START = ['app/server/process/start.ts']
const READY = '\n  Studio  http'
const worker = () => test.info().parallelIndex + 4
let folder: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyturn-'))
})

test.afterEach(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

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

test.describe('what stops a start', () => {
  const LINES: [what: string, change: (env: Env) => Record<string, string>, names: string][] = [
    ['a bad variable', () => ({ PORT: 'abc' }), 'PORT'],
    ['one port for two', ({ STUDIO_PORT }) => ({ PORT: STUDIO_PORT }), 'PORT'],
    ['a port among the event streams', ({ STUDIO_PORT }) => ({ PORT: `${Number(STUDIO_PORT) + 3}` }), 'PORT'],
  ]
  for (const [what, change, names] of LINES)
    test(what, async () => {
      const env = await environment()
      await expectOneLine({ ...env, ...change(env) }, names)
      await expectNothingLeft(env)
    })

  for (const [name, host] of [
    ['PORT', '127.0.0.1'],
    ['STUDIO_PORT', '::'],
  ] as const)
    test(`${name} taken on ${host}`, async () => {
      const env = await environment()
      const giveBack = await occupy(Number(env[name]), host)
      expect(await expectOneLine(env, name)).toBe(
        `Port ${env[name]} is taken: stop what uses it, or set ${name}.\n`,
      )
      await giveBack()
      await expectNothingLeft(env)
    })

  test('the port taken of the Studio that npm run dev reloads', async () => {
    const env = await environment()
    const port = Number(env.STUDIO_PORT) + 17
    const giveBack = await occupy(port, '127.0.0.1')
    expect(await expectOneLine(env, 'STUDIO_PORT', [...START, '--dev'])).toContain(`${port} is taken`)
    await giveBack()
  })

  test('a DATA_DIR that can’t be written', async () => {
    const env = await environment()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const DATA_DIR of [file, join(file, 'below'), '/proc/keyturn'])
      await expectOneLine({ ...env, DATA_DIR }, 'DATA_DIR')
    await expectNothingLeft(env)
  })

  test('a DATA_DIR that another product uses, whose mails and payments are left to it', async () => {
    const env = await environment()
    const first = run(START, env)
    await printed(first, READY)
    const others = await freePorts(worker() + 4)
    const second = run(START, {
      ...env,
      PORT: `${others.site}`,
      STUDIO_PORT: `${others.studio}`,
      HOST_PORT: `${others.host}`,
    })
    expect(await second.ended).toBe(1)
    expect(second.stderr().trimEnd().split('\n'), 'one line').toHaveLength(1)
    expect(second.stderr()).toContain(`DATA_DIR=${env.DATA_DIR} is in use`)
    expect(second.stdout()).not.toContain('host ready')
  })

  test('a DATA_DIR that another site uses, with host and lake elsewhere, until that one is gone', async () => {
    const env = await environment()
    const elsewhere = { HOST_URL: 'http://localhost:1', SANITY_PROJECT_ID: 'elsewhere' }
    const site = (PORT: string | number) =>
      run(['app/server/main.ts'], { ...env, ...elsewhere, PORT: `${PORT}` })
    const first = site(env.PORT)
    await printed(first, 'site ready')
    const { site: port } = await freePorts(worker() + 4)
    const second = site(port)
    expect(await second.ended).toBe(1)
    const lines = second.stderr().trimEnd().split('\n')
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
      `DATA_DIR=${env.DATA_DIR} is in use: another site works on it.`,
    ])
    first.child.kill('SIGKILL')
    await first.ended
    await printed(site(port), 'site ready')
  })

  async function expectOneLine(env: Record<string, string>, names: string, args = START): Promise<string> {
    const since = performance.now()
    const start = run(args, env)
    const code = await start.ended
    expect(performance.now() - since).toBeLessThan(FAIL_WITHIN_MS)
    expect(code).toBe(1)
    expect(start.stdout()).not.toContain(READY)
    expect(start.stderr().trimEnd().split('\n'), 'one line').toHaveLength(1)
    expect(start.stderr()).toContain(names)
    return start.stderr()
  }
})

test.describe('a stop', () => {
  test('by a signal that every process gets at once: what a visitor is sending still arrives', async () => {
    const env = await environment()
    const start = run(START, env, { group: true })
    await printed(start, READY)
    const siteUrl = `http://localhost:${env.PORT}`
    const { html } = await read(`${siteUrl}/contact-us`)
    const body = String(new URLSearchParams(enquiryFields(html, { firstName: 'Ann' })))
    const head = [
      'POST /contact-us HTTP/1.1',
      `Host: localhost:${env.PORT}`,
      `Origin: ${siteUrl}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ]
    const sending = connect(Number(env.PORT), 'localhost')
    let answer = ''
    sending.on('data', (chunk) => (answer += chunk)).on('error', () => {})
    sending.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
    process.kill(-start.child.pid!, 'SIGTERM')
    await printed(start, 'site stopping')
    sending.write(body.slice(-1))
    expect(await start.ended).toBe(0)
    expect(answer).toContain(SENT)
    await expectNothingLeft(env)
  })

  test('by Ctrl-C, which reaches every process at once, pressed twice', async () => {
    const env = await environment()
    const start = run(START, env, { group: true })
    const startMs = await printed(start, READY)
    const since = performance.now()
    process.kill(-start.child.pid!, 'SIGINT')
    await pause(20)
    try {
      process.kill(-start.child.pid!, 'SIGINT')
    } catch {
      // It was quicker than the second press.
    }
    expect(await start.ended).toBe(0)
    expect(performance.now() - since).toBeLessThan(stopWithinMs(startMs))
    await expectNothingLeft(env)
    expect(start.stderr()).not.toMatch(/crashed|^\s+at /m)
  })

  test('while it starts, at any moment, and the next start works', async () => {
    const env = await environment()
    const stopsMs: number[] = []
    for (const moment of [20, 60, 100, 150, 200, 300, 'lake ready', 'Putting the starting content']) {
      const start = run(START, env)
      if (typeof moment === 'string') await printed(start, moment)
      else await pause(moment)
      const since = performance.now()
      start.child.kill('SIGTERM')
      // Node itself ends a process that has not yet said what it does at a signal.
      const endings = typeof moment === 'string' ? [0] : [0, 'SIGTERM']
      expect(endings, `${moment}`).toContain(await start.ended)
      stopsMs.push(performance.now() - since)
      await expectNothingLeft(env)
    }
    const start = run(START, env)
    const withinMs = stopWithinMs(await printed(start, READY))
    expect(Math.max(...stopsMs)).toBeLessThan(withinMs)
    expect((await read(`http://localhost:${env.PORT}/pricing`)).html).toContain('Choose Plan')
    // Nobody is there to pass a signal on: the parts notice that they are alone.
    start.child.kill('SIGKILL')
    await start.ended
    await until(
      async () => processesOf(env.DATA_DIR).join(', '),
      (left) => left === '',
      { withinMs },
    )
    await expectNothingLeft(env)
  })
})

test('a start whose output nobody reads any more goes on', async () => {
  const env = await environment()
  const script = ['-c', '"$0" app/server/process/start.ts | head -1', process.execPath]
  const start = run(script, env, { command: 'sh', group: true })
  const status = (path: string) =>
    read(`http://localhost:${path}`).then(
      (answer) => answer.status,
      () => 0,
    )
  const answers = (path: string) =>
    until(
      () => status(path),
      (seen) => seen === 200,
    )
  await answers(`${env.PORT}/readyz`)
  for (const [name, script, path] of [
    ['lake', 'studio/lake/main.ts', `${env.STUDIO_PORT}/v1/ping`],
    ['host', 'app/backend/main.ts', `${env.HOST_PORT}/healthz`],
  ] as const) {
    process.kill(pidOf(start, script), 'SIGKILL')
    await printed(start, `${name} crashed; restarting`)
    await answers(path)
  }
  process.kill(-start.child.pid!, 'SIGTERM')
  await start.ended
  await expectNothingLeft(env)
  expect(start.stderr()).not.toContain('EPIPE')
})

test('a second start keeps what editors did and does not seed; starting over has to be asked for', async () => {
  const dataDir = join(folder, 'data')
  const first = await startProduct({ worker: worker(), dataDir })
  expect(first.output()).toContain('Putting the starting content in place')
  await first.editor.patch('plan-pro-closer').set({ price: 1_234 }).commit()
  await first.editor.create({ _id: 'drafts.note', _type: 'faqItem', question: 'A draft?' })
  await first.editor.delete('faq-contracts')
  expect(await first.stop()).toBe(0)

  const second = await startProduct({ worker: worker(), dataDir })
  const count = () => second.editor.fetch<number>('count(*[_type == "faqItem"])')
  const price = async () => words((await read(`${second.siteUrl}/pricing`)).html)
  const seed = (...args: string[]) =>
    run(['studio/seed/main.ts', 'seed', ...args], {
      STUDIO_PORT: new URL(second.studioUrl).port,
      DATA_DIR: dataDir,
    })
  const expectKept = async () => {
    expect(await price()).toContain('$1,234')
    expect(await count()).toBe(10) // nine of ten, and a draft
  }
  try {
    expect(second.output()).not.toContain('Putting the starting content in place')
    await expectKept()

    const plain = seed()
    expect(await plain.ended).toBe(0)
    expect(plain.stdout()).toMatch(/^Nothing to do/)
    await expectKept()

    const unasked = seed('--reset')
    expect(await unasked.ended).toBe(1)
    expect(unasked.stderr().trim().split('\n')).toHaveLength(1)
    expect(unasked.stderr()).toContain('--yes')
    await expectKept()

    const over = seed('--reset', '--yes')
    expect(await over.ended, over.stderr()).toBe(0)
    await until(price, (shown) => shown.includes('$999') && !shown.includes('$1,234'))
    expect(await count()).toBe(10)
    expect(await second.editor.getDocument('drafts.note')).toBeUndefined()
  } finally {
    await second.stop()
  }
})

test('a lake that answers late gets the starting content, and no second lake is begun beside it', async () => {
  const env = await environment()
  await printed(run(['studio/lake/main.ts'], env), 'lake ready')
  const proxy = await faultProxy(Number(env.STUDIO_PORT))
  try {
    await proxy.fault('hold')
    const seed = run(['studio/seed/main.ts', 'seed'], { ...env, STUDIO_PORT: `${proxy.port}` })
    await until(
      async () => proxy.held(/ping/),
      (held) => held === 1,
      { withinMs: 60_000, everyMs: 20 },
    )
    expect(await Promise.race([seed.ended, pause(LATE_MS, 'waits')])).toBe('waits')
    await proxy.fault('pass')
    expect(await seed.ended, seed.stderr()).toBe(0)
    expect(seed.stdout()).toMatch(/^Seeded/)
  } finally {
    await proxy.close()
  }
})

test('content moves out and in again with its pictures', async () => {
  const there = await startProduct({ worker: worker() })
  const here = await environment()
  const file = join(folder, 'content.tar.gz')
  try {
    await there.editor.patch('plan-pro-closer').set({ price: 1_234 }).commit()
    await there.editor.create({
      _id: 'drafts.note',
      _type: 'faqItem',
      question: 'A draft – “with signs” 🏡?',
    })
    const picture = await there.editor.assets.upload('image', onePixel(), { filename: 'unused.png' })
    const exported = run(['studio/seed/main.ts', 'export', file], {
      STUDIO_PORT: new URL(there.studioUrl).port,
      DATA_DIR: there.dataDir,
    })
    expect(await exported.ended, exported.stderr()).toBe(0)
    expect(existsSync(file)).toBe(true)

    const imported = run(['studio/seed/main.ts', 'import', file], here)
    expect(await imported.ended, imported.stderr()).toBe(0)
    // The first start there does not put the starting content in its place.
    await printed(run(START, here), READY)
    const [before, after] = [await everything(there.editor), await everything(clientOf(here))]
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
    expect(after).toEqual(before)
    expect(Object.keys(after).length).toBeGreaterThan(60)
    expect(Object.keys(after)).toContain(picture._id)

    for (const url of await clientOf(here).fetch<string[]>('*[_type == "sanity.imageAsset"].url')) {
      const answer = await fetch(url)
      expect(answer.status, url).toBe(200)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(url).toContain(createHash('sha1').update(bytes).digest('hex'))
    }
  } finally {
    await there.stop()
  }
})

test('a file that can’t be read or written is said in one line, and changes nothing', async () => {
  const env = await environment()
  const seeded = run(['studio/seed/main.ts', 'seed'], env)
  expect(await seeded.ended, seeded.stderr()).toBe(0)
  const broken = join(folder, 'broken.ndjson')
  writeFileSync(broken, '{"_id":"plan-pro-closer","_type":"plan","price":1}\n{"_id": oops\n')
  const empty = join(folder, 'empty.tar.gz')
  writeFileSync(empty, 'not an archive')
  for (const args of [
    ['import', join(folder, 'nowhere.tar.gz')],
    ['import', broken],
    ['import', empty],
    ['import'],
    ['export', join(folder, 'no/such/folder/content.tar.gz')],
  ]) {
    const attempt = run(['studio/seed/main.ts', ...args], env)
    expect(await attempt.ended, args.join(' ')).toBe(1)
    expect(attempt.stderr(), args.join(' ')).not.toMatch(/^\s+at /m)
    expect(attempt.stderr().trim()).not.toBe('')
  }
  const again = run(['studio/seed/main.ts', 'seed'], env)
  await again.ended
  expect(again.stdout()).toMatch(/^Nothing to do/)
  const lake = run(['studio/lake/main.ts'], env)
  try {
    await printed(lake, 'lake ready')
    expect(await clientOf(env).fetch('*[_id == "plan-pro-closer"][0].price')).toBe(999)
  } finally {
    await lake.stop()
  }
})

const clientOf = ({ STUDIO_PORT, DATA_DIR }: Env): SanityClient =>
  createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: `http://localhost:${STUDIO_PORT}`,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: readFileSync(join(DATA_DIR, 'lake-token'), 'utf8').trim(),
  })

/** All documents by id, without what is of the one lake: revisions, times, addresses, uploads. */
async function everything(client: SanityClient): Promise<Record<string, unknown>> {
  const documents = await client.fetch<Record<string, unknown>[]>('*[!(_id in path("_.**"))]')
  return Object.fromEntries(
    documents.map(({ _id, _rev, _createdAt, _updatedAt, url, uploadId, ...rest }) => [_id, rest]),
  )
}

const onePixel = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )

test('npm run dev shows a page that its script takes over, without a complaint', async ({ browser }) => {
  const env = await environment()
  rmSync(join(import.meta.dirname, '../../../node_modules/.vite/deps'), { recursive: true, force: true })
  const running = run([...START, '--dev'], env)
  await printed(running, READY)
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  for (const path of ['/', '/contact-us', '/checkout']) {
    await page.goto(`http://localhost:${env.PORT}${path}`)
    await takenOver(page)
  }
  expect(complaints).toEqual([])
  await page.close()
})
