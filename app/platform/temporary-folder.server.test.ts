import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withTemporaryFolder } from '#app/platform/temporary-folder.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a temporary folder is removed afterwards, also after a failure', async () => {
  const folder = newFolder()
  const used = await withTemporaryFolder(join(folder, 'work-'), async (temporary) => {
    writeFileSync(join(temporary, 'a'), '')
    return temporary
  })
  const failing = withTemporaryFolder(join(folder, 'work-'), () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect([existsSync(used), readdirSync(folder)]).toEqual([false, []])
})

test('a temporary folder is removed on Ctrl-C', async () => {
  const folder = newFolder()
  const script = `
    import { withTemporaryFolder } from '#app/platform/temporary-folder.server.ts'
    await withTemporaryFolder(${JSON.stringify(join(folder, 'work-'))}, () => {
      console.log('ready')
      return new Promise((resolve) => setTimeout(resolve, 600_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  expect(readdirSync(folder)).toHaveLength(1)
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(readdirSync(folder)).toEqual([])
})
