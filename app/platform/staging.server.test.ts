import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tarsComplaint, withStaging } from '#app/platform/staging.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

let folder = ''
beforeEach(() => {
  folder = newFolder()
})
const there = () => readdirSync(folder)

/** A process that works in such a folder until it is ended. */
async function working(): Promise<ChildProcess> {
  const script = `
    import { withStaging } from '#app/platform/staging.server.ts'
    await withStaging(${JSON.stringify(join(folder, 'work-'))}, () => {
      console.log('there')
      return new Promise((resolve) => setTimeout(resolve, 600_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  expect(there()).toHaveLength(1)
  return child
}
async function endedBy(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal)
  await once(child, 'exit')
}

test('the folder is gone afterwards, also where the work failed', async () => {
  const made = await withStaging(join(folder, 'work-'), async (staging) => {
    writeFileSync(join(staging, 'a'), '')
    return staging
  })
  await expect(withStaging(join(folder, 'work-'), () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect([existsSync(made), there()]).toEqual([false, []])
})

test('Ctrl-C in the middle leaves nothing behind', async () => {
  await endedBy(await working(), 'SIGINT')
  expect(there()).toEqual([])
})

test('what was left by a process that was killed goes the next time; one that is at work, and what is none of ours, stay', async () => {
  await endedBy(await working(), 'SIGKILL')
  const [left = ''] = there()
  mkdirSync(join(folder, 'work-of-others'))
  await withStaging(join(folder, 'work-'), async (first) => {
    expect(there()).not.toContain(left)
    await withStaging(join(folder, 'work-'), async (second) => {
      expect([existsSync(first), existsSync(second)]).toEqual([true, true])
    })
  })
  expect(there()).toEqual(['work-of-others'])
})

test('beside a backup of another name it goes an hour later: before, another machine may be at work', async () => {
  await endedBy(await working(), 'SIGKILL')
  const [left = ''] = there()
  const others = () => withStaging(join(folder, 'tomorrow-'), async () => {})
  await others()
  expect(there()).toEqual([left])
  const anHourAgo = Date.now() / 1000 - 3_600
  for (const name of readdirSync(join(folder, left)))
    utimesSync(join(folder, left, name), anHourAgo, anHourAgo)
  await others()
  expect(there()).toEqual([])
})

test('of a tar that says only how much it wrote it is asked whether the disk is full', () => {
  const full = 'tar: lake.tar: Wrote only 9728 of 10240 bytes\ntar: Error is not recoverable: exiting now\n'
  expect(tarsComplaint(full)).toBe('tar: lake.tar: Wrote only 9728 of 10240 bytes: is the disk full?')
  expect(tarsComplaint('tar: Unexpected EOF in archive\n')).toBe('tar: Unexpected EOF in archive')
})
