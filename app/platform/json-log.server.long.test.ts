import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { lineWriter } from '#app/platform/json-log.server.ts'
import { smallDisk } from '#tests/support/small-disk.ts'

const MB = 1_000
/** What a process may hold more after it has logged so much than after the first megabytes. */
const GROWTH_MB = 16

/** Logs `megabytes` as the site does, and says how much memory that took. */
const LOGGER = (megabytes: number) => `
  import { jsonLog } from '#app/platform/json-log.server.ts'
  import { EventEmitter } from 'node:events'
  import { accessLog } from '#app/server/observability/access-log.ts'
  const log = jsonLog('test')
  const write = (mb) => {
    for (let n = 0; n < mb * 1000; n++) {
      log('info', 'a line', { n, filler: 'x'.repeat(800) })
      const response = new EventEmitter()
      const about = { locals: { requestId: 'r' }, statusCode: 200, writableFinished: true, getHeader: () => 1 }
      accessLog({ method: 'GET', originalUrl: '/' }, Object.assign(response, about), () => {})
      response.emit('close')
    }
  }
  const held = () => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  write(5)
  const before = held()
  write(${megabytes})
  const grown = Math.round((held() - before) / 1e6)
  process.on('exit', () => process.send(grown))
`
function logger(stdout: 'pipe' | number, megabytes = MB) {
  const script = ['--expose-gc', '--input-type=module-typescript', '-e', LOGGER(megabytes)]
  const child = spawn(process.execPath, script, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => (complaint += chunk))
  const grownMb = new Promise<number>((resolve) => child.once('message', (mb) => resolve(Number(mb))))
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, grownMb, ended: code.then((given) => ({ code: given, complaint })) }
}
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'keyturn-log-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test(`${MB} MB of log to a file: every line is there, and memory stays`, { timeout: 600_000 }, async () => {
  const file = join(folder(), 'log')
  const { grownMb, ended } = logger(openSync(file, 'w'))
  expect(await ended).toEqual({ code: 0, complaint: '' })
  expect(statSync(file).size).toBeGreaterThan(MB * 900_000)
  const grown = await grownMb
  expect(grown).toBeLessThan(GROWTH_MB)
  let lines = 0
  for await (const chunk of createReadStream(file)) for (const byte of chunk) if (byte === 10) lines++
  expect(lines).toBe((MB + 5) * 2_000)
  console.log(`${Math.round(statSync(file).size / 1e6)} MB of log in a file: ${grown} MB more memory`)
})

test(`${MB} MB of log to a pipe whose reader is slow: none is lost, none waits in memory`, {
  timeout: 600_000,
}, async () => {
  const { child, grownMb, ended } = logger('pipe')
  let lines = 0
  let chunks = 0
  child.stdout?.on('data', async (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines++
    if (++chunks % 50 !== 0) return
    child.stdout?.pause()
    await pause(10)
    child.stdout?.resume()
  })
  const closed = new Promise((resolve) => child.stdout?.once('end', resolve))
  expect(await ended).toEqual({ code: 0, complaint: '' })
  await closed
  expect(lines).toBe((MB + 5) * 2_000)
  const grown = await grownMb
  expect(grown).toBeLessThan(GROWTH_MB)
  console.log(`${MB} MB of log to a slow reader: ${grown} MB more memory`)
})

test('a full disk under the log, or a reader that is gone, stops nothing', async () => {
  const full = logger(openSync('/dev/full', 'w'), 1)
  expect(await full.ended).toEqual({ code: 0, complaint: '' })
  const left = logger('pipe', 1)
  left.child.stdout?.destroy()
  expect(await left.ended).toEqual({ code: 0, complaint: '' })
})

test('what could not be written is counted, and said when there is room again', ({ skip }) => {
  const disk = smallDisk(64)
  if (!disk) return skip('no small disk may be mounted here')
  const file = join(disk.path, 'log')
  const write = lineWriter(openSync(file, 'w'), (lost) => `${lost} lost\n`)
  const line = `${'x'.repeat(999)}\n`
  write(line)
  disk.fill()
  for (let n = 0; n < 20; n++) write(line)
  disk.free()
  write('again\n')
  const lines = readFileSync(file, 'utf8').split('\n')
  const [lost] = lines.filter((each) => each.endsWith(' lost'))
  const whole = lines.filter((each) => each.length === 999)
  expect(lines.slice(-2)).toEqual(['again', ''])
  expect(Number.parseInt(lost ?? '', 10)).toBe(21 - whole.length)
  expect(whole.length).toBeGreaterThan(0)
})
