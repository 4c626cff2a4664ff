import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { SENT } from '#app/contact/enquiry-form.ts'
import { enquiryFields } from '#tests/support/enquiry-form.ts'
import { fetchPage, htmlToText, until } from '#tests/support/http.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { occupyPort, pidOf, run, stopAllProcesses } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import {
  expectAllStopped,
  READY,
  START,
  type StartEnv,
  startEnvironment,
  stopWithinMs,
  waitForOutput,
} from '#tests/support/start-command.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// Each test has its own folder and ports.
test.describe.configure({ mode: 'parallel' })

let env: StartEnv
test.beforeEach(async () => {
  env = await startEnvironment(join(newFolder(), 'data'))
})
test.afterEach(stopAllProcesses)

test.describe('a start fails with one line that names the variable', () => {
  async function expectOneLine(environment: Record<string, string>, message: string, args = START) {
    const start = run(args, environment)
    expect(await start.ended).toBe(1)
    expect(start.stderr().trimEnd().split('\n'), 'one line').toHaveLength(1)
    expect(start.stderr()).toContain(message)
  }

  test('when variables are wrong', async () => {
    const inStreams = `${Number(env.STUDIO_PORT) + 3}`
    for (const PORT of ['abc', env.STUDIO_PORT, inStreams]) await expectOneLine({ ...env, PORT }, 'PORT')
    await expectAllStopped(env)
  })

  test('when a port is taken', async () => {
    for (const [name, host] of [
      ['PORT', '127.0.0.1'],
      ['STUDIO_PORT', '::'],
    ] as const) {
      const release = await occupyPort(Number(env[name]), host)
      await expectOneLine(env, `Port ${env[name]} is taken: stop what uses it, or set ${name}.\n`)
      await release()
    }
    const devPort = Number(env.STUDIO_PORT) + 17
    const release = await occupyPort(devPort, '127.0.0.1')
    await expectOneLine(env, `${devPort} is taken`, [...START, '--dev'])
    await release()
  })

  test('when DATA_DIR cannot be written', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    for (const DATA_DIR of [file, join(file, 'below')]) await expectOneLine({ ...env, DATA_DIR }, 'DATA_DIR')
  })

  test('when another product uses DATA_DIR', async () => {
    await waitForOutput(run(START, env), READY)
    const { DATA_DIR } = env
    await expectOneLine(await startEnvironment(DATA_DIR, 8), `The data folder ${DATA_DIR} is in use`)
    const remote = { HOST_URL: 'http://localhost:1', SANITY_PROJECT_ID: 'elsewhere' }
    const other = run(['app/server/main.ts'], { ...(await startEnvironment(DATA_DIR, 8)), ...remote })
    expect(await other.ended).toBe(1)
    expect(other.stderr()).toContain(`DATA_DIR=${DATA_DIR} is in use: another site works on it.\n`)
  })
})

