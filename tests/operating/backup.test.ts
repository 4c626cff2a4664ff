import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { checkChain } from '#app/backend/enquiries/consents.ts'
import { startTestHost } from '#app/backend/test-host.test-support.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createTables } from '#app/platform/database-file.server.ts'
import { staffToken } from '#app/platform/secret.server.ts'
import { backup, type Data } from '#app/server/operations/backup.ts'
import { restore } from '#app/server/operations/restore.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'
import { smallDisk } from '#tests/support/small-disk.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const COMMAND = join(root, 'app/server/operations/backup-main.ts')
const log = () => {}
const postgres = await startPostgres()
afterAll(() => postgres.stop())

const dataIn = (dataDir: string, databaseUrl?: string): Data => ({ dataDir, databaseUrl, log })
const newFile = () => join(newFolder(), 'backup.tar')
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.lock'))
    .sort()

/** A folder in which each part has stored something, with its content `a`, and nothing runs. */
async function storedData(): Promise<string> {
  const dataDir = newFolder()
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'a', _type: 't' })
  await clientOf(lake).assets.upload('file', Buffer.from('asset'), { filename: 'a.txt' })
  await lake.close()
  await (await openDatabase({ dataDir, log })).destroy()
  openPurchases(dataDir).close()
  openConsents(dataDir).close()
  openStore(join(dataDir, 'paypal-standin.sqlite')).close()
  mkdirSync(join(dataDir, 'mail'))
  writeFileSync(join(dataDir, 'mail/one.eml'), 'To: you')
  return dataDir
}

