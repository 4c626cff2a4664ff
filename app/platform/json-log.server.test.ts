import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'

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
