import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a service finishes its work on %s before it exits',
  async (signal) => {
    const script = `import { stopWithParent } from '#app/server/process/shutdown.ts'
    setInterval(() => {}, 1_000)
    stopWithParent(async () => console.log('stopped'))
    process.send('ready')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    await once(child, 'message')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
    expect(output).toBe('stopped\n')
  },
)

test('a service whose parent ended before it was ready stops', async () => {
  const script = `import { stopWithParent } from '#app/server/process/shutdown.ts'
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
