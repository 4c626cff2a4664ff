import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectLog } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { createApp } from '#app/backend/http/app.ts'
import { createPaymentProvider } from '#app/backend/payments/provider.ts'
import { paymentRoutes } from '#app/backend/payments/routes.ts'
import type { Outcome } from '#app/paypal-sandbox/shapes.ts'
import { signEvidence } from '#app/platform/evidence.server.ts'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

export const SECRET = 'a secret of at least thirty-two characters'
export const mailbox = { to: ['desk@example.com'], from: 'site@example.com' }
export const newOrder = { amount: '499.00', title: 'Starter Edge', features: ['600 credit', 'Save 101'] }
export const buyer = {
  userEmail: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Łee 🏡',
  phone: '+1 (302) 555-0100',
  address: '1 Main St',
  city: 'Dover',
  state: 'DE',
  packageTitle: 'Starter Edge',
  packagePrice: 499,
}

export type Bench = Awaited<ReturnType<typeof startBench>>
type SandboxRequest = { method: string; path: string; headers: IncomingHttpHeaders }
type Options = {
  databaseUrl?: string
  dataDir?: string
  operationTimeoutMs?: number
  sendEvents?: boolean
  /** Starts a proxy in front of the PayPal sandbox's port and returns its own port. */
  through?: (port: number) => Promise<number>
  env?: Record<string, string>
}

/** Calls 4 to 6 over HTTP against the PayPal sandbox, on SQLite or PostgreSQL. */
export async function startBench({
  databaseUrl,
  dataDir,
  operationTimeoutMs,
  sendEvents,
  through,
  env: more,
}: Options = {}) {
  const folder = dataDir ?? newFolder()
  const { lines, log } = collectLog()
  const db = await openDatabase({ dataDir: folder, databaseUrl, log })
  let url = ''
  let sandboxUrl = ''
  const env = readBackendEnv({ DATA_DIR: folder, ...more })
  const provider = createPaymentProvider(env, {
    secret: SECRET,
    hostUrl: () => sandboxUrl,
    log,
    operationTimeoutMs,
  })
  const routes = paymentRoutes({ db, onEnqueued: () => {}, provider, log })
  const limiter = createRateLimiter({ perMinute: 1e6 })
  const app = createApp({
    routes,
    provider,
    limits: { posts: limiter, reads: limiter },
    secret: SECRET,
    signedOnly: false,
    staffToken: SECRET,
    log,
  })
  /** The requests to the sandbox. */
  const sandboxRequests: SandboxRequest[] = []
  const server = createServer((req, res) => {
    const { method = '', url: path = '', headers } = req
    if (path.startsWith('/paypal-sandbox/')) sandboxRequests.push({ method, path, headers })
    app(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  sandboxUrl = through ? `http://localhost:${await through(port)}` : url
  const sandbox = provider.sandbox!
  if (sendEvents) sandbox.start()

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const answer = (await response.json()) as {
      id: string
      links: { rel: string; href: string }[]
      status: string
      issue?: string
      error?: string
      outcome?: string
      asked?: boolean
    }
    return { code: response.status, ...answer }
  }

  return {
    url,
    folder,
    db,
    lines,
    provider,
    sandbox,
    sandboxRequests,
    post,
    create: (change: Partial<typeof newOrder> = {}) =>
      post('/api/paypal/create_order', { ...newOrder, ...change }),
    /** With the site's signature. */
    createSigned(origin: string, campaign?: Record<string, string>) {
      const body = JSON.stringify(newOrder)
      const target = 'POST /api/paypal/create_order'
      const evidence = signEvidence(SECRET, { target, body, visitor: { origin, campaign } })
      return post('/api/paypal/create_order', body, { 'x-site-evidence': evidence })
    },
    approve: (id: string, outcome: Outcome = 'approve') =>
      post(`/paypal-sandbox/browser/orders/${id}/approve`, { outcome }),
    complete: (id: string) => post('/api/paypal/complete_order', { order_id: id }),
    record: (id: string, change: Partial<typeof buyer> = {}) =>
      post('/api/paypal/complete', { orderID: id, ...buyer, ...change }),
    async approved(outcome: Outcome = 'approve'): Promise<string> {
      const { id } = await this.create()
      await this.approve(id, outcome)
      return id
    },
    async paid(): Promise<string> {
      const id = await this.approved()
      const { status } = await this.complete(id)
      if (status !== 'COMPLETED') throw new Error(status)
      return id
    },
    order: (id: string) =>
      db.selectFrom('paymentOrders').selectAll().where('paypalOrderId', '=', id).executeTakeFirstOrThrow(),
    async history(id: string): Promise<string[]> {
      const rows = await db
        .selectFrom('paymentEvents')
        .innerJoin('paymentOrders', 'paymentOrders.id', 'paymentEvents.orderId')
        .select('type')
        .where('paypalOrderId', '=', id)
        .orderBy('sequence')
        .execute()
      return rows.map(({ type }) => type)
    },
    async mails(): Promise<{ to: string[]; subject: string; text: string }[]> {
      const rows = await db.selectFrom('outbox').select('content').orderBy('enqueuedAt').execute()
      return rows.map(({ content }) => ({ ...mailbox, ...JSON.parse(content ?? '{}') }))
    },
    capturesOf: (id: string) => sandbox.orders.find(id)?.order.purchase_units[0]?.payments?.captures ?? [],
    captureRequests: (id: string) =>
      sandboxRequests.filter(
        ({ method, path }) => method === 'POST' && path.endsWith(`/orders/${id}/capture`),
      ),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await provider.close()
      await db.destroy()
    },
  }
}
