import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyPreviousAssets, PREVIOUS_ASSETS } from '#app/server/process/previous-assets.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('the assets of an earlier build are served until three days after the next one', () => {
  const root = newFolder()
  onTestFinished(() => void vi.useRealTimers())
  const client = join(root, 'build/client')
  const next = join(root, 'build.next')
  const build = (files: Record<string, string>, on: string) => {
    mkdirSync(join(next, 'client/assets'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(next, 'client/assets', name), text)
    vi.setSystemTime(on)
    copyPreviousAssets(root, next)
    rmSync(join(root, 'build'), { recursive: true, force: true })
    renameSync(next, join(root, 'build'))
  }
  const served = (name: string) => {
    const found = [client, join(root, PREVIOUS_ASSETS)]
      .map((folder) => join(folder, 'assets', name))
      .find((file) => existsSync(file))
    return found && readFileSync(found, 'utf8')
  }

  build({ 'page-1.js': 'one', 'same-1.js': 'same' }, '2026-01-01')
  build({ 'page-2.js': 'two', 'same-1.js': 'same' }, '2026-03-01') // the first build was in use until then
  build({ 'page-3.js': 'three' }, '2026-03-02')
  expect(['page-1.js', 'page-2.js', 'same-1.js', 'page-3.js'].map(served)).toEqual([
    'one',
    'two',
    'same',
    'three',
  ])

  build({ 'page-4.js': 'four' }, '2026-03-04T12:00:00')
  expect(['page-1.js', 'page-2.js', 'page-4.js'].map(served)).toEqual([undefined, 'two', 'four'])
})
