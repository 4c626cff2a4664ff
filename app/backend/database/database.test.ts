import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { HOST_FILE, openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

test('a transaction on SQLite that began with a read can write, whatever another process does', async () => {
  const dataDir = newFolder()
  const db = await openDatabase({ dataDir, log: () => {} })
  const another = new DatabaseSync(join(dataDir, HOST_FILE), { timeout: 0 })
  const add = (key: string) => another.exec(`insert into host_state values ('${key}', '')`)
  onTestFinished(async () => {
    another.close()
    await db.destroy()
  })
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('hostState').selectAll().execute()
    expect(() => add('during')).toThrow('database is locked')
    await tx.insertInto('hostState').values({ key: 'own', value: '' }).execute()
  })
  add('after')
  expect(await db.selectFrom('hostState').select('key').orderBy('key').execute()).toEqual([
    { key: 'after' },
    { key: 'own' },
  ])
})

test.skipIf(postgres.url === undefined)(
  "a backend refuses a PostgreSQL that can't store all characters; a backup can read it",
  async () => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(`create database narrow encoding 'LATIN1' template template0`)
    await client.end()
    const narrow = new URL(postgres.url!)
    narrow.pathname = '/narrow'
    const place = { dataDir: '', databaseUrl: narrow.href, log: () => {} }
    await expect(openDatabase({ ...place, exclusive: true })).rejects.toThrow(
      'its encoding is LATIN1, not UTF8',
    )
    await using read = await openDatabase(place)
    expect(await read.selectFrom('enquiries').selectAll().execute()).toEqual([])
  },
)

test.skipIf(postgres.url === undefined)(
  'a backend opens no more connections than MAX_DATABASE_CONNECTIONS: further transactions wait',
  async () => {
    const place = { dataDir: '', databaseUrl: postgres.url, log: () => {} }
    await using db = await openDatabase({ ...place, maxConnections: 2 })
    const connections = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction().execute(async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          return rows[0]?.pid
        }),
      ),
    )
    expect(new Set(connections).size).toBe(2)
  },
)
