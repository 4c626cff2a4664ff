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
