import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPurchases, type Purchases } from '#app/checkout/purchases.server.ts'
import type { Purchase } from '#app/host/client.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const MINUTE_MS = 60_000
const purchase = { orderID: 'O1', firstName: 'Ann', userEmail: 'ann@example.com' } as Purchase

let folder: string
let purchases: Purchases
beforeEach(() => {
  vi.useFakeTimers()
  folder = newFolder()
  purchases = openPurchases(folder)
  purchases.capturing(purchase)
  purchases.captured('O1')
})
afterEach(() => {
  purchases.close()
  vi.useRealTimers()
})

test.each([
  ['captured', 'postponed'],
  ['capturing', 'unknown'],
] as const)('a purchase that is %s is retried after 1, 2, 4 … minutes, at most an hour', (state, fail) => {
  if (state === 'capturing') {
    purchases.strike('O1')
    purchases.capturing(purchase)
  }
  const waits = Array.from({ length: 9 }, (_, tries) => {
    if (tries > 0) purchases[fail]('O1', `answer ${tries}`)
    const failedAt = Date.now()
    while (purchases.due().length === 0) vi.advanceTimersByTime(MINUTE_MS)
    return (Date.now() - failedAt) / MINUTE_MS
  })
  expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60])
  expect(purchases.open()).toMatchObject([{ state, tries: 8, error: 'answer 8' }])
})

const reconcile = (args: string[] = [], dataDir = folder) =>
  spawnSync(process.execPath, ['app/server/operations/reconcile.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })

test('npm run reconcile lists each open purchase on one line, whatever the backend answered', () => {
  purchases.refused('O1', 'no\nO2  paid\u001b[2J')
  const { status, stdout } = reconcile()
  const [line, count, end] = stdout.split('\n')
  expect(line).toMatch(
    /^O1 .* Ann ann@example\.com {2}paid.*\(1 tries, last: no\\u\{a\}O2 {2}paid\\u\{1b\}\[2J\)$/,
  )
  expect([count, end, status]).toEqual(['1 open.', '', 1])
})

test('npm run reconcile accepts the order id or the key, and asks for the key if an id is not unique', () => {
  purchases.capturing({ orderID: 'O2' } as Purchase, 'K2')
  expect(reconcile(['--captured', 'O2']).stdout).toBe('Order O2 is to be recorded now.\n')
  expect(purchases.get('K2')?.state).toBe('captured')
  purchases.capturing({ orderID: 'O2' } as Purchase, 'K3')
  expect(reconcile(['--strike', 'O2']).stderr).toBe(
    'Several open orders have the id O2. Use one of K2, K3.\n',
  )
  expect(reconcile(['--strike', 'K3']).stdout).toBe('Order K3 is off the list.\n')
  expect(purchases.open().map(({ key }) => key)).toEqual(['O1', 'K2'])
  purchases.recorded('O1')
  expect(reconcile(['--strike', 'O1'])).toMatchObject({ status: 1, stderr: 'There is no open order O1.\n' })
  expect(purchases.get('O1')?.state).toBe('recorded')
})

test('npm run reconcile refuses a folder where no site has run', () => {
  const mistyped = join(folder, 'mistyped')
  expect(reconcile([], mistyped)).toMatchObject({
    status: 1,
    stderr: `No site has run on DATA_DIR=${mistyped}.\n`,
  })
  expect(existsSync(mistyped)).toBe(false)
})
