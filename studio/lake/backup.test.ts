import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { backupLake, restoreLake } from '#studio/lake/backup.ts'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

const RAW = { perspective: 'raw' } as const

test('a backup taken under load restores to the content of one moment, assets included', async () => {
  const dataDir = temporaryFolder(),
    lake = await testLake({ dataDir }),
    client = clientOf(lake)
  const file = join(temporaryFolder(), 'lake.tar')
  let stop = false
  let n = 0
  const writer = async () => {
    while (!stop) {
      const i = n++
      const asset = i % 5 === 0 ? await client.assets.upload('file', Buffer.from(`file ${i}`)) : undefined
      await client
        .transaction()
        .create({ _id: `${i}-a`, _type: 'pair', text: 'x'.repeat(2000) })
        .create({ _id: `${i}-b`, _type: 'pair', ...(asset && { file: { asset: { _ref: asset._id } } }) })
        .commit()
    }
  }
  const writing = Promise.all([writer(), writer(), writer()])
  await expect.poll(() => n).toBeGreaterThan(30)
  const command = [join(import.meta.dirname, 'backup-main.ts'), 'backup', file]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  expect(stdout).toMatch(/^Wrote \d+ documents/)
  stop = true
  await writing
  const original = await client.fetch<{ _id: string }[]>('*', {}, RAW)

  const restored = temporaryFolder()
  const { documents, before } = await restoreLake(restored, file)
  expect(before).toBeUndefined()
  for (const own of [file, join(restored, 'lake.db')])
    expect(statSync(own).mode & 0o077, `${own} is for its own user alone`).toBe(0)
  const again = await testLake({ dataDir: restored }),
    other = clientOf(again)
  const content = await other.fetch<{ _id: string; _type: string }[]>('*', {}, RAW)
  expect(content).toHaveLength(documents)
  expect(documents).toBeGreaterThan(60)
  // It is what the lake held at that moment: no document differs, no pair is torn.
  const kept = new Set(content.map(({ _id }) => _id))
  const plain = ({ url, ...fields }: Record<string, unknown>) => fields
  expect(content.map(plain)).toEqual(original.filter(({ _id }) => kept.has(_id)).map(plain))
  const pairs = content.filter(({ _type }) => _type === 'pair').map(({ _id }) => _id.split('-')[0])
  for (const pair of pairs) expect(kept.has(`${pair}-a`) && kept.has(`${pair}-b`)).toBe(true)
  // Each asset that it names has its bytes.
  const assets = await other.fetch<{ url: string; path: string }[]>('*[_type == "sanity.fileAsset"]')
  expect(assets.length).toBeGreaterThan(3)
  for (const { path } of assets) {
    const [given, first] = await Promise.all(
      [again, lake].map(async ({ url }) => (await fetch(`${url}/${path}`)).text()),
    )
    expect(given).toBe(first)
    expect(given).toMatch(/^file \d+$/)
  }
  // History came along, and the lake goes on from there.
  const at = await other.request({ url: `/data/history/production/transactions/${[...kept].at(-1)}` })
  expect(String(at)).toContain('"documentIDs"')
  await other.create({ _id: 'later', _type: 't' })
})

test('what is replaced by a restore is kept, and a running lake is left alone', async () => {
  const dataDir = temporaryFolder(),
    file = join(temporaryFolder(), 'lake.tar')
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'first', _type: 't' })
  expect(await backupLake(dataDir, file)).toEqual({ documents: 1, assets: 0 })
  await clientOf(lake).create({ _id: 'second', _type: 't' })
  await expect(restoreLake(dataDir, file)).rejects.toThrow('in use')
  expect(await clientOf(lake).fetch('*._id')).toEqual(['first', 'second'])
  await lake.close()

  const { before } = await restoreLake(dataDir, file)
  expect(existsSync(join(before!, 'lake.db'))).toBe(true)
  const again = await testLake({ dataDir })
  expect(await clientOf(again).fetch('*._id')).toEqual(['first'])
  expect(again.token).toBe(lake.token)
})

test('a restore that was cut short between taking away and bringing is no first start: the lake says so', async () => {
  const dataDir = temporaryFolder(),
    file = join(temporaryFolder(), 'lake.tar')
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'kept', _type: 't' })
  await backupLake(dataDir, file)
  await lake.close()
  const { before } = await restoreLake(dataDir, file)
  // Of earlier restores, however their folders are called.
  for (const name of ['0001', '2027', '9999']) {
    const earlier = join(dataDir, `before-restore-${name}1231235959999`)
    cpSync(before!, earlier, { recursive: true })
    utimesSync(earlier, 1, 1)
  }
  rmSync(join(dataDir, 'lake.db'))
  await expect(testLake({ dataDir })).rejects.toThrow(
    `cut short, what was there is ${join(before!, 'lake.db')}`,
  )
  expect(existsSync(join(dataDir, 'lake.db'))).toBe(false)
  await restoreLake(dataDir, file)
  expect(await clientOf(await testLake({ dataDir })).fetch('*._id')).toEqual(['kept'])
})

test('a file that is no backup, damaged or missing changes nothing; a backup overwrites nothing', async () => {
  const dataDir = temporaryFolder(),
    folder = temporaryFolder()
  const lake = await testLake({ dataDir })
  await clientOf(lake).create({ _id: 'kept', _type: 't', text: 'x'.repeat(100_000) })
  await backupLake(dataDir, join(folder, 'good.tar'))
  await expect(backupLake(dataDir, join(folder, 'good.tar'))).rejects.toThrow('exists already')
  await expect(backupLake(temporaryFolder(), join(folder, 'none.tar'))).rejects.toThrow('no lake')
  await lake.close()
  const good = readFileSync(join(folder, 'good.tar'))
  writeFileSync(join(folder, 'cut.tar'), good.subarray(0, good.length / 2))
  writeFileSync(join(folder, 'bad.tar'), good.fill(7, 512 + 8192, 512 + 60_000))
  writeFileSync(join(folder, 'text'), 'no tar')
  execFileSync('tar', ['-cf', join(folder, 'other.tar'), '-C', folder, 'text'])
  const content = () => readdirSync(dataDir).filter((name) => name !== 'lake.lock')
  const there = content()
  for (const name of ['cut.tar', 'bad.tar', 'text', 'other.tar', 'missing.tar'])
    await expect(restoreLake(dataDir, join(folder, name)), name).rejects.toThrow(/^[^\n]+$/)
  expect(content()).toEqual(there)
  expect(readdirSync(folder).sort()).toEqual(['bad.tar', 'cut.tar', 'good.tar', 'other.tar', 'text'])
  expect(await clientOf(await testLake({ dataDir })).fetch('*._id')).toEqual(['kept'])
})
