import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkChain } from '#app/backend/consents.ts'
import { TABLES } from '#app/backend/copy.ts'
import { openDatabase } from '#app/backend/database.ts'
import { startPostgres } from '#app/backend/postgres.test-support.ts'
import { staffToken } from '#app/backend/staff/access.ts'
import { startTestHost } from '#app/backend/test-host.test-support.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { makeTables } from '#app/platform/database-file.server.ts'
import { backup, restore } from '#app/server/operations/backup.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const log = () => {}
const postgres = await startPostgres()
afterAll(() => postgres.stop())

/** A folder in which each part has kept something, and nothing runs. */
async function keptFolder(): Promise<string> {
  const dataDir = newFolder()
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'a', _type: 't' })
  await lake.close()
  await (await openDatabase({ dataDir, log })).destroy()
  openPurchases(dataDir).close()
  openConsents(dataDir).close()
  openStore(join(dataDir, 'paypal-standin.sqlite')).close()
  return dataDir
}

/** An empty database on the test's server. */
async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return String(postgres.url).replace(/\/postgres$/, `/${name}`)
}

const enquiry = (n: number) => ({
  firstName: 'Ann',
  lastName: `Lee ${n}`,
  email: `agent-${n}@example.com`,
  phone: '302 555 0100',
  smsConsent: true,
  marketingConsent: false,
})
const purchase = {
  orderID: 'PAID-1',
  userEmail: 'a@example.com',
  firstName: 'A',
  lastName: 'B',
  phone: '1',
  address: 'x',
  city: 'y',
  state: 'DE',
  packageTitle: 'Gold',
  packagePrice: 499,
}

/** All rows of all tables, in the order of their keys. */
async function everything(place: { dataDir: string; databaseUrl?: string }) {
  const db = await openDatabase({ ...place, log })
  try {
    expect((await checkChain(db)).brokenAt).toBeNull()
    const rows: Record<string, unknown[]> = {}
    for (const [table, key] of Object.entries(TABLES))
      rows[table] = await db
        .selectFrom(table as 'enquiries')
        .selectAll()
        .orderBy(key as 'id')
        .execute()
    return rows
  } finally {
    await db.destroy()
  }
}

/** A host with enquiries, a review and an order, which goes on taking enquiries until it is told to stop. */
async function busyHost(databaseUrl?: string) {
  const host = await startTestHost({ DATABASE_URL: databaseUrl })
  onTestFinished(() => host.stop().catch(() => {}))
  const acknowledged: string[] = []
  let n = 0
  const send = async () => {
    const given = enquiry(++n)
    const { status } = await host.post('/api/mail/contact', given)
    if (status === 200) acknowledged.push(given.email)
  }
  for (let i = 0; i < 20; i++) await send()
  const { status } = await host.post('/api/paypal/create_order', {
    amount: '499.00',
    title: 'Gold',
    features: [],
  })
  expect(status).toBe(201)
  let sending = true
  const going = (async () => {
    while (sending) await send()
  })()
  return {
    ...host,
    acknowledged,
    async quiet() {
      sending = false
      await going
    },
  }
}

test('each table is copied: one that is added later can’t be forgotten', async () => {
  const dataDir = newFolder()
  await (await openDatabase({ dataDir, log })).destroy()
  const db = new DatabaseSync(join(dataDir, 'host.sqlite'))
  const tables = (
    db.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all() as {
      name: string
    }[]
  ).map(({ name }) => name)
  db.close()
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const own = tables.filter((name) => !name.startsWith('kysely_')).map(camel)
  // Submissions are remembered for minutes: nothing to keep.
  expect(own.sort()).toEqual([...Object.keys(TABLES), 'submissions'].sort())
})

