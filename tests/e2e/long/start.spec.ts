import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { fetchPage, htmlToText, until } from '#tests/support/http.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { occupyPort, run, stopAllProcesses, waitForOutput } from '#tests/support/processes.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import {
  expectAllStopped,
  READY,
  START,
  type StartEnv,
  startEnvironment,
  stopWithinMs,
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