test('the enquiry of a visitor is stored although a stop signal reaches every process at once', async () => {
  const start = run(START, env, { group: true })
  await waitForOutput(start, READY)
  const siteUrl = `http://localhost:${env.PORT}`
  const { html } = await fetchPage(`${siteUrl}/contact-us`)
  const body = String(new URLSearchParams(enquiryFields(html, { firstName: 'Ann' })))
  const head = [
    'POST /contact-us HTTP/1.1',
    `Host: localhost:${env.PORT}`,
    `Origin: ${siteUrl}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ]
  const visitor = connect(Number(env.PORT), 'localhost')
  let answer = ''
  visitor.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  visitor.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  process.kill(-start.child.pid!, 'SIGTERM')
  await waitForOutput(start, 'site stopping')
  visitor.write(body.slice(-1))
  expect(await start.ended).toBe(0)
  expect(answer).toContain(SENT)
  await expectAllStopped(env)
})

test('an operator stops a start at any moment, and the next start works', async () => {
  for (const moment of [20, 100, 200, 'lake ready', 'Putting the starting content']) {
    const start = run(START, env)
    if (typeof moment === 'string') await waitForOutput(start, moment)
    else await pause(moment)
    start.child.kill('SIGTERM')
    // Until the start listens for signals, Node itself ends the process.
    expect(typeof moment === 'string' ? [0] : [0, 'SIGTERM'], `${moment}`).toContain(await start.ended)
    await expectAllStopped(env)
  }
  const start = run(START, env, { group: true })
  const withinMs = stopWithinMs(await waitForOutput(start, READY))
  expect((await fetchPage(`http://localhost:${env.PORT}/pricing`)).html).toContain('Choose Plan')
  const since = performance.now()
  process.kill(-start.child.pid!, 'SIGINT') // Ctrl-C reaches every process
  expect(await start.ended).toBe(0)
  expect(performance.now() - since).toBeLessThan(withinMs)
  expect(start.stderr()).not.toMatch(/crashed|^\s+at /m)
})

test('all processes stop when the supervisor is killed', async () => {
  const start = run(START, env)
  await waitForOutput(start, READY)
  start.child.kill('SIGKILL')
  await expectAllStopped(env)
})

test('a product keeps running after the reader of its output has ended', async () => {
  const script = ['-c', '"$0" app/server/process/start.ts | head -1', process.execPath]
  const start = run(script, env, { command: 'sh', group: true })
  const expectAnswer = (address: string) =>
    until(
      () =>
        fetchPage(`http://localhost:${address}`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    )
  await expectAnswer(`${env.PORT}/readyz`)
  process.kill(pidOf(start, 'app/backend/main.ts'), 'SIGKILL')
  await waitForOutput(start, 'host crashed; restarting')
  await expectAnswer(`${env.HOST_PORT}/healthz`)
  process.kill(-start.child.pid!, 'SIGTERM')
  await start.ended
  expect(start.stderr()).not.toContain('EPIPE')
})

/** Runs a command of studio/seed/main.ts; resolves to its exit code and output. */
async function seed(environment: Record<string, string>, ...args: string[]) {
  const command = run(['studio/seed/main.ts', ...args], environment)
  return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() }
}
const lakeOf = ({ studioUrl, dataDir }: Product) => ({
  STUDIO_PORT: new URL(studioUrl).port,
  DATA_DIR: dataDir,
})

test('a second start keeps the edits; an operator must confirm a reset', async () => {
  const { DATA_DIR: dataDir } = env
  const first = await startProduct({ worker: test.info().parallelIndex + 4, dataDir })
  await first.editor.patch('plan-pro-closer').set({ price: 1_234 }).commit()
  await first.editor.create({ _id: 'drafts.note', _type: 'faqItem', question: 'A draft?' })
  await first.editor.delete('faq-contracts')
  expect(await first.stop()).toBe(0)

  const second = await startProduct({ worker: test.info().parallelIndex + 4, dataDir })
  try {
    expect(second.output()).not.toContain('Putting the starting content in place')
    const pricing = async () => htmlToText((await fetchPage(`${second.siteUrl}/pricing`)).html)
    expect((await seed(lakeOf(second), 'seed')).stdout).toMatch(/^Nothing to do/)
    const unconfirmed = await seed(lakeOf(second), 'seed', '--reset')
    expect([unconfirmed.code, unconfirmed.stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('--yes')],
    ])
    expect(await pricing()).toContain('$1,234')
    expect(await second.editor.fetch('count(*[_type == "faqItem"])')).toBe(10) // nine of ten, and a draft

    expect((await seed(lakeOf(second), 'seed', '--reset', '--yes')).code).toBe(0)
    await until(pricing, (text) => text.includes('$999') && !text.includes('$1,234'))
    expect(await second.editor.getDocument('drafts.note')).toBeUndefined()
  } finally {
    await second.stop()
  }
})

/** All documents by id, without revisions, times, addresses and uploads, which differ between lakes. */
async function documentsOf(client: SanityClient): Promise<Record<string, unknown>> {
  const documents = await client.fetch<Record<string, unknown>[]>('*[!(_id in path("_.**"))]')
  return Object.fromEntries(
    documents.map(({ _id, _rev, _createdAt, _updatedAt, url, uploadId, ...rest }) => [_id, rest]),
  )
}

test('content moves to another lake with drafts and images; a bad file changes nothing', async () => {
  const worker = test.info().parallelIndex + 4
  const from = await startProduct({ worker })
  const dataDir = join(newFolder(), 'data')
  const [file, broken] = ['content.tar.gz', 'broken.ndjson'].map((name) => join(newFolder(), name)) as [
    string,
    string,
  ]
  await from.editor.create({ _id: 'drafts.note', _type: 'faqItem', question: 'A draft – “quoted” 🏡?' })
  expect((await seed(lakeOf(from), 'export', file)).code).toBe(0)
  const before = await documentsOf(from.editor)
  expect(Object.keys(before).length).toBeGreaterThan(60)
  await from.stop()

  const target = { STUDIO_PORT: env.STUDIO_PORT, DATA_DIR: dataDir }
  expect((await seed(target, 'import', file)).code).toBe(0)
  writeFileSync(broken, '{"_id":"plan-pro-closer","_type":"plan","price":1}\n{"_id": oops\n')
  for (const args of [
    ['import', '/nowhere.tar.gz'],
    ['import', broken],
    ['import'],
    ['export', '/no/folder/a'],
  ]) {
    const { code, stderr } = await seed(target, ...args)
    expect(code, args.join(' ')).toBe(1)
    expect(stderr, args.join(' ')).toMatch(/^[^\n]+\n/)
    expect(stderr, args.join(' ')).not.toMatch(/^\s+at /m)
  }
  // The first start there does not seed.
  const to = await startProduct({ worker, dataDir })
  try {
    expect(await documentsOf(to.editor)).toEqual(before)
    for (const url of await to.editor.fetch<string[]>('*[_type == "sanity.imageAsset"].url'))
      expect((await fetch(url)).status, url).toBe(200)
  } finally {
    await to.stop()
  }
})

test('npm run dev shows pages that hydrate without a message in the console', async ({ browser }) => {
  await waitForOutput(run([...START, '--dev'], env), READY)
  const page = await browser.newPage()
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  for (const path of ['/', '/contact-us', '/checkout']) {
    await page.goto(`http://localhost:${env.PORT}${path}`)
    await waitForHydration(page)
  }
  expect(messages).toEqual([])
  await page.close()
})