test('lake, host and site, backed up by the command while all are in use, are restored elsewhere as they were', async () => {
  const host = await busyHost()
  const { dataDir } = host
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'a', _type: 't', text: 'kept' })
  const purchases = openPurchases(dataDir)
  purchases.capturing(purchase)
  const before = [...host.acknowledged]
  const file = join(newFolder(), 'all.tar')
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'backup', file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    cwd: join(import.meta.dirname, '../..'),
  })
  expect(stdout).toContain('Wrote lake.tar, host.sqlite, purchases.sqlite, paypal-standin.sqlite, mail')
  await host.quiet()
  expect(statSync(file).mode & 0o077).toBe(0)

  const restored = newFolder()
  const { parts } = await restore({ dataDir: restored, databaseUrl: undefined, log }, file)
  expect(parts).toContain('lake.tar')
  for (const name of parts.filter((part) => part.endsWith('.sqlite')))
    expect(statSync(join(restored, name)).mode & 0o077, name).toBe(0)
  const rows = await everything({ dataDir: restored })
  const original = await everything({ dataDir })
  const emails = new Set(rows.enquiries?.map((row) => (row as { email: string }).email))
  expect(
    before.filter((email) => !emails.has(email)),
    'acknowledged before the backup',
  ).toEqual([])
  // One moment: a row that is there is whole, and each enquiry has its consent and its mail.
  for (const table of ['enquiries', 'consents', 'paymentEvents'] as const)
    for (const row of rows[table] ?? []) expect(original[table], table).toContainEqual(row)
  expect(rows.consents).toHaveLength(rows.enquiries?.length ?? -1)
  expect(rows.outbox).toHaveLength(rows.enquiries?.length ?? -1)
  const again = openPurchases(restored)
  onTestFinished(() => again.close())
  expect(again.open()).toMatchObject([{ orderId: 'PAID-1', state: 'capturing' }])
  const other = await testLake({ dataDir: restored })
  expect(await clientOf(other).fetch('*[_id == "a"][0].text')).toBe('kept')
  // The next start must not put the starting content over it.
  expect(existsSync(join(restored, 'seeded-production'))).toBe(true)
  for (const secret of ['host-secret', 'staff-token']) expect(readdirSync(restored)).not.toContain(secret)

  // What runs keeps its files: nothing is replaced under it.
  const whole = { dataDir, databaseUrl: undefined, log }
  await expect(restore(whole, file)).rejects.toThrow('in use')
  purchases.close()
  await expect(restore(whole, file)).rejects.toThrow('host.sqlite is in use')
  await host.post('/api/mail/contact', enquiry(0))
})

test('mail that is being written, or cleared away meanwhile, holds no backup up', async () => {
  const [dataDir, elsewhere] = [newFolder(), newFolder()]
  const mail = join(dataDir, 'mail')
  mkdirSync(mail)
  writeFileSync(join(mail, 'whole.eml'), 'To: you', { mode: 0o600 })
  writeFileSync(join(mail, 'begun.eml.draft'), 'To: y')
  symlinkSync(join(mail, 'cleared-away'), join(mail, 'gone.eml')) // listed, and not there when it is read
  const file = join(newFolder(), 'mail.tar')
  expect(await backup({ dataDir, databaseUrl: undefined, log }, file)).toEqual(['mail'])
  await restore({ dataDir: elsewhere, databaseUrl: undefined, log }, file)
  expect(readdirSync(join(elsewhere, 'mail'))).toEqual(['whole.eml'])
  expect(statSync(join(elsewhere, 'mail/whole.eml')).mode & 0o777).toBe(0o600)
})

test('a folder that takes nothing more, as on a full disk, can be backed up to elsewhere', async () => {
  const dataDir = newFolder()
  const file = join(newFolder(), 'backup.tar')
  mkdirSync(join(dataDir, 'mail'))
  writeFileSync(join(dataDir, 'mail/one.eml'), 'one')
  mkdirSync(join(dataDir, 'last-backup.json.draft')) // writing to it fails
  expect(await backup({ dataDir, databaseUrl: undefined, log }, file)).toEqual(['mail'])
  expect(existsSync(file)).toBe(true)
})

test('what can’t be read for a backup is named', async () => {
  const [dataDir, folder] = [newFolder(), newFolder()]
  const place = { dataDir, databaseUrl: undefined, log }
  for (const name of ['purchases.sqlite', 'lake.db']) {
    mkdirSync(join(dataDir, name)) // SQLite opens no folder
    await expect(backup(place, join(folder, 'a.tar'))).rejects.toThrow(`${join(dataDir, name)} can’t be `)
  }
  expect(readdirSync(folder)).toEqual([])
})

test('what a restore replaces is kept beside it', async () => {
  const dataDir = newFolder()
  openPurchases(dataDir).close()
  const file = join(newFolder(), 'a.tar')
  await backup({ dataDir, databaseUrl: undefined, log }, file)
  const purchases = openPurchases(dataDir)
  purchases.capturing(purchase)
  purchases.close()
  const { before } = await restore({ dataDir, databaseUrl: undefined, log }, file)
  const [now, then] = [openPurchases(dataDir), openPurchases(String(before))]
  expect([now.open().length, then.open().length]).toEqual([0, 1])
  now.close()
  then.close()
})

