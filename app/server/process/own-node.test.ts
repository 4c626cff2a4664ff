import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What Node says of this version when it has loaded the file. */
const loadedBy = (version: string) =>
  spawnSync(process.execPath, [
    '-e',
    `Object.defineProperty(process, 'version', { value: '${version}' }); require('./app/server/process/own-node.cjs')`,
  ])

test('an old Node prints one line that says how to get the right one', () => {
  const { status, stderr } = loadedBy('v20.20.2')
  expect(status).toBe(1)
  expect(String(stderr)).toMatch(
    /^Node 24 is needed.+npm rebuild node --ignore-scripts=false.+v20\.20\.2\)\.\n$/,
  )
  expect(loadedBy(process.version).status).toBe(0)
})

test('start, dev, build and test check the version of Node', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['start', 'dev', 'build', 'test'])
    expect(scripts[name]).toContain('-r ./app/server/process/own-node.cjs ')
})
