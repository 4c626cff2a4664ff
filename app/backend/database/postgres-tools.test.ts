import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { dumpPostgres } from '#app/backend/database/postgres-tools.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['postgres://me:pa%2Fss@db.example/x', 'postgres://me@db.example/x'],
  [
    'postgres://me@db.example/x?password=pa%2Fss&options=-c%20a=b',
    'postgres://me@db.example/x?options=-c%20a=b',
  ],
])(
  'the password of %s is given to pg_dump in its environment, not among its arguments',
  async (url, shown) => {
    const folder = newFolder()
    const seen = join(folder, 'seen')
    writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\necho "$PGPASSWORD $*" > ${seen}\n`, { mode: 0o700 })
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
    await dumpPostgres(url, join(folder, 'dump'))
    expect(readFileSync(seen, 'utf8')).toContain(`pa/ss --dbname=${shown} `)
  },
)

test('a password with a wrong escape is named as such', async () => {
  const dump = dumpPostgres('postgres://me:100%@db.example/x', join(newFolder(), 'dump'))
  await expect(dump).rejects.toThrow('write a percent sign as %25')
})
