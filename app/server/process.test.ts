import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

test('a part that begins to listen for its end when who started it is gone already, ends', async () => {
  const script = `import { stopWithParent } from '#app/server/process.ts'
    process.once('disconnect', () => {
      setInterval(() => {}, 1_000)
      stopWithParent(async () => {})
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})
