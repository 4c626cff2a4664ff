import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#app/backend/database/database.ts'
import { fileDelivery } from '#app/backend/mail/mail.ts'
import { spawnHost } from '#app/backend/process.test-support.ts'
import { Orders } from '#app/checkout/orders.server.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import type { Host } from '#app/host/client.server.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { replaceFile } from '#app/platform/replace-file.server.ts'
import { keptSecret } from '#app/platform/secret.server.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { log } from '#app/server/log.ts'
import { createMedia } from '#app/server/media/media.ts'
import { takeLock as lockLake } from '#studio/lake/store-file.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'
import { run } from '#tests/support/processes.ts'
import { type SmallDisk, smallDisk } from '#tests/support/small-disk.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

// Issue J, "Faults": a full disk and a read-only one, under what the site keeps. The host's stands in
// app/backend/storage.test.ts, the log's in app/platform/json-log.server.long.test.ts.

/** The test's disk, if this machine lets it have one. */
function diskOf(skip: (note: string) => void, kilobytes = 1_024): SmallDisk {
  const disk = smallDisk(kilobytes)
  if (!disk) skip('no small disk may be mounted here')
  return disk as SmallDisk
}

const details = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '1',
  city: 'Dover',
  state: 'DE',
  address: '1 Main'.repeat(100),
}
/** Orders whose journal is `purchases`. */
function paying(purchases: ReturnType<typeof openPurchases>, host: object) {
  const log = vi.fn()
  const content = { plan: async () => ({ slug: 'pro', title: 'Pro', price: 999 }) } as unknown as Content
  const asked = { isCaptureAsked: async () => false, ...host } as unknown as Host
  return { orders: new Orders({ host: asked, content, purchases, log }), log }
}
const orderOf = (id: string): Order => ({
  key: id,
  id,
  slug: 'pro',
  title: 'Pro',
  priceCents: 99_900,
  details,
})

test('purchases: nothing is captured that could not be written down; with room again it can be paid', async ({
  skip,
}) => {
  const disk = diskOf(skip)
  const purchases = openPurchases(disk.path)
  onTestFinished(() => purchases.close())
  const host = {
    isOurBackend: true,
    completeOrder: vi.fn(async () => ({ status: 'COMPLETED' })),
    recordPurchase: vi.fn(async () => ({ ok: true })),
  }
  const { orders, log } = paying(purchases, host)
  const pay = (id: string) => orders.capture(orderOf(id), { requestId: 'r' })
  expect(await pay('BEFORE')).toMatchObject({ kind: 'success' })
  disk.fill()
  let refused = 0
  // What SQLite has still room for in its own files is used up first.
  for (let n = 0; n < 200 && refused < 3; n++) {
    const asked = host.completeOrder.mock.calls.length
    const { kind } = await pay(`FULL${n}`)
    if (kind === 'success') continue
    refused++
    expect(kind).toBe('unknown')
    expect(host.completeOrder.mock.calls.length, 'nothing was captured').toBe(asked)
  }
  expect(refused).toBe(3)
  expect(log).toHaveBeenCalledWith(
    'error',
    expect.stringContaining('is not captured'),
    expect.objectContaining({ error: expect.stringContaining('full') }),
  )
  expect(purchases.get('BEFORE')?.state).toBe('recorded')
  disk.free()
  expect(await pay('AFTER')).toMatchObject({ kind: 'success' })
  expect(purchases.get('AFTER')?.state).toBe('recorded')
  expect(purchases.open()).toEqual([])
})

test('purchases: a disk that is full once the money has moved loses none, and the visitor reads of the success', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const disk = { isFull: false }
  const folder = newFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kept = openPurchases(folder)
  onTestFinished(() => kept.close())
  const purchases = new Proxy(kept, {
    get: (target, name: keyof typeof kept) =>
      ['captured', 'recorded', 'postponed', 'unknown'].includes(name)
        ? (...given: never[]) => {
            if (disk.isFull) throw full
            return (target[name] as (...given: never[]) => unknown)(...given)
          }
        : target[name],
  })
  const host = {
    isOurBackend: true,
    isCaptureAsked: vi.fn(async () => false),
    completeOrder: vi.fn(async () => {
      disk.isFull = true
      return { status: 'COMPLETED' }
    }),
    recordPurchase: vi.fn(async () => ({ ok: true })),
  }
  const { orders, log } = paying(purchases, host)
  expect(await orders.capture(orderOf('O1'), { requestId: 'r' })).toMatchObject({ kind: 'success' })
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  expect(log).toHaveBeenCalledWith(
    'error',
    expect.stringContaining('could not save the state'),
    expect.anything(),
  )
  expect(kept.get('O1')?.state, 'followed up').toBe('capturing')
  disk.isFull = false
  host.completeOrder.mockResolvedValue({ status: 'COMPLETED' })
  host.isCaptureAsked.mockResolvedValue(true)
  kept.retry('O1')
  await orders.retryDue()
  expect(kept.get('O1')?.state).toBe('recorded')
})

