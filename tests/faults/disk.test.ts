import { expect, onTestFinished, test, vi } from 'vitest'
import { Orders } from '#app/checkout/orders.server.ts'
import { openPurchases } from '#app/checkout/purchases.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import type { Host } from '#app/host/client.server.ts'
import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'
import { run } from '#tests/support/processes.ts'
import { CUSTOMER } from '#tests/support/sales.ts'
import { type SmallDisk, smallDisk } from '#tests/support/small-disk.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

/** Mounts a small disk; skips the test without the permission to mount. */
function mountDisk(skip: (note: string) => void, kilobytes = 1_024): SmallDisk {
  const disk = smallDisk(kilobytes)
  if (!disk) skip('mounting a disk is not permitted')
  return disk as SmallDisk
}

const details = { ...CUSTOMER, address: '1 Main'.repeat(100) }
/** Orders with these stored purchases. */
function createOrders(purchases: ReturnType<typeof openPurchases>, host: object) {
  const log = vi.fn()
  const content = { plan: async () => ({ slug: 'pro', title: 'Pro', price: 999 }) } as unknown as Content
  const backend = { isCaptureRequested: async () => false, ...host } as unknown as Host
  return { orders: new Orders({ host: backend, content, purchases, log }), log }
}
const orderOf = (id: string): Order => ({
  key: id,
  id,
  slug: 'pro',
  title: 'Pro',
  priceCents: 99_900,
  details,
})

test('on a full disk no payment is captured; with room again the buyer can pay', async ({ skip }) => {
  const disk = mountDisk(skip)
  const purchases = openPurchases(disk.path)
  onTestFinished(() => purchases.close())
  const host = {
    isOurBackend: true,
    completeOrder: vi.fn(async () => ({ status: 'COMPLETED' })),
    recordPurchase: vi.fn(async () => ({ ok: true })),
  }
  const { orders, log } = createOrders(purchases, host)
  const pay = (id: string) => orders.capture(orderOf(id), { requestId: 'r' })
  expect(await pay('BEFORE')).toMatchObject({ kind: 'success' })
  disk.fill()
  let refused = 0
  // SQLite first fills the free space in its own files.
  for (let n = 0; n < 200 && refused < 3; n++) {
    const captures = host.completeOrder.mock.calls.length
    const { kind } = await pay(`FULL${n}`)
    if (kind === 'success') continue
    refused++
    expect(kind).toBe('unknown')
    expect(host.completeOrder.mock.calls.length, 'nothing was captured').toBe(captures)
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

test('a purchase is recorded, and the buyer sees it, although the disk is full once the money has moved', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const disk = { isFull: false }
  const stored = openPurchases(newFolder())
  onTestFinished(() => stored.close())
  const purchases = new Proxy(stored, {
    get: (target, name: keyof typeof stored) =>
      ['captured', 'recorded', 'postponed', 'unknown'].includes(name)
        ? (...given: never[]) => {
            if (disk.isFull) throw full
            return (target[name] as (...given: never[]) => unknown)(...given)
          }
        : target[name],
  })
  const host = {
    isOurBackend: true,
    isCaptureRequested: vi.fn(async () => false),
    completeOrder: vi.fn(async () => {
      disk.isFull = true
      return { status: 'COMPLETED' }
    }),
    recordPurchase: vi.fn(async () => ({ ok: true })),
  }
  const { orders, log } = createOrders(purchases, host)
  expect(await orders.capture(orderOf('O1'), { requestId: 'r' })).toMatchObject({ kind: 'success' })
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  expect(log).toHaveBeenCalledWith(
    'error',
    expect.stringContaining('could not save the state'),
    expect.anything(),
  )
  expect(stored.get('O1')?.state).toBe('capturing')
  disk.isFull = false
  host.completeOrder.mockResolvedValue({ status: 'COMPLETED' })
  host.isCaptureRequested.mockResolvedValue(true)
  stored.retry('O1')
  await orders.retryDue()
  expect(stored.get('O1')?.state).toBe('recorded')
})

for (const state of ['full', 'read-only'])
  test(`on a disk that is ${state}, site, backend and lake stop with one line that says so, and names no backup`, async ({
    skip,
  }) => {
    const disk = mountDisk(skip, 64)
    if (state === 'full') disk.fill()
    else disk.lock()
    for (const file of ['app/server/main.ts', 'app/backend/main.ts', 'studio/serve/main.ts']) {
      const part = run([file], { DATA_DIR: disk.path, PORT: '1', STUDIO_PORT: '2', HOST_PORT: '1' })
      expect(await part.ended).toBe(1)
      expect(part.stderr()).toMatch(/^[^\n]+can.t be (opened|written)[^\n]+\n$/)
      expect(part.stderr()).not.toContain('backup')
    }
  })

test('the lake refuses a change or an upload that does not fit on the disk; with room again it works', async ({
  skip,
}) => {
  const disk = mountDisk(skip, 4_096)
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
