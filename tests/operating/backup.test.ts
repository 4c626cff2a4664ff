import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { enquiry, startTestHost } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { checkChain } from '#app/backend/enquiries/consents.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { staffToken } from '#app/platform/secret.server.ts'
import { backup, type Data } from '#app/server/operations/backup.ts'
import { restore } from '#app/server/operations/restore.ts'
import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'
import { openLake } from '#studio/serve/open-lake.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const log = () => {}
const postgres = await startPostgres()
afterAll(() => postgres.stop())

const dataIn = (dataDir: string, databaseUrl?: string): Data => ({ dataDir, databaseUrl, log })
const newFile = () => join(newFolder(), 'backup.tar')
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.lock'))
    .sort()

/** Creates a DATA_DIR in which each part has stored data; no process runs. */
async function createData(): Promise<string> {
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

async function documentsIn(dataDir: string): Promise<string[]> {
  const lake = await testLake({ dataDir })
  const ids = await clientOf(lake).fetch('*[_type == "t"]._id')
  await lake.close()
  return ids
}

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return String(postgres.url).replace(/\/postgres$/, `/${name}`)
}

function pay(dataDir: string): void {
  const purchases = openPurchases(dataDir)
  purchases.capturing({ orderID: 'PAID-1' } as never)
  purchases.close()
}
/** Returns the ids of paid orders that are not recorded. */
function unrecordedOrders(dataDir: string): string[] {
  const purchases = openPurchases(dataDir)
  const ids = purchases.open().map(({ orderId }) => orderId)
  purchases.close()
  return ids
}

async function allRows(place: { dataDir: string; databaseUrl?: string }) {
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

const lakeOptions = { port: 0, streamPorts: 0 }

test('an operator backs up a running product with one command and restores it elsewhere with another', async () => {
  const host = await startTestHost()
  const { dataDir } = host
  const lake = await testLake({ dataDir })
  const client = clientOf(lake)
  const acknowledged: string[] = []
  let writing = true
  let n = 0
  const visitors = (async () => {
    for (let sent = 0; writing; sent++) {
      const email = `agent-${sent}@example.com`
      const { status } = await host.post('/api/mail/contact', { ...enquiry, email })
      if (status === 200) acknowledged.push(email)
    }
  })()
  const editor = (async () => {
    for (; writing; n++) {
      const asset = n % 5 === 0 ? await client.assets.upload('file', Buffer.from(`file ${n}`)) : undefined
      const file = asset && { asset: { _ref: asset._id } }
      const documents = ['a', 'b'].map((id) => ({ _id: `${n}-${id}`, _type: 'pair', file }))
      await client.transaction(documents.map((create) => ({ create }))).commit()
    }
  })()
  await expect.poll(() => Math.min(n, acknowledged.length)).toBeGreaterThan(10)
  pay(dataDir)
  const before = [...acknowledged]
  const file = newFile()
  const npm = (command: string, folder: string) =>
    run('sh', ['-c', `umask 022; npm run --silent ${command} ${file}`], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
      cwd: root,
    })
  expect((await npm('backup', dataDir)).stdout).toBe(
    `Wrote purchases.sqlite, host.sqlite, paypal-standin.sqlite, mail, lake.db, assets to ${file}.\n`,
  )
  writing = false
  await Promise.all([visitors, editor])

  const restored = newFolder()
  expect((await npm('restore', restored)).stdout).toMatch(/^Restored purchases.sqlite, .* as of 20[^ ]+\.\n$/)
  const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0
  const written = readdirSync(restored, { recursive: true, encoding: 'utf8' })
  expect([file, ...written.map((name) => join(restored, name))].filter(isOpen)).toEqual([])
  for (const secret of ['host-secret', 'staff-token', 'lake-token']) expect(written).not.toContain(secret)

  const { enquiries, consents, outbox } = await allRows({ dataDir: restored })
  const emails = new Set(enquiries?.map((row) => (row as { email: string }).email))
  expect(before.filter((email) => !emails.has(email))).toEqual([])
  // All tables are from one moment.
  for (const rows of [consents, outbox]) expect(rows).toHaveLength(emails.size)
  expect(unrecordedOrders(restored)).toEqual(['PAID-1'])
  const other = await testLake({ dataDir: restored })
  const content = await clientOf(other).fetch<{ _id: string }[]>('*[_type == "pair"]')
  const source = await client.fetch('*[_type == "pair"]')
  for (const document of content) expect(source).toContainEqual(document)
  expect(content.filter(({ _id }) => _id.endsWith('-a'))).toHaveLength(content.length / 2)
  for (const path of await clientOf(other).fetch<string[]>('*[_type == "sanity.fileAsset"].path'))
    expect(await (await fetch(`${other.url}/${path}`)).text()).toMatch(/^file \d+$/)

  // A running product is not touched.
  await expect(restore(dataIn(dataDir), file)).rejects.toThrow('is in use (lake.lock): stop the product')
})

