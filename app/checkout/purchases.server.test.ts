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
  ['the host does not record', 'captured', 'postponed'],
  ['PayPal holds back', 'capturing', 'unknown'],
] as const)(
  'what %s is due again after 1, 2, 4 … minutes, at most an hour, and the list says how often and why',
  (_, state, again) => {
    if (state === 'capturing') {
      purchases.strike('O1')
      purchases.capturing(purchase)
    }
    const waits = Array.from({ length: 9 }, (_, tries) => {
      if (tries > 0) purchases[again]('O1', `answer ${tries}`)
      const postponedAt = Date.now()
      while (purchases.due().length === 0) vi.advanceTimersByTime(MINUTE_MS)
      return (Date.now() - postponedAt) / MINUTE_MS
    })
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60])
    expect(purchases.open()).toMatchObject([{ state, tries: 8, error: 'answer 8' }])
    purchases.captured('O1')
    purchases.postponed('O1', 'the first try to record it')
    vi.advanceTimersByTime(MINUTE_MS)
    expect(purchases.due()).toEqual(state === 'capturing' ? ['O1'] : [])
  },
)

test('npm run reconcile lists each with who paid on a line of its own, whatever the host answered', () => {
  purchases.refused('O1', 'no\nO2  paid\u001b[2J')
  const { status, stdout } = spawnSync(process.execPath, ['app/server/operations/reconcile.ts'], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  })
  const [line, count, end] = stdout.split('\n')
  expect(line).toMatch(
    /^O1 .* Ann ann@example\.com {2}paid.*\(1 tries, last: no\\u\{a\}O2 {2}paid\\u\{1b\}\[2J\)$/,
  )
  expect([count, end, status]).toEqual(['1 open.', '', 1])
})

test('npm run reconcile accepts the order id of the host or the key, and asks which if the host gave an id twice', () => {
  const reconcile = (...args: string[]) =>
    spawnSync(process.execPath, ['app/server/operations/reconcile.ts', ...args], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    })
  purchases.capturing({ orderID: 'O2' } as Purchase, 'K2')
  expect(reconcile().stdout).toMatch(/^O2 {2}/m)
  expect(reconcile('--captured', 'O2').stdout).toBe('Order O2 is to be recorded now.\n')
  expect(purchases.get('K2')?.state).toBe('captured')
  purchases.capturing({ orderID: 'O2' } as Purchase, 'K3')
  expect(reconcile('--strike', 'O2').stderr).toBe('Several open orders have the id O2. Use one of K2, K3.\n')
  expect(reconcile('--strike', 'K3').stdout).toBe('Order K3 is off the list.\n')
  expect(purchases.open().map(({ key }) => key)).toEqual(['O1', 'K2'])
})

test('npm run reconcile takes off the list what was settled otherwise, and nothing that is recorded', () => {
  purchases.refused('O1', 'The price does not match the payment')
  const strike = () =>
    spawnSync(process.execPath, ['app/server/operations/reconcile.ts', '--strike', 'O1'], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    })
  expect(strike()).toMatchObject({ status: 0, stdout: 'Order O1 is off the list.\n' })
  expect(purchases.get('O1')).toBeUndefined()
  purchases.capturing({ orderID: 'O1' } as Purchase)
  purchases.recorded('O1')
  expect(strike()).toMatchObject({ status: 1, stderr: 'There is no open order O1.\n' })
  expect(purchases.get('O1')?.state).toBe('recorded')
})

test('npm run reconcile on a folder where no site has run does not say that nothing is open', () => {
  const { status, stderr } = spawnSync(process.execPath, ['app/server/operations/reconcile.ts'], {
    env: { ...process.env, DATA_DIR: join(folder, 'mistyped') },
    encoding: 'utf8',
  })
  expect(stderr).toBe(`No site has run on DATA_DIR=${join(folder, 'mistyped')}.\n`)
  expect({ status, made: existsSync(join(folder, 'mistyped')) }).toEqual({ status: 1, made: false })
})

test('a refused purchase is not repeated until somebody asks for it; a recorded one is over', () => {
  purchases.refused('O1', 'no')
  vi.advanceTimersByTime(2 * 60 * MINUTE_MS)
  expect(purchases.due()).toEqual([])
  expect(purchases.open()).toMatchObject([{ state: 'refused', tries: 1, error: 'no' }])
  expect(purchases.retry('O1')).toBe(true)
  expect(purchases.due()).toEqual(['O1'])
  purchases.recorded('O1')
  expect(purchases.retry('O1')).toBe(false)
  expect([purchases.due(), purchases.open()]).toEqual([[], []])
})
