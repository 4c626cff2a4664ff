import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineWriter } from '#app/platform/json-log.server.ts'
import { smallDisk } from '#tests/support/small-disk.ts'

/** A process that logs 5 MB. */
function startLogger(stdout: 'pipe' | number) {
  const script = `
    import { jsonLog } from '#app/platform/json-log.server.ts'
    const log = jsonLog('test')
    for (let n = 0; n < 5_000; n++) log('info', 'a line', { n, filler: 'x'.repeat(1_000) })`
  const args = ['--input-type=module-typescript', '-e', script]
  return spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', stdout, 'inherit'] })
}

test('the reader of a log gets every line', async () => {
  const logger = startLogger('pipe')
  let text = ''
  for await (const chunk of logger.stdout!) text += chunk
  expect(text.trimEnd().split('\n')).toHaveLength(5_000)
})

test('a full disk or a closed pipe stops no process', async () => {
  expect(await once(startLogger(openSync('/dev/full', 'w')), 'exit')).toEqual([0, null])
  const piped = startLogger('pipe')
  piped.stdout?.destroy()
  expect(await once(piped, 'exit')).toEqual([0, null])
})

test('lines that could not be written are counted, and reported once there is room again', ({ skip }) => {
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
  const [lost] = lines.filter((text) => text.endsWith(' lost'))
  const complete = lines.filter((text) => text.length === 999)
  expect(lines.slice(-2)).toEqual(['again', ''])
  expect(Number.parseInt(lost ?? '', 10)).toBe(21 - complete.length)
})