test('a file that is no backup or is damaged changes nothing; a backup overwrites nothing', async () => {
  const dataDir = newFolder()
  const folder = newFolder()
  const place = { dataDir, databaseUrl: undefined, log }
  await expect(backup(place, join(folder, 'none.tar'))).rejects.toThrow('nothing to back up')
  const elsewhere = newFolder()
  mkdirSync(join(elsewhere, 'mail'))
  staffToken(elsewhere) // as a host leaves it that keeps its database in PostgreSQL
  await expect(
    backup({ ...place, dataDir: elsewhere }, join(folder, 'half.tar')),
    'half of what there is',
  ).rejects.toThrow('set DATABASE_URL')
  openPurchases(dataDir).close()
  await backup(place, join(folder, 'good.tar'))
  await expect(backup(place, join(folder, 'good.tar'))).rejects.toThrow('exists already')
  const good = readFileSync(join(folder, 'good.tar'))
  writeFileSync(join(folder, 'cut.tar'), good.subarray(0, good.length / 2))
  writeFileSync(join(folder, 'text.tar'), 'no tar')
  writeFileSync(join(folder, 'bad.tar'), good.fill(7, 1024 + 512 + 100, 1024 + 512 + 6_000))
  const there = readdirSync(dataDir).sort()
  for (const name of ['cut.tar', 'text.tar', 'bad.tar', 'missing.tar'])
    await expect(restore(place, join(folder, name)), name).rejects.toThrow(/^[^\n]+$/)
  expect(readdirSync(dataDir).sort()).toEqual(there)
})

test('a backup that lacks a part, or names what is none, is said to, and replaces nothing', async () => {
  const [dataDir, unpacked] = [await keptFolder(), newFolder()]
  mkdirSync(join(dataDir, 'mail'))
  const place = { dataDir, databaseUrl: undefined, log }
  const file = join(newFolder(), 'whole.tar')
  const parts = await backup(place, file)
  await promisify(execFile)('tar', ['-xf', file, '-C', unpacked])
  const there = readdirSync(dataDir).sort()
  const tampered = async (members: string[]) => {
    const other = join(newFolder(), 'other.tar')
    await promisify(execFile)('tar', ['-cf', other, '-C', unpacked, 'manifest.json', ...members])
    return restore(place, other)
  }
  for (const part of parts)
    await expect(tampered(parts.filter((name) => name !== part)), part).rejects.toThrow(
      `is not whole: it lacks ${part}`,
    )
  rmSync(join(unpacked, 'host.sqlite'))
  symlinkSync(join(dataDir, 'host.sqlite'), join(unpacked, 'host.sqlite'))
  await expect(tampered(parts), 'a link').rejects.toThrow('lacks host.sqlite')
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  for (const change of [{ parts: ['../seeded-production'] }, { parts: [1] }, { at: 1 }]) {
    writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
    await expect(tampered(['mail']), JSON.stringify(change)).rejects.toThrow('no backup that this version')
  }
  expect(readdirSync(dataDir).sort()).toEqual(there)
})

test.skipIf(process.getuid?.() !== 0)('what root restores belongs to whom the folder belongs', async () => {
  const [from, dataDir] = [await keptFolder(), newFolder()]
  mkdirSync(join(from, 'mail'))
  const file = join(newFolder(), 'roots.tar')
  await backup({ dataDir: from, databaseUrl: undefined, log }, file)
  chownSync(dataDir, 4_711, 4_712)
  for (const _ of ['into an empty folder', 'over what is there'])
    await restore({ dataDir, databaseUrl: undefined, log }, file)
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => statSync(join(dataDir, name)).uid !== 4_711)).toEqual([])
  expect(names.filter((name) => name.startsWith('before-restore-')).length).toBeGreaterThan(2)
})

test('where a backup can’t be written is said in one line that names it', async () => {
  const dataDir = newFolder()
  openPurchases(dataDir).close()
  await (await testLake({ dataDir })).close()
  for (const script of ['app/server/operations/backup-main.ts', 'studio/lake/backup-main.ts']) {
    const said = await promisify(execFile)(process.execPath, [script, 'backup', '/proc/all.tar'], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    }).catch(({ stderr }: { stderr: string }) => stderr)
    expect(said).toMatch(/^backup \/proc\/all\.tar: ENOENT[^\n]+\n$/)
  }
})

