import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openLastGood } from '#app/content/last-good.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

/** A file with 50 answers. */
function savedAnswers(): { dataDir: string; file: string } {
  const dataDir = newFolder()
  const lastGood = openLastGood(dataDir)
  for (let n = 0; n < 50; n++) lastGood.save(`key ${n}`, { result: 'x'.repeat(5_000), tags: ['a'] })
  lastGood.close()
  return { dataDir, file: join(dataDir, 'last-good.sqlite') }
}

test.each([
  ['garbage', () => Buffer.from('no database '.repeat(100))],
  ['with overwritten pages', (bytes: Buffer) => Buffer.from(bytes).fill(7, 8_192, 40_000)],
  ['of a newer release', (bytes: Buffer) => Buffer.from(bytes).fill(1, 60, 64)], // its user_version
])('a file that is %s is replaced, and the site starts', (_name, damage) => {
  const { dataDir, file } = savedAnswers()
  writeFileSync(file, damage(readFileSync(file)))
  const lastGood = openLastGood(dataDir)
  onTestFinished(() => lastGood.close())
  expect(lastGood.all().size).toBe(0)
  lastGood.save('a', { result: 1, tags: [] })
  expect(lastGood.all().get('a')).toEqual({ result: 1, tags: [] })
})

test('a damaged answer is skipped, the others are served', () => {
  const { dataDir, file } = savedAnswers()
  const db = new DatabaseSync(file)
  db.exec(`UPDATE answer SET result = '{"cut' WHERE key = 'key 7'`)
  db.close()
  const lastGood = openLastGood(dataDir)
  onTestFinished(() => lastGood.close())
  expect(lastGood.all().size).toBe(49)
  expect(lastGood.all().has('key 7')).toBe(false)
})
