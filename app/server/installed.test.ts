import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notInstalled } from '#app/server/installed.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('what a pull asks for and is not installed is named; what need not be installed is not', () => {
  const root = newFolder()
  mkdirSync(join(root, 'node_modules'))
  const write = (file: string, packages: object) =>
    writeFileSync(join(root, file), JSON.stringify({ packages }))
  const wanted = {
    '': { version: '0.1.0' },
    studio: { version: '0.1.0' },
    'node_modules/studio': { link: true },
    'node_modules/@a/b': { version: '1.0.0' },
    'studio/node_modules/c': { version: '2.0.0' },
    'node_modules/for-windows': { version: '1.0.0', optional: true },
  }
  write('package-lock.json', wanted)
  write('node_modules/.package-lock.json', wanted)
  expect(notInstalled(root)).toBeUndefined()
  write('node_modules/.package-lock.json', { ...wanted, 'studio/node_modules/c': { version: '1.9.0' } })
  expect(notInstalled(root)).toBe('c 2.0.0 (there is 1.9.0)')
  write('node_modules/.package-lock.json', { 'studio/node_modules/c': { version: '2.0.0' } })
  expect(notInstalled(root)).toBe('@a/b 1.0.0')
})
