import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processesOf } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('once the site is bundled nothing of the bundler stays beside it', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'app/server'), { recursive: true })
  writeFileSync(join(folder, 'app/server/main.ts'), 'console.log(1)')
  const script = `import { bundleSite } from '#app/server/bundle.ts'
    await bundleSite(process.env.DATA_DIR, 'build')
    console.log('bundled')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout, 'data')
  expect(existsSync(join(folder, 'build/server/site.js'))).toBe(true)
  await expect.poll(() => processesOf(folder)).toEqual([expect.stringContaining('bundle.ts')])
})
