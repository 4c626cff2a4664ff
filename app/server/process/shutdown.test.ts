import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a part that is told to stop (%s) does what is left to do first',
  async (signal) => {
    const script = `import { stopWithParent } from '#app/server/process/shutdown.ts'
    setInterval(() => {}, 1_000)
    stopWithParent(async () => console.log('stopped'))
    process.send('ready')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout?.on('data', (chunk) => (said += chunk))
    await once(child, 'message')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
    expect(said).toBe('stopped\n')
  },
)

test('a part that begins to listen for its end when who started it is gone already, ends', async () => {
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

test('a machine that does not know localhost is told so, before anything is built', () => {
  const unknown = `import dns from 'node:dns/promises'
    import { syncBuiltinESMExports } from 'node:module'
    dns.lookup = async () => { throw new Error() }
    syncBuiltinESMExports()`
  const loaded = `data:text/javascript,${encodeURIComponent(unknown)}`
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'keyturn-'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', loaded, 'app/server/process/start.ts'],
    {
      env: { ...process.env, DATA_DIR },
      encoding: 'utf8',
    },
  )
  rmSync(DATA_DIR, { recursive: true })
  expect(stderr).toMatch(/^This machine does not know its name localhost[^\n]+\n$/)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
})