test('who starts on a full disk reads that it is full, and of no backup; with room it starts with what was there', async ({
  skip,
}) => {
  const disk = diskOf(skip)
  const log = vi.fn()
  openPurchases(disk.path).close()
  await (await openDatabase({ dataDir: disk.path, log })).destroy()
  disk.fill()
  const full = /\.sqlite can’t be opened: the disk is full$/
  expect(() => openPurchases(disk.path)).toThrow(full)
  await expect(openDatabase({ dataDir: disk.path, log })).rejects.toThrow(full)
  disk.free()
  openPurchases(disk.path).close()
  await (await openDatabase({ dataDir: disk.path, log })).destroy()
})

/** Writes until what SQLite has still room for in its own files is used up; gives the error then. */
function usedUp(write: (n: number) => void): unknown {
  for (let n = 0; n < 2_000; n++)
    try {
      write(n)
    } catch (error) {
      return error
    }
  return undefined
}

test('last good content: what is kept is served on a full disk and on a read-only one', ({ skip }) => {
  const disk = diskOf(skip)
  mkdirSync(join(disk.path, 'empty'))
  const lastGood = openLastGood(disk.path)
  lastGood.save('kept', { result: 'kept', tags: [] })
  disk.fill()
  expect(String(usedUp((n) => lastGood.save(`${n}`, { result: 'x'.repeat(3_000), tags: [] })))).toContain(
    'full',
  )
  expect(lastGood.all().get('kept')?.result).toBe('kept')
  lastGood.close()
  const full = openLastGood(disk.path)
  expect(full.all().get('kept')?.result).toBe('kept')
  full.close()
  disk.lock()
  const locked = openLastGood(disk.path)
  expect(locked.all().get('kept')?.result).toBe('kept')
  locked.close()
  expect(() => openLastGood(join(disk.path, 'empty'))).toThrow(/last-good\.sqlite can’t be opened: /)
  disk.unlock()
  disk.free()
  const again = openLastGood(disk.path)
  expect(again.all().get('kept')?.result).toBe('kept')
  again.close()
})