test('a restore replaces the data and keeps the earlier data in a folder beside it', async () => {
  const [dataDir, file] = [await createData(), newFile()]
  await backup(dataIn(dataDir), file)
  pay(dataDir)
  writeFileSync(join(dataDir, 'seeding-production'), '') // an interrupted first start
  const { before } = await restore(dataIn(dataDir), file)
  expect([unrecordedOrders(dataDir), unrecordedOrders(String(before))]).toEqual([[], ['PAID-1']])
  expect(existsSync(join(dataDir, 'seeding-production'))).toBe(false)
  expect(await documentsIn(String(before))).toEqual(['a'])
})

test('the content alone is backed up, and restored from a full backup too', async () => {
  const [dataDir, elsewhere, content, full] = [await createData(), newFolder(), newFile(), newFile()]
  expect(await backup({ ...dataIn(dataDir), contentOnly: true }, content)).toEqual(['lake.db', 'assets'])
  await backup(dataIn(dataDir), full)
  for (const file of [content, full]) await restore({ ...dataIn(elsewhere), contentOnly: true }, file)
  expect(filesIn(elsewhere).filter((name) => !name.startsWith('before-'))).toEqual(['assets', 'lake.db'])
})

test('a backup of format 1 is restored', async () => {
  const [from, dataDir, file] = [await createData(), newFolder(), newFile()]
  const parts = ['lake.tar', 'purchases.sqlite', 'host.sqlite', 'mail']
  await run('tar', ['-cf', join(from, 'lake.tar'), '-C', from, 'lake.db', 'assets'])
  writeFileSync(
    join(from, 'manifest.json'),
    JSON.stringify({ format: 1, at: '2026-01-02T03:04:05.678Z', parts }),
  )
  await run('tar', ['-cf', file, '-C', from, 'manifest.json', ...parts])
  await restore(dataIn(dataDir), file)
  expect(await documentsIn(dataDir)).toEqual(['a'])
})

