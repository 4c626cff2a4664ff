// The command npm run host:payments: lists open orders, asks PayPal about them, and shows an order's history.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { openDatabase } from '#app/backend/database/database.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { type BackendEnv, readBackendEnv } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import { findOrder } from '#app/backend/payments/order-store.ts'
import { createPaymentProvider, type PaymentProvider } from '#app/backend/payments/provider.ts'
import { listOpenOrders, reconcile } from '#app/backend/payments/reconcile.ts'
import type { PaymentOrderRow } from '#app/backend/payments/tables.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'
import { hostSecret } from '#app/platform/secret.server.ts'

const USAGE = `Use:
  npm run host:payments -- list               orders captured but not recorded, approved but not captured, pending, or wrong
  npm run host:payments -- reconcile          asks PayPal about them and corrects what can be corrected
  npm run host:payments -- reconcile --all    … also those of the last 30 s, which may still be under way
  npm run host:payments -- history ORDER      the history of an order (PayPal’s id, ours, or PayPal’s transaction)`

/** `ok` (exit code 0) means that no order is open. */
type Outcome = { ok: boolean; text: string }

function line(order: PaymentOrderRow, what: string): string {
  const { paypalOrderId, createdAt, amountCents, currency, title } = order
  const amount = `${formatCents(amountCents)} ${currency}`
  return escapeControlCharacters(
    `${paypalOrderId ?? '(no order)'}  ${createdAt.slice(0, 16)}Z  ${amount}  ${what}  ${title}`,
  )
}

async function list(db: Database): Promise<Outcome> {
  const lines = (await listOpenOrders(db)).map(({ order, problem }) => line(order, problem))
  const text = lines.join('\n') || 'Every captured order is recorded; none is open.'
  return { ok: lines.length === 0, text }
}

async function reconcileAndList(db: Database, env: BackendEnv, all: boolean): Promise<Outcome> {
  const results = await withProvider(env, ({ paypal, test }) => reconcile(db, { paypal, log, test, all }))
  const lines = results.map(({ order, done }) => line(order, done))
  const { ok, text } = await list(db)
  return { ok, text: [...lines, ...(lines.length > 0 ? ['', 'Still open:'] : []), text].join('\n') }
}

async function history(db: Database, id: string): Promise<Outcome> {
  const order = await findOrder(db, { id, paypalOrderId: id, captureId: id })
  if (!order) throw new Error(`There is no order ${id}.`)
  const entries = await db
    .selectFrom('paymentEvents')
    .selectAll()
    .where('orderId', '=', order.id)
    .orderBy('sequence')
    .execute()
  const lines = entries.map((entry) =>
    ['', entry.at, entry.source.padEnd(9), entry.type, entry.detail].join('  '),
  )
  return { ok: true, text: [line(order, order.state), ...lines].join('\n') }
}

/** The sandbox stores its orders in a file, so it can also run in this process. */
async function withProvider<T>(env: BackendEnv, work: (provider: PaymentProvider) => Promise<T>): Promise<T> {
  let url = ''
  const secret = env.HOST_SECRET ?? hostSecret(env.DATA_DIR)
  const provider = createPaymentProvider(env, { secret, hostUrl: () => url, log: () => {} })
  const server = createServer(async (req, res) => {
    if (!(await provider.handle(req, res))) res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await work(provider)
  } finally {
    server.close()
    server.closeAllConnections()
    await provider.close()
  }
}

async function main(): Promise<Outcome> {
  const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true })
  const [command, id] = positionals
  if (command !== 'list' && command !== 'reconcile' && !(command === 'history' && id)) throw new Error(USAGE)
  const env = readBackendEnv(process.env)
  const db = await openDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    log,
    mustExist: true,
  })
  try {
    if (command === 'list') return await list(db)
    if (command === 'history') return await history(db, id!)
    return await reconcileAndList(db, env, values.all ?? false)
  } finally {
    await db.destroy()
  }
}

process.umask(0o077) // its files are private
try {
  const { ok, text } = await main()
  process.stdout.write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