test('damage is found at the start, and said in a line that names the newest backup', async () => {
  const dataDir = await keptFolder()
  const [older, newest] = [join(newFolder(), 'older.tar'), join(newFolder(), 'newest.tar')]
  for (const file of [older, newest]) await backup({ dataDir, databaseUrl: undefined, log }, file)
  const damage = (name: string) => {
    const file = join(dataDir, name)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(7, 4096, bytes.length))
  }
  for (const name of ['host.sqlite', 'purchases.sqlite', 'lake.db']) damage(name)
  const said = new RegExp(
    `can.t be opened: [^\\n]+The newest backup is ${newest} of [^\\n]+: npm run restore ${newest}$`,
  )
  await expect(openDatabase({ dataDir, log })).rejects.toThrow(said)
  expect(() => openPurchases(dataDir)).toThrow(said)
  await expect(testLake({ dataDir })).rejects.toThrow(said)

  // What is said to do helps.
  await restore({ dataDir, databaseUrl: undefined, log }, newest)
  await (await openDatabase({ dataDir, log })).destroy()
  openPurchases(dataDir).close()
  expect(await clientOf(await testLake({ dataDir })).fetch('*._id')).toEqual(['a'])
})

/** As a release leaves it whose tables this one does not know. */
const LATER = [
  ['lake.db', 'PRAGMA user_version = 99'],
  ['purchases.sqlite', 'PRAGMA user_version = 99'],
  ['consents.sqlite', 'PRAGMA user_version = 99'],
  ['paypal-standin.sqlite', 'PRAGMA user_version = 99'],
  ['host.sqlite', "INSERT INTO kysely_migration VALUES ('2099-01-later', '2099-01-01T00:00:00.000Z')"],
] as const

function change(dataDir: string, name: string, statement: string): void {
  const db = new DatabaseSync(join(dataDir, name))
  db.exec(statement)
  db.close()
}

test('what a newer release has written is not opened, and is as it was; a backup of it is made, and restored by that release alone', async () => {
  const opened: Record<(typeof LATER)[number][0], (dataDir: string) => Promise<unknown>> = {
    'lake.db': async (dataDir) => (await testLake({ dataDir })).close(),
    'purchases.sqlite': async (dataDir) => openPurchases(dataDir).close(),
    'consents.sqlite': async (dataDir) => openConsents(dataDir).close(),
    'paypal-standin.sqlite': async (dataDir) => openStore(join(dataDir, 'paypal-standin.sqlite')).close(),
    'host.sqlite': async (dataDir) => (await openDatabase({ dataDir, log })).destroy(),
  }
  for (const [name, statement] of LATER) {
    const dataDir = await keptFolder()
    change(dataDir, name, statement)
    const bytes = readFileSync(join(dataDir, name))
    await expect(opened[name](dataDir), name).rejects.toThrow(
      new RegExp(
        `^${join(dataDir, name)} was made by a newer version of the product [^\\n]+ start that version`,
      ),
    )
    expect(readFileSync(join(dataDir, name)).equals(bytes), name).toBe(true)

    const file = join(newFolder(), 'later.tar')
    await backup({ dataDir, databaseUrl: undefined, log }, file)
    const before = await keptFolder()
    const there = readdirSync(before).sort()
    await expect(restore({ dataDir: before, databaseUrl: undefined, log }, file), name).rejects.toThrow(
      /^[^\n]+ was made by a newer version of the product: restore it with that version$/,
    )
    expect(readdirSync(before).sort()).toEqual(there)
    for (const open of Object.values(opened)) await open(before)
  }
})

test('a version of tables is noted with them, and one that is there stays', () => {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  const version = () => db.prepare('PRAGMA user_version').get()?.user_version
  makeTables(db, 1, 'CREATE TABLE IF NOT EXISTS a (b)')
  expect(version()).toBe(1)
  makeTables(db, 2, 'CREATE TABLE IF NOT EXISTS c (d)')
  expect(version()).toBe(2)
  expect(() => makeTables(db, 1, 'CREATE TABLE e (f)')).toThrow('tables of version 2, known here: 1')
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'e'").all()).toEqual([])
})

