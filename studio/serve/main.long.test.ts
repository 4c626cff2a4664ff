import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#studio/lake/lake.test-support.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

test('the lake stops with its parent process', async () => {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: temporaryFolder(), STUDIO_PORT: '24700' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'message')).toEqual([{ ready: true }, undefined])
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a wrong variable stops the start in one line', async () => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, STUDIO_PORT: 'banana' } })
  const [stderr, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
  expect([code, stderr.join('').trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining('STUDIO_PORT="banana"')],
  ])
})