test('a file that is no backup, is damaged, or of a newer release changes nothing; a backup overwrites nothing', async () => {
  const [dataDir, folder, empty] = [await createData(), newFolder(), newFolder()]
  await expect(backup(dataIn(empty), join(folder, 'none.tar'))).rejects.toThrow('nothing to back up')
  mkdirSync(join(empty, 'mail'))
  staffToken(empty) // a backend with PostgreSQL
  await expect(backup(dataIn(empty), join(folder, 'half.tar'))).rejects.toThrow('Set DATABASE_URL')

  const good = join(folder, 'good.tar')
  const parts = await backup(dataIn(dataDir), good)
  await expect(backup(dataIn(dataDir), good)).rejects.toThrow('exists already')
  const before = filesIn(dataDir)
  writeFileSync(join(folder, 'cut.tar'), readFileSync(good).subarray(0, statSync(good).size / 2))
  writeFileSync(join(folder, 'text.tar'), 'no tar')
  for (const name of ['cut.tar', 'text.tar', 'missing.tar'])
    await expect(restore(dataIn(dataDir), join(folder, name)), name).rejects.toThrow(/^[^\n]+$/)

  const unpacked = newFolder()
  await run('tar', ['-xf', good, '-C', unpacked])
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
  const restoreChanged = async (change: object, members = parts) => {
    const file = newFile()
    writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
    await run('tar', ['-cf', file, '-C', unpacked, 'manifest.json', ...members])
    return restore(dataIn(dataDir), file)
  }
  for (const part of ['host.sqlite', 'lake.db', 'mail']) {
    const others = parts.filter((name) => name !== part)
    await expect(restoreChanged({}, others), part).rejects.toThrow(part)
  }
  for (const change of [{ parts: ['../seeded-production'] }, { at: 1 }, { format: 3 }])
    await expect(restoreChanged(change), JSON.stringify(change)).rejects.toThrow(
      'no backup that this version',
    )
  for (const change of [{ migration: '2099-01-later' }, { dataVersion: 99 }])
    await expect(restoreChanged(change), JSON.stringify(change)).rejects.toThrow('by a newer version')
  expect(filesIn(dataDir)).toEqual(before)
})

test.skipIf(process.getuid?.() !== 0)(
  'files that root restores or backs up belong to the owner of DATA_DIR',
  async () => {
    const [from, dataDir, file] = [await createData(), newFolder(), newFile()]
    await backup(dataIn(from), file)
    chownSync(dataDir, 4_711, 4_712)
    await restore(dataIn(dataDir), file)
    await backup(dataIn(dataDir), newFile())
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => statSync(join(dataDir, name)).uid !== 4_711)).toEqual([])
  },
)

/** Returns a backup without orders, and a function that creates a DATA_DIR with an order. */
async function createBackup() {
  const [template, file] = [newFolder(), newFile()]
  openPurchases(template).close()
  mkdirSync(join(template, 'mail'))
  await (await openDatabase({ dataDir: template, log })).destroy()
  await backup(dataIn(template), file)
  pay(template)
  const newProduct = () => {
    const dataDir = join(newFolder(), 'data')
    cpSync(template, dataDir, { recursive: true })
    return dataDir
  }
  return { file, newProduct }
}

test('a restore that fails at its last step rolls back', async () => {
  const { file, newProduct } = await createBackup()
  const dataDir = newProduct()
  const before = filesIn(dataDir)
  const unreachable = 'postgres://127.0.0.1:1/none'
  await expect(restore(dataIn(dataDir, unreachable), file)).rejects.toThrow()
  expect([filesIn(dataDir), unrecordedOrders(dataDir)]).toEqual([before, ['PAID-1']])
})

/** Runs a restore that is killed before the given rename. Resolves to the exit code or the signal. */
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
  const command = join(root, 'app/server/operations/backup-main.ts')
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, command, 'restore', file]
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const [code, signal] = await once(
    spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' }),
    'close',
  )
  return code ?? signal
}

test('after a restore was killed at any step, either nothing has changed, or nothing starts until the next restore', async () => {
  const { file, newProduct } = await createBackup()
  for (let step = 0; ; step++) {
    const dataDir = newProduct()
    const ending = await restoreKilledAt(step, dataDir, file)
    if (ending === 0) break
    expect(ending).toBe('SIGKILL')
    if (existsSync(join(dataDir, 'unfinished-restore'))) {
      const interrupted = /^A restore into DATA_DIR=.* was interrupted: run npm run restore FILE again$/
      expect(() => openPurchases(dataDir)).toThrow(interrupted)
      await expect(openDatabase({ dataDir, log })).rejects.toThrow(interrupted)
      await expect(openLake({ ...lakeOptions, dataDir })).rejects.toThrow(interrupted)
      // The rollback may be killed, too.
      expect(await restoreKilledAt(step - 1, dataDir, file)).toBe('SIGKILL')
    } else expect(unrecordedOrders(dataDir)).toEqual(['PAID-1'])
    const { before } = await restore(dataIn(dataDir), file)
    expect([unrecordedOrders(dataDir), unrecordedOrders(String(before))], `step ${step}`).toEqual([
      [],
      ['PAID-1'],
    ])
  }
})

