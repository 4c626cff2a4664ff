import { accessSync, constants } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { startAssistant } from '#app/backend/assistant/assistant.ts'
import { openDatabase } from '#app/backend/database.ts'
import { type HostEnv, mailboxOf, StartError } from '#app/backend/env.ts'
import { createEdge } from '#app/backend/http.ts'
import { type Deliver, fileDelivery, smtpDelivery } from '#app/backend/mail.ts'
import { OutboxWorker, readdress } from '#app/backend/outbox.ts'
import { createPaymentProvider, type PaymentProvider } from '#app/backend/payments/payments.ts'
import { MAIL_FOLDER, startRetention } from '#app/backend/retention.ts'
import { addSamplesOnce } from '#app/backend/reviews.ts'
import { createRoutes } from '#app/backend/routes.ts'
import { SharedBudgets } from '#app/backend/shared-budgets.ts'
import { staffToken } from '#app/backend/staff/access.ts'
import { makeFolder } from '#app/platform/database-file.server.ts'
import type { Log } from '#app/platform/log.ts'
import { type Budget, Budgets } from '#app/platform/rate-limit.ts'
import { hostSecret } from '#app/platform/secret.server.ts'

/** Loopback by both names of it; a machine without IPv6 has the first alone. */
const LOOPBACK = ['127.0.0.1', '::1']
/** A site that signs nothing reads the reviews from one address, for all its visitors: so many times a call's rate limit. */
const READINGS = 20
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
/** What is in flight at the end gets this long. */
const DRAIN_MS = 2_000

type RunningHost = { url: string; provider: PaymentProvider; close(): Promise<void> }

/** Starts the backend of section 7’s calls on loopback. `HOST_PORT` 0 takes a free port. Throws StartError. */
export async function startHost(env: HostEnv, log: Log): Promise<RunningHost> {
  checkFolder(env.DATA_DIR)
  const secret = env.HOST_SECRET ?? hostSecret(env.DATA_DIR)
  const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, log, working: true })
  if (!env.DATABASE_URL && !env.HOST_URL) await addSamplesOnce(db)

  // Several hosts share a PostgreSQL, and each visitor's budget with it.
  const budgetsOf = (name: string, budget: Budget) =>
    env.DATABASE_URL ? new SharedBudgets(db, name, budget) : new Budgets(budget)
  const outbox = new OutboxWorker(db, delivery(env, log), log)
  let url = ''
  const provider = createPaymentProvider(env, { secret, hostUrl: () => url, log })
  const assistant = startAssistant(env, log)
  const routes = createRoutes({
    db,
    mailbox: mailboxOf(env),
    onEnqueued: () => outbox.wake(),
    provider,
    assistant,
    chatBudgets: budgetsOf('chat', {
      perMinute: env.CHAT_BUDGET_PER_MINUTE,
      perHour: env.CHAT_BUDGET_PER_HOUR,
    }),
    reviewsPerDay: env.REVIEWS_PER_DAY,
    log,
  })
  const edge = createEdge({
    routes,
    budgets: budgetsOf('calls', { perMinute: env.BUDGET_PER_MINUTE, perHour: env.BUDGET_PER_HOUR }),
    readings: budgetsOf('readings', {
      perMinute: READINGS * env.BUDGET_PER_MINUTE,
      perHour: READINGS * env.BUDGET_PER_HOUR,
    }),
    secret,
    staffToken: staffToken(env.DATA_DIR),
    log,
  })
  const servers: Server[] = []
  try {
    for (const address of LOOPBACK) {
      const server = createServer(
        { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
        async (req, res) => {
          if (!(await provider.handle(req, res))) await edge(req, res)
        },
      )
      server.on('clientError', refuseMalformed)
      const port = (servers[0]?.address() as AddressInfo | undefined)?.port ?? env.HOST_PORT
      if (await listen(server, port, address)) servers.push(server)
    }
  } catch (error) {
    for (const server of servers) server.close()
    assistant.stop()
    await provider.close()
    await db.destroy()
    throw error
  }
  const stopRetention = startRetention({
    db,
    days: env.RETENTION_DAYS,
    mailFolder: join(env.DATA_DIR, MAIL_FOLDER),
    log,
  })
  await readdress(db, mailboxOf(env))
  outbox.start({ alone: !env.DATABASE_URL })

  const { port } = servers[0]!.address() as AddressInfo
  url = `http://localhost:${port}`
  provider.start()
  return {
    url,
    provider,
    async close() {
      assistant.stop()
      await within(DRAIN_MS, Promise.all([...servers.map(drain), outbox.stop(), stopRetention()]))
      for (const server of servers) server.closeAllConnections()
      await within(500, Promise.all([provider.close(), db.destroy()]))
    },
  }
}

function delivery({ SMTP_URL: smtpUrl, DATA_DIR: dataDir }: HostEnv, log: Log): Deliver {
  if (smtpUrl) return smtpDelivery(smtpUrl, log)
  const folder = join(dataDir, MAIL_FOLDER)
  log('warn', 'SMTP_URL is not set: mail is kept in files', { file: folder })
  return fileDelivery(folder, log)
}

function checkFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR=${dataDir} can’t be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Returns false where the machine has no such address. Throws StartError when the port can’t be had. */
function listen(server: Server, port: number, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else if (code === 'EADDRINUSE')
        reject(new StartError(`Port ${port} is taken: stop what uses it, or set HOST_PORT`))
      else reject(new StartError(`Port ${port} may not be used (${code}): set HOST_PORT`))
    })
    server.listen(port, address, () => resolve(true))
  })
}

/** A request that is no HTTP, has too long headers or takes too long. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too long']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long']
        : ['400 Bad Request', 'This is not an HTTP request']
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  return closed
}

/** Resolves when the work is done, or after that long without. */
const within = (ms: number, work: Promise<unknown>) => Promise.race([work, delay(ms)])
