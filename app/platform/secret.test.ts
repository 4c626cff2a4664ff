import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedSecret } from '#app/platform/secret.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a secret is created once, readable by its owner only', () => {
  const folder = newFolder()
  const secret = storedSecret(folder, 'staff-token')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(storedSecret(folder, 'staff-token')).toBe(secret)
  const file = join(folder, 'staff-token')
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('an empty secret file is refused', () => {
  const folder = newFolder()
  const file = join(folder, 'staff-token')
  writeFileSync(file, '\n')
  expect(() => storedSecret(folder, 'staff-token')).toThrow(
    `${file} is empty: delete it, and the next start creates a new one`,
  )
})