test('a start with damaged data fails with a line that names the newest backup', async () => {
  const dataDir = await createData()
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
  await expect(openLake({ ...lakeOptions, dataDir })).rejects.toThrow(message)
  await restore(dataIn(dataDir), newest)
  expect(await documentsIn(dataDir)).toEqual(['a'])
})

test('data of a newer release is not opened, stays as it was, and can be backed up', async () => {
  const newer = 'PRAGMA user_version = 99'
  const migration = "INSERT INTO kysely_migration VALUES ('2099-01-later', '2099-01-01T00:00:00.000Z')"
  const databases: [name: string, change: string, open: (dataDir: string) => unknown][] = [
    ['lake.db', newer, (dataDir) => openLake({ ...lakeOptions, dataDir })],
    ['purchases.sqlite', newer, openPurchases],
    ['consents.sqlite', newer, openConsents],
    ['paypal-standin.sqlite', newer, (dataDir) => openStore(join(dataDir, 'paypal-standin.sqlite'))],
    ['host.sqlite', migration, (dataDir) => openDatabase({ dataDir, log })],
  ]
  const dataDir = await createData()
  for (const [name, change, open] of databases) {
    const file = join(dataDir, name)
    const db = new DatabaseSync(file)
    db.exec(change)
    db.close()
    const bytes = readFileSync(file)
    const message = new RegExp(
      `^${file} was made by a newer version of the (?:product|lake) [^\\n]+ Start that version`,
    )
    await expect(async () => await open(dataDir), name).rejects.toThrow(message)
    expect(readFileSync(file).equals(bytes), name).toBe(true)
  }
  expect(await backup(dataIn(dataDir), newFile())).toEqual(
    expect.arrayContaining(databases.map(([name]) => name)),
  )
})

test.skipIf(postgres.url === undefined)(
  'an operator moves from SQLite to PostgreSQL, and from there to another database, by backup and restore',
  async () => {
    const [dataDir, sqliteBackup, dump] = [await createData(), newFile(), newFile()]
    const host = await startTestHost({ DATA_DIR: dataDir })
    await host.post('/api/mail/contact', enquiry)
    await host.stop()
    // Only PostgreSQL has a table of rate limits.
    const stored = { ...(await allRows({ dataDir })), rate_limits: [] }
    await backup(dataIn(dataDir), sqliteBackup)

    const moved = await newDatabase('moved')
    await (await startTestHost({ DATABASE_URL: moved })).stop() // it has only samples
    await restore(dataIn(dataDir, moved), sqliteBackup)
    expect(await allRows({ dataDir, databaseUrl: moved })).toEqual(stored)
    expect(existsSync(join(dataDir, 'host.sqlite'))).toBe(false)
    await expect(backup(dataIn(dataDir), newFile())).rejects.toThrow('Set DATABASE_URL')

    expect(await backup(dataIn(dataDir, moved), dump)).toContain('host.dump')
    const [elsewhere, copy] = [newFolder(), await newDatabase('copy')]
    await expect(restore(dataIn(elsewhere), dump)).rejects.toThrow('set DATABASE_URL to an empty database')
    await restore(dataIn(elsewhere, copy), dump)
    expect(await allRows({ dataDir: elsewhere, databaseUrl: copy })).toEqual(stored)
    await expect(restore(dataIn(elsewhere, copy), dump)).rejects.toThrow('is not empty: create an empty one')

    const running = await startTestHost({ DATABASE_URL: copy }) // ids continue
    const order = { amount: '1.00', title: 'A', features: [] }
    expect((await running.post('/api/paypal/create_order', order)).status).toBe(201)
    expect((await running.post('/api/mail/contact', { ...enquiry, email: 'bo@example.com' })).status).toBe(
      200,
    )
    await running.stop()
  },
)
