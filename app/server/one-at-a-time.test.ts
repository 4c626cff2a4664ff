import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneAtATime } from '#app/server/one-at-a-time.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const lockFile = () => join(newFolder(), 'cache', 'lock')

test('works under the same file are done one after the other, also after one that failed', async () => {
  const file = lockFile()
  const said: string[] = []
  const work = (name: string) =>
    oneAtATime(file, async () => {
      said.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      said.push(`${name} ends`)
      if (name === 'a') throw new Error('no luck')
      return name
    })
  const done = await Promise.allSettled([work('a'), work('b'), work('c')])
  expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(said).toHaveLength(6)
  for (let index = 0; index < said.length; index += 2)
    expect(said[index + 1]).toBe(said[index]?.replace('begins', 'ends'))
})

test('another process is waited for, and one that was killed holds nothing', async () => {
  const file = lockFile()
  const script = `
    import { oneAtATime } from '#app/server/one-at-a-time.ts'
    await oneAtATime(${JSON.stringify(file)}, () => {
      console.log('mine')
      return new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  const said: string[] = []
  await oneAtATime(
    file,
    async () => void said.push('mine'),
    () => {
      said.push('waiting')
      other.kill('SIGKILL')
    },
  )
  expect(said).toEqual(['waiting', 'mine'])
})