describe.skipIf(postgres.url === undefined)(
  `PostgreSQL${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    test('restoring a damaged lake leaves an empty PostgreSQL database empty, as does a backup of it, which is refused', async () => {
      const from = newFolder()
      await (await testLake({ dataDir: from })).close()
      const db = await openDatabase({ dataDir: from, log })
      await db.destroy()
      const file = join(newFolder(), 'lake.tar')
      await backup({ dataDir: from, databaseUrl: undefined, log }, file)
      const bad = newFolder()
      await promisify(execFile)('tar', ['-xf', file, '-C', bad])
      writeFileSync(join(bad, 'lake.tar'), 'no tar')
      await promisify(execFile)('tar', ['-cf', file, '-C', bad, ...readdirSync(bad)])

      const databaseUrl = await newDatabase('untouched')
      const dataDir = newFolder()
      await expect(restore({ dataDir, databaseUrl, log }, file)).rejects.toThrow("lake.tar can't be read")
      await expect(backup({ dataDir: from, databaseUrl, log }, `${file}.2`)).rejects.toThrow(
        'No host has run',
      )
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const { rows } = await client.query("select * from pg_tables where schemaname = 'public'")
      await client.end()
      expect(rows).toEqual([])
      expect(readdirSync(dataDir)).toEqual(['lake.lock'])
    })

    test('… nor does one whose lake can’t be put in place leave rows there', async () => {
      const from = await keptFolder()
      const host = await startTestHost({ DATA_DIR: from })
      expect((await host.post('/api/mail/contact', enquiry(1))).status).toBe(200)
      await host.stop()
      const file = join(newFolder(), 'all.tar')
      await backup({ dataDir: from, databaseUrl: undefined, log }, file)
      const dataDir = newFolder()
      mkdirSync(join(dataDir, 'seeded-production')) // where the lake keeps a file
      const databaseUrl = await newDatabase('still_empty')
      const place = { dataDir, databaseUrl, log }
      await expect(restore(place, file)).rejects.toThrow('EISDIR')
      expect((await everything(place)).enquiries).toEqual([])
      expect(existsSync(join(dataDir, 'purchases.sqlite'))).toBe(false)
      rmSync(join(dataDir, 'seeded-production'), { recursive: true })
      await (await openDatabase({ dataDir, log })).destroy() // SQLite's, which would pass for what the host keeps
      await restore(place, file)
      expect((await everything(place)).enquiries).toHaveLength(1)
      expect(existsSync(join(dataDir, 'purchases.sqlite'))).toBe(true)
      expect(existsSync(join(dataDir, 'host.sqlite'))).toBe(false)
      await expect(backup({ dataDir, databaseUrl: undefined, log }, `${file}.less`)).rejects.toThrow(
        'set DATABASE_URL',
      )
    })

    test('a backup of PostgreSQL under load restores into PostgreSQL and into SQLite; numbering goes on', async () => {
      const databaseUrl = await newDatabase('busy')
      const host = await busyHost(databaseUrl)
      const before = [...host.acknowledged]
      const file = join(newFolder(), 'pg.tar')
      await backup({ dataDir: host.dataDir, databaseUrl, log }, file)
      await host.quiet()

      const empty = await newDatabase('restored')
      const place = { dataDir: newFolder(), databaseUrl: empty, log }
      await restore(place, file)
      const rows = await everything({ dataDir: place.dataDir, databaseUrl: empty })
      const emails = new Set(rows.enquiries?.map((row) => (row as { email: string }).email))
      expect(before.filter((email) => !emails.has(email))).toEqual([])
      expect(rows.consents).toHaveLength(rows.enquiries?.length ?? -1)
      const inSqlite = newFolder()
      await restore({ dataDir: inSqlite, databaseUrl: undefined, log }, file)
      expect(await everything({ dataDir: inSqlite })).toEqual(rows)

      const again = await startTestHost({ DATABASE_URL: empty })
      onTestFinished(() => again.stop())
      const order = { amount: '1.00', title: 'A', features: [] }
      expect((await again.post('/api/paypal/create_order', order)).status).toBe(201)
      expect((await again.post('/api/mail/contact', enquiry(999))).status).toBe(200)
      await expect(restore(place, file)).rejects.toThrow('restore into an empty one')
    })
  },
)