/** The ids of the documents of a lake that nobody runs. */
async function documentsIn(dataDir: string): Promise<string[]> {
  const lake = await testLake({ dataDir })
  const ids = await clientOf(lake).fetch('*[_type == "t"]._id')
  await lake.close()
  return ids
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

/** All rows of all tables. */
async function everything(place: { dataDir: string; databaseUrl?: string }) {
  await using db = await openDatabase({ ...place, log })
  expect((await checkChain(db)).brokenAt).toBeNull()
  const rows: Record<string, unknown[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const table = await db
      .selectFrom(name as 'enquiries')
      .selectAll()
      .execute()
    rows[name] = table.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  }
  return rows
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

test('an operator backs up a busy product with one command and restores it elsewhere with another', async () => {
  const host = await busyHost()
  const { dataDir } = host
  const lake = await testLake({ dataDir })
  const client = clientOf(lake)
  let writing = true
  let n = 0
  const writer = (async () => {
    while (writing) {
      const i = n++
      const asset = i % 5 === 0 ? await client.assets.upload('file', Buffer.from(`file ${i}`)) : undefined
      await client
        .transaction()
        .create({ _id: `${i}-a`, _type: 'pair', text: 'x'.repeat(2000) })
        .create({ _id: `${i}-b`, _type: 'pair', ...(asset && { file: { asset: { _ref: asset._id } } }) })
        .commit()
    }
  })()
  await expect.poll(() => n).toBeGreaterThan(10)
  const purchases = openPurchases(dataDir)
  onTestFinished(() => purchases.close())
  purchases.capturing(purchase)
  const before = [...host.acknowledged]
  const file = newFile()
  const npm = (command: string, folder: string) =>
    run('sh', ['-c', `umask 022; npm run --silent ${command} ${file}`], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
      cwd: root,
    })
  const { stdout } = await npm('backup', dataDir)
  expect(stdout).toBe(
    `Wrote purchases.sqlite, host.sqlite, paypal-standin.sqlite, mail, lake.db, assets to ${file}.\n`,
  )
  writing = false
  await writer
  await host.quiet()

  const restored = newFolder()
  expect((await npm('restore', restored)).stdout).toMatch(/^Restored purchases.sqlite, .* as of 20[^ ]+\.\n$/)
  const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0
  const written = readdirSync(restored, { recursive: true, encoding: 'utf8' })
  expect([file, ...written.map((name) => join(restored, name))].filter(isOpen)).toEqual([])
  for (const secret of ['host-secret', 'staff-token', 'lake-token']) expect(written).not.toContain(secret)

  const rows = await everything({ dataDir: restored })
  const original = await everything({ dataDir })
  const emails = new Set(rows.enquiries?.map((row) => (row as { email: string }).email))
  const lost = before.filter((email) => !emails.has(email))
  expect(lost, 'acknowledged before the backup').toEqual([])
  // All tables are from one moment: each enquiry has its consent and its mail.
  for (const table of ['enquiries', 'consents', 'payment_events'])
    for (const row of rows[table] ?? []) expect(original[table], table).toContainEqual(row)
  expect(rows.consents).toHaveLength(rows.enquiries?.length ?? -1)
  expect(rows.outbox).toHaveLength(rows.enquiries?.length ?? -1)
  const again = openPurchases(restored)
  onTestFinished(() => again.close())
  expect(again.open()).toMatchObject([{ orderId: 'PAID-1', state: 'capturing' }])

  const other = await testLake({ dataDir: restored })
  const content = await clientOf(other).fetch<{ _id: string }[]>('*[_type == "pair"]')
  const source = await client.fetch('*[_type == "pair"]')
  for (const document of content) expect(source).toContainEqual(document)
  expect(content.filter(({ _id }) => _id.endsWith('-a'))).toHaveLength(content.length / 2)
  const assets = await clientOf(other).fetch<{ path: string }[]>('*[_type == "sanity.fileAsset"]')
  expect(assets.length).toBeGreaterThan(1)
  for (const { path } of assets)
    expect(await (await fetch(`${other.url}/${path}`)).text()).toMatch(/^file \d+$/)

  // A running product is left alone.
  await expect(restore(dataIn(dataDir), file)).rejects.toThrow('is in use (lake.lock): stop the product')
  await lake.close()
  await expect(restore(dataIn(dataDir), file)).rejects.toThrow('is in use (host.sqlite.lock)')
  await host.post('/api/mail/contact', enquiry(0))
})

test('mail that is incomplete, or deleted meanwhile, is left out', async () => {
  const [dataDir, elsewhere, file] = [newFolder(), newFolder(), newFile()]
  const mail = join(dataDir, 'mail')
  mkdirSync(mail)
  writeFileSync(join(mail, 'whole.eml'), 'To: you')
  writeFileSync(join(mail, 'begun.eml.draft'), 'To: y')
  symlinkSync(join(mail, 'deleted'), join(mail, 'gone.eml')) // is listed, but can't be read
  expect(await backup(dataIn(dataDir), file)).toEqual(['mail'])
  await restore(dataIn(elsewhere), file)
  expect(readdirSync(join(elsewhere, 'mail'))).toEqual(['whole.eml'])
})

test('a product on a full disk can be backed up to another disk', async () => {
  const [dataDir, file] = [newFolder(), newFile()]
  mkdirSync(join(dataDir, 'mail'))
  mkdirSync(join(dataDir, 'last-backup.json')) // writing to it fails
  expect(await backup(dataIn(dataDir), file)).toEqual(['mail'])
  expect(existsSync(file)).toBe(true)
})

test('a backup names the file that it can’t read, and leaves nothing behind', async () => {
  const [dataDir, folder] = [newFolder(), newFolder()]
  for (const name of ['lake.db', 'purchases.sqlite']) {
    mkdirSync(join(dataDir, name)) // SQLite opens no folder
    await expect(backup(dataIn(dataDir), join(folder, 'a.tar'))).rejects.toThrow(
      `${join(dataDir, name)} can’t be copied`,
    )
  }
  expect(readdirSync(folder)).toEqual([])
})

test('a restore replaces what is there and keeps it in a folder beside', async () => {
  const [dataDir, file] = [await storedData(), newFile()]
  await backup(dataIn(dataDir), file)
  const purchases = openPurchases(dataDir)
  purchases.capturing(purchase)
  purchases.close()
  writeFileSync(join(dataDir, 'seeding-production'), '') // of a first start that was interrupted
  const { before } = await restore(dataIn(dataDir), file)
  const [now, then] = [openPurchases(dataDir), openPurchases(String(before))]
  expect([now.open().length, then.open().length]).toEqual([0, 1])
  now.close()
  then.close()
  expect(existsSync(join(dataDir, 'seeding-production'))).toBe(false)
  expect(await documentsIn(String(before))).toEqual(['a'])
})

test('the content alone is backed up, and restored from a full backup too', async () => {
  const [dataDir, elsewhere] = [await storedData(), newFolder()]
  const [content, full] = [newFile(), newFile()]
  expect(await backup({ ...dataIn(dataDir), contentOnly: true }, content)).toEqual(['lake.db', 'assets'])
  await backup(dataIn(dataDir), full)
  for (const file of [content, full]) {
    await restore({ ...dataIn(elsewhere), contentOnly: true }, file)
    expect(filesIn(elsewhere).filter((name) => !name.startsWith('before-'))).toEqual(['assets', 'lake.db'])
  }
})

test('backups of earlier releases are restored: all data, or the content alone', async () => {
  const [from, folder] = [await storedData(), newFolder()]
  const all = ['purchases.sqlite', 'host.sqlite', 'mail']
  const lake = join(folder, 'lake.tar')
  await run('tar', [
    '-cf',
    lake,
    '-C',
    from,
    'lake.db',
    ...readdirSync(from).filter((name) => name === 'assets'),
  ])
  for (const name of all) cpSync(join(from, name), join(folder, name), { recursive: true })
  const manifest = { format: 1, at: '2026-01-02T03:04:05.678Z', parts: ['lake.tar', ...all] }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const file = newFile()
  await run('tar', ['-cf', file, '-C', folder, 'manifest.json', ...manifest.parts])
  for (const [archive, parts] of [
    [file, [...all, 'lake.db', 'assets']],
    [lake, ['lake.db', 'assets']],
  ] as const) {
    const dataDir = newFolder()
    expect((await restore(dataIn(dataDir), archive)).parts).toEqual(parts)
    expect(await documentsIn(dataDir)).toEqual(['a'])
    expect(readdirSync(join(dataDir, 'assets'), { recursive: true }).length).toBeGreaterThan(1)
  }
})

test('a file that is no backup, or is damaged, changes nothing; a backup overwrites nothing', async () => {
  const [dataDir, folder, empty] = [newFolder(), newFolder(), newFolder()]
  await expect(backup(dataIn(empty), join(folder, 'none.tar'))).rejects.toThrow('nothing to back up')
  mkdirSync(join(empty, 'mail'))
  staffToken(empty) // as a backend leaves it that stores its data in PostgreSQL
  await expect(backup(dataIn(empty), join(folder, 'half.tar'))).rejects.toThrow('Set DATABASE_URL')
  openPurchases(dataDir).close()
  await backup(dataIn(dataDir), join(folder, 'good.tar'))
  await expect(backup(dataIn(dataDir), join(folder, 'good.tar'))).rejects.toThrow('exists already')
  const good = readFileSync(join(folder, 'good.tar'))
  writeFileSync(join(folder, 'cut.tar'), good.subarray(0, good.length / 2))
  writeFileSync(join(folder, 'text.tar'), 'no tar')
  writeFileSync(join(folder, 'bad.tar'), good.fill(7, 1024 + 512 + 100, 1024 + 512 + 6_000))
  const there = filesIn(dataDir)
  for (const name of ['cut.tar', 'text.tar', 'bad.tar', 'missing.tar'])
    await expect(restore(dataIn(dataDir), join(folder, name)), name).rejects.toThrow(/^[^\n]+$/)
  expect(filesIn(dataDir)).toEqual(there)
})

test('a backup that is incomplete, of a newer release, or names a strange part replaces nothing', async () => {
  const [dataDir, unpacked, file] = [await storedData(), newFolder(), newFile()]
  const parts = await backup(dataIn(dataDir), file)
  await run('tar', ['-xf', file, '-C', unpacked])
  const there = filesIn(dataDir)
  const tampered = async (members: string[]) => {
    const other = newFile()
    await run('tar', ['-cf', other, '-C', unpacked, 'manifest.json', ...members])
    return restore(dataIn(dataDir), other)
  }
  for (const part of parts)
    if (part !== 'assets')
      // a lake may have none
      await expect(tampered(parts.filter((name) => name !== part)), part).rejects.toThrow(part)
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  for (const change of [{ parts: ['../seeded-production'] }, { parts: [1] }, { at: 1 }, { format: 3 }]) {
    writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
    await expect(tampered(['mail']), JSON.stringify(change)).rejects.toThrow('no backup that this version')
  }
  for (const change of [{ migration: '2099-01-later' }, { dataVersion: 99 }]) {
    writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
    await expect(tampered(parts), JSON.stringify(change)).rejects.toThrow(
      /^[^\n]+ was made by a newer version of the product: restore it with that version$/,
    )
  }
  expect(filesIn(dataDir)).toEqual(there)
})

test.skipIf(process.getuid?.() !== 0)(
  'what root restores and backs up belongs to the owner of the folder',
  async () => {
    const [from, dataDir, file] = [await storedData(), newFolder(), newFile()]
    await backup(dataIn(from), file)
    chownSync(dataDir, 4_711, 4_712)
    for (const _ of ['into an empty folder', 'over what is there']) await restore(dataIn(dataDir), file)
    await backup(dataIn(dataDir), newFile())
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => statSync(join(dataDir, name)).uid !== 4_711)).toEqual([])
  },
)

