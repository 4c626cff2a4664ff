import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Loads the file in a Node that claims to be this version. */
const loadedBy = (version: string) =>
  spawnSync(process.execPath, [
    '-e',
    `Object.defineProperty(process, 'version', { value: '${version}' }); require('./app/server/process/own-node.cjs')`,
  ])

test('an old Node prints one line that says how to install the right one', () => {
  const { status, stderr } = loadedBy('v20.20.2')
  expect(status).toBe(1)
  expect(String(stderr)).toMatch(
    /^This project needs Node 24, this is v20\.20\.2\. .+npm rebuild node --ignore-scripts=false"\.\n$/,
  )
  expect(loadedBy(process.version).status).toBe(0)
})