test('pictures are shown although they can’t be kept; of a file that there is no room for nothing stays', async ({
  skip,
}) => {
  const disk = diskOf(skip, 256)
  const picture = Buffer.alloc(100_000, 7)
  const lake = await listen((_request, response) => {
    response.setHeader('Content-Type', 'image/jpeg').end(picture)
  })
  const { handler } = createMedia({ env: parseEnv({ STUDIO_PORT: String(lake), DATA_DIR: disk.path }), log })
  const site = await listen(express().use('/media', handler))
  const get = async (width: number) => {
    const image = `images/local/production/${'a'.repeat(40)}-2000x1000.jpg?w=${width}`
    const answer = await fetch(`http://localhost:${site}/media/${image}`)
    return [answer.status, (await answer.arrayBuffer()).byteLength]
  }
  const whole = [200, picture.length]
  const stored = () => readdirSync(join(disk.path, 'media/others'))
  expect(await get(360)).toEqual(whole)
  disk.fill()
  for (const width of [640, 800, 800]) expect(await get(width)).toEqual(whole)
  await expect(replaceFile(join(disk.path, 'share.png'), picture)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(() => keptSecret(disk.path, 'secret')).toThrow(/ENOSPC/)
  expect(readdirSync(disk.path).toSorted()).toEqual(['filler', 'media'])
  expect(stored()).toHaveLength(1)
  disk.free()
  expect(await get(1100)).toEqual(whole)
  expect(stored()).toHaveLength(2)
  expect(keptSecret(disk.path, 'secret')).toBe(keptSecret(disk.path, 'secret'))
})

test('a mail that there is room for in part only is not said to be kept, and is whole once there is room', async ({
  skip,
}) => {
  const disk = diskOf(skip, 64)
  const folder = join(disk.path, 'mail')
  const deliver = fileDelivery(folder, () => {})
  const mail = {
    to: ['desk@example.com'],
    pending: ['desk@example.com'],
    from: 'site@example.com',
    subject: 'New enquiry',
    text: 'x'.repeat(12_000),
    html: '<p>x</p>',
    messageId: '<12345678@example.com>',
    date: '2026-03-01T10:00:00.000Z',
  }
  disk.fill()
  const filler = join(disk.path, 'filler')
  truncateSync(filler, statSync(filler).size - 4_096)
  await expect(deliver(mail)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
  disk.free()
  await deliver(mail)
  const [name = ''] = readdirSync(folder)
  expect(name).toMatch(/\.eml$/)
  expect(statSync(join(folder, name)).size).toBeGreaterThan(12_000)
})

for (const how of ['full', 'read-only'])
  test(`on a disk that is ${how} site, host and lake say so in one line instead of starting, and of no backup`, async ({
    skip,
  }) => {
    const disk = diskOf(skip, 64)
    if (how === 'full') disk.fill()
    else disk.lock()
    const site = run(['app/server/main.ts'], { DATA_DIR: disk.path, PORT: '1', STUDIO_PORT: '2' })
    expect(await site.ended).toBe(1)
    expect(site.stderr().trim().split('\n')).toEqual([expect.stringMatching(/can’t be (opened|written)/)])
    const host = spawnHost({ DATA_DIR: disk.path, HOST_PORT: '1' })
    expect(await host.exited).toBe(1)
    expect(host.output().trim().split('\n')).toEqual([expect.stringMatching(/can’t be (opened|written)/)])
    const lake = run(['studio/lake/main.ts'], { DATA_DIR: disk.path, STUDIO_PORT: '2' })
    expect(await lake.ended).toBe(1)
    expect(lake.stderr().trim().split('\n')).toEqual([expect.stringMatching(/can.t be (opened|written)/)])
    expect(site.stderr() + host.output() + lake.stderr()).not.toContain('backup')
  })

test('where a folder can’t be made, as below /proc, site, host and lake say so in one line instead of starting', async () => {
  const DATA_DIR = '/proc/keyturn/data'
  const site = run(['app/server/main.ts'], { DATA_DIR, PORT: '1', STUDIO_PORT: '2' })
  const host = spawnHost({ DATA_DIR, HOST_PORT: '1' })
  const lake = run(['studio/lake/main.ts'], { DATA_DIR, STUDIO_PORT: '2' })
  expect(await Promise.all([site.ended, host.exited, lake.ended])).toEqual([1, 1, 1])
  for (const said of [site.stderr(), host.output(), lake.stderr()])
    expect(said.trim().split('\n')).toEqual([expect.stringMatching(/DATA_DIR=.* can.t be written/)])
})

test('an editor whose change or upload finds no room is told so; with room again it is taken', async ({
  skip,
}) => {
  const disk = diskOf(skip, 4_096)
  const lake = await testLake({ dataDir: disk.path })
  const client = clientOf(lake)
  const change = () => client.createOrReplace({ _id: 'page', _type: 'page', text: 'word '.repeat(10_000) })
  const upload = () => client.assets.upload('file', Buffer.alloc(100_000), { filename: 'terms.pdf' })
  disk.fill()
  for (const work of [change, upload])
    await expect(work()).rejects.toThrow(/disk of the content lake is full/)
  disk.free()
  await change()
  await upload()
})

test('a lake locks its folder on a full disk; what keeps it from that is not taken for another lake', ({
  skip,
}) => {
  const disk = diskOf(skip)
  disk.fill()
  const lock = lockLake(disk.path)
  expect(() => lockLake(disk.path)).toThrow(`DATA_DIR=${disk.path} is in use by another lake`)
  lock.close()
  disk.free()
  writeFileSync(join(disk.path, 'lake.lock'), 'no database'.repeat(100))
  expect(() => lockLake(disk.path)).toThrow(/can’t be locked: file is not a database$/)
})