test('a backup that can’t be written says so in one line', async () => {
  const dataDir = newFolder()
  openPurchases(dataDir).close()
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const failed = run(process.execPath, [COMMAND, 'backup', '/proc/all.tar'], { env })
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringMatching(/^backup \/proc\/all\.tar: ENOENT[^\n]+\n$/),
  })
})

describe('a restore that fails or is killed half-way', () => {
  const HALF_WAY = 'unfinished-restore'
  const orders = (dataDir: string) => {
    const purchases = openPurchases(dataDir)
    const open = purchases.open().map(({ orderId }) => orderId)
    purchases.close()
    return [...open, ...readdirSync(join(dataDir, 'mail'))]
  }
  const NEWER = ['PAID-1', 'new.eml']

  /** A backup without orders, and a product that has one by now. */
  async function prepare() {
    const [template, file] = [newFolder(), newFile()]
    openPurchases(template).close()
    openConsents(template).close()
    mkdirSync(join(template, 'mail'))
    await backup(dataIn(template), file)
    const purchases = openPurchases(template)
    purchases.capturing(purchase)
    purchases.close()
    writeFileSync(join(template, 'mail/new.eml'), '')
    const product = (folder = newFolder()) => {
      const dataDir = join(folder, 'data')
      cpSync(template, dataDir, { recursive: true })
      return dataDir
    }
    return { file, product }
  }

  test('at any step it rolls back what it has moved', async () => {
    const { file, product } = await prepare()
    const there = filesIn(product())
    const rename = fs.renameSync
    onTestFinished(() => {
      fs.renameSync = rename
      syncBuiltinESMExports()
    })
    let step = 0
    for (let finished = false; !finished; step++) {
      const dataDir = product()
      let left = step
      fs.renameSync = (...paths) => {
        if (left-- === 0) throw new Error('ENOSPC')
        rename(...paths)
      }
      syncBuiltinESMExports()
      finished = await restore(dataIn(dataDir), file).then(
        () => true,
        (error) => {
          if (error.message !== 'ENOSPC') throw error
          return false
        },
      )
      if (!finished) expect([filesIn(dataDir), orders(dataDir)]).toEqual([there, NEWER])
      else expect(orders(dataDir)).toEqual([])
    }
    expect(step).toBeGreaterThan(8)
  })

  /** Runs the command, which kills itself instead of this rename. Resolves to the exit code or the signal. */
  async function restoreKilledAt(step: number, dataDir: string, file: string) {
    const preload = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const rename = fs.renameSync
      let left = ${step}
      fs.renameSync = (...paths) => {
        if (left-- === 0) process.kill(process.pid, 'SIGKILL')
        rename(...paths)
      }
      syncBuiltinESMExports()`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, COMMAND, 'restore', file]
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
    const [code, signal] = await once(child, 'close')
    return code ?? signal
  }

  test('after a kill at any step either nothing has changed, or nothing starts until the next restore', async () => {
    const { file, product } = await prepare()
    for (let step = 0; ; step++) {
      const dataDir = product()
      const ended = await restoreKilledAt(step, dataDir, file)
      if (ended === 0) break
      expect(ended).toBe('SIGKILL')
      if (existsSync(join(dataDir, HALF_WAY))) {
        const interrupted = /^A restore into DATA_DIR=.* was interrupted: run npm run restore FILE again$/
        expect(() => openPurchases(dataDir)).toThrow(interrupted)
        await expect(openDatabase({ dataDir, log })).rejects.toThrow(interrupted)
        await expect(testLake({ dataDir })).rejects.toThrow(interrupted)
        await expect(backup(dataIn(dataDir), newFile())).rejects.toThrow(interrupted)
        // Undoing it may be killed as well.
        expect(await restoreKilledAt(step - 1, dataDir, file)).toBe('SIGKILL')
      } else expect(orders(dataDir)).toEqual(NEWER)
      const { before } = await restore(dataIn(dataDir), file)
      expect([orders(dataDir), orders(String(before))], `step ${step}`).toEqual([[], NEWER])
      expect(filesIn(dataDir).filter((name) => /^(restoring|unfinished)-/.test(name))).toEqual([])
    }
  })

  test('on a full disk nothing has changed', async ({ skip }) => {
    const disk = smallDisk(1_024)
    if (!disk) return skip('no small disk may be mounted here')
    const { file, product } = await prepare()
    const dataDir = product(disk.path)
    disk.fill()
    const there = filesIn(dataDir)
    await expect(restore(dataIn(dataDir), file)).rejects.toThrow(/ENOSPC|No space/)
    expect(filesIn(dataDir)).toEqual(there)
    await expect(backup(dataIn(dataDir), join(disk.path, 'a.tar'))).rejects.toThrow(/full|ENOSPC|no room/)
    expect(readdirSync(disk.path).sort()).toEqual(['data', 'filler'])
    disk.free()
    expect(orders(dataDir)).toEqual(NEWER)
    await restore(dataIn(dataDir), file)
    expect(orders(dataDir)).toEqual([])
  })
})

test('damage is found at the start, with a line that names the newest backup', async () => {
  const dataDir = await storedData()
  const [older, newest] = [newFile(), newFile()]
  for (const file of [older, newest]) await backup(dataIn(dataDir), file)
  for (const name of ['host.sqlite', 'purchases.sqlite', 'lake.db']) {
    const bytes = readFileSync(join(dataDir, name))
    writeFileSync(join(dataDir, name), bytes.fill(7, 4096, bytes.length))
  }
  const message = new RegExp(
    `can.t be opened: [^\\n]+The newest backup is ${newest} of [^\\n]+: npm run restore ${newest}$`,
  )
  await expect(openDatabase({ dataDir, log })).rejects.toThrow(message)
  expect(() => openPurchases(dataDir)).toThrow(message)
  await expect(testLake({ dataDir })).rejects.toThrow(message)
  await expect(backup(dataIn(dataDir), newFile())).rejects.toThrow(/purchases.sqlite can’t be /)

  await restore(dataIn(dataDir), newest)
  await (await openDatabase({ dataDir, log })).destroy()
  openPurchases(dataDir).close()
  expect(await documentsIn(dataDir)).toEqual(['a'])
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

test('data of a newer release is not opened, stays as it was, and can be backed up', async () => {
  const opened: Record<(typeof LATER)[number][0], (dataDir: string) => Promise<unknown>> = {
    'lake.db': async (dataDir) => (await testLake({ dataDir })).close(),
    'purchases.sqlite': async (dataDir) => openPurchases(dataDir).close(),
    'consents.sqlite': async (dataDir) => openConsents(dataDir).close(),
    'paypal-standin.sqlite': async (dataDir) => openStore(join(dataDir, 'paypal-standin.sqlite')).close(),
    'host.sqlite': async (dataDir) => (await openDatabase({ dataDir, log })).destroy(),
  }
  for (const [name, statement] of LATER) {
    const dataDir = await storedData()
    change(dataDir, name, statement)
    const bytes = readFileSync(join(dataDir, name))
    await expect(opened[name](dataDir), name).rejects.toThrow(
      new RegExp(
        `^${join(dataDir, name)} was made by a newer version of the product [^\\n]+ Start that version`,
      ),
    )
    expect(readFileSync(join(dataDir, name)).equals(bytes), name).toBe(true)
    expect(await backup(dataIn(dataDir), newFile())).toContain(name)
  }
})

test('the version of tables is stored with them, and a newer one stays', () => {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  const version = () => db.prepare('PRAGMA user_version').get()?.user_version
  createTables(db, 'CREATE TABLE IF NOT EXISTS a (b)', 1)
  expect(version()).toBe(1)
  createTables(db, 'CREATE TABLE IF NOT EXISTS c (d)', 2)
  expect(version()).toBe(2)
  expect(() => createTables(db, 'CREATE TABLE e (f)', 1)).toThrow('tables of version 2, known here: 1')
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'e'").all()).toEqual([])
})

describe.skipIf(postgres.url === undefined)(
  `PostgreSQL${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  () => {
    test('a backup under load restores into an empty database, and numbering goes on', async () => {
      const databaseUrl = await newDatabase('busy')
      const host = await busyHost(databaseUrl)
      const before = [...host.acknowledged]
      const file = newFile()
      expect(await backup(dataIn(host.dataDir, databaseUrl), file)).toContain('host.dump')
      await host.quiet()

      const empty = await newDatabase('restored')
      const dataDir = newFolder()
      openPurchases(dataDir).close()
      await expect(restore(dataIn(dataDir), file)).rejects.toThrow('set DATABASE_URL to an empty database')
      await (await openDatabase({ dataDir, log })).destroy() // commands would use it without DATABASE_URL
      await restore(dataIn(dataDir, empty), file)
      expect(existsSync(join(dataDir, 'host.sqlite'))).toBe(false)
      const rows = await everything({ dataDir, databaseUrl: empty })
      const emails = new Set(rows.enquiries?.map((row) => (row as { email: string }).email))
      expect(before.filter((email) => !emails.has(email))).toEqual([])
      expect(rows.consents).toHaveLength(rows.enquiries?.length ?? -1)
      await expectUsable(empty)

      const there = filesIn(dataDir)
      await expect(restore(dataIn(dataDir, empty), file)).rejects.toThrow('is not empty: create an empty one')
      expect(filesIn(dataDir)).toEqual(there)
    })

    test('an operator moves from SQLite to PostgreSQL by a backup and a restore with DATABASE_URL', async () => {
      const from = await storedData()
      const host = await startTestHost({ DATA_DIR: from })
      expect((await host.post('/api/mail/contact', enquiry(1))).status).toBe(200)
      await host.stop()
      const file = newFile()
      await backup(dataIn(from), file)
      const databaseUrl = await newDatabase('moved')
      await (await startTestHost({ DATABASE_URL: databaseUrl })).stop() // samples alone are replaced
      await restore(dataIn(from, databaseUrl), file)
      const inSqlite = await everything({ dataDir: await unpacked(file) })
      // PostgreSQL alone has a table of rate limits.
      expect(await everything({ dataDir: from, databaseUrl })).toEqual({ ...inSqlite, rate_limits: [] })
      expect(existsSync(join(from, 'host.sqlite'))).toBe(false)
      await expect(backup(dataIn(from), newFile())).rejects.toThrow('Set DATABASE_URL')
      await expectUsable(databaseUrl)
      await expect(restore(dataIn(from, databaseUrl), file)).rejects.toThrow('is in use: create an empty one')
    })

    test('a restore that PostgreSQL refuses leaves database and files as they were', async () => {
      const databaseUrl = await newDatabase('refusing')
      await expect(backup(dataIn(newFolder(), databaseUrl), newFile())).rejects.toThrow('No backend data')
      const host = await startTestHost({ DATABASE_URL: databaseUrl })
      await host.stop()
      const from = await storedData()
      const file = newFile()
      await backup(dataIn(from, databaseUrl), file)
      const query = async (url: string, text: string) => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        const { rows } = await client.query(text)
        await client.end()
        return rows
      }
      const other = await newDatabase('other')
      await query(other, 'create table reviews (id text)') // is in the way of one of the tables
      const dataDir = await storedData()
      const there = filesIn(dataDir)
      await expect(restore(dataIn(dataDir, other), file)).rejects.toThrow('is not empty')
      expect(filesIn(dataDir)).toEqual(there)
      expect(await query(other, "select tablename from pg_tables where schemaname = 'public'")).toEqual([
        { tablename: 'reviews' },
      ])
    })

    test('a missing or outdated pg_dump names the Debian package', async () => {
      const path = newFolder()
      vi.stubEnv('PATH', path)
      onTestFinished(() => void vi.unstubAllEnvs())
      const failing = () => backup(dataIn(newFolder(), String(postgres.url)), newFile())
      await expect(failing()).rejects.toThrow('pg_dump is missing: install Debian’s postgresql-client')
      const message = 'aborting because of server version mismatch'
      const detail = 'server version: 17.2; pg_dump version: 15.14'
      writeFileSync(
        join(path, 'pg_dump'),
        `#!/bin/sh\necho 'pg_dump: error: ${message}\npg_dump: detail: ${detail}' >&2\nexit 1\n`,
      )
      chmodSync(join(path, 'pg_dump'), 0o755)
      await expect(failing()).rejects.toThrow('install Debian’s postgresql-client-17')
    })

    /** A backend goes on with this database: it takes an order and an enquiry. */
    async function expectUsable(databaseUrl: string) {
      const host = await startTestHost({ DATABASE_URL: databaseUrl })
      const order = { amount: '1.00', title: 'A', features: [] }
      expect((await host.post('/api/paypal/create_order', order)).status).toBe(201)
      expect((await host.post('/api/mail/contact', enquiry(999))).status).toBe(200)
      await host.stop()
    }

    async function unpacked(file: string): Promise<string> {
      const folder = newFolder()
      await run('tar', ['-xf', file, '-C', folder])
      return folder
    }
  },
)
