import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAssistant } from '#app/backend/assistant/assistant.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { type BackendEnv, mailboxOf } from '#app/backend/env.ts'
import { createApp } from '#app/backend/http/app.ts'
import { createRoutes } from '#app/backend/http/routes.ts'
import { type Deliver, fileDelivery, MAIL_FOLDER, smtpDelivery } from '#app/backend/mail/mail.ts'
import { createOutboxWorker } from '#app/backend/mail/outbox.ts'
import { createPaymentProvider, type PaymentProvider } from '#app/backend/payments/provider.ts'
import { startRetention } from '#app/backend/retention.ts'
import { addSamplesOnce } from '#app/backend/reviews/reviews.ts'
import { StartError } from '#app/backend/start-error.ts'
import { makeDataDir } from '#app/platform/database-file.server.ts'
import type { Log } from '#app/platform/log.ts'
import { createRateLimiter, openRateLimitPool, type RateLimit } from '#app/platform/rate-limit.ts'
import { hostSecret, staffToken } from '#app/platform/secret.server.ts'

/** A site that signs nothing reads reviews for all visitors from one address. */
const READS_PER_POST = 20
/** Limit for open requests at a stop. */
const DRAIN_MS = 2_000
const CLOSE_MS = 500

type RunningBackend = { url: string; provider: PaymentProvider; close(): Promise<void> }

/** Starts the backend on loopback. `HOST_PORT` 0 means any free port. Throws StartError. */
export async function startBackend(env: BackendEnv, log: Log): Promise<RunningBackend> {
  checkFolder(env.DATA_DIR)
  const secret = env.HOST_SECRET ?? hostSecret(env.DATA_DIR)
  const db = await openDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    maxConnections: env.MAX_DATABASE_CONNECTIONS,
    log,
    exclusive: true,
  })
  if (!env.DATABASE_URL && !env.HOST_URL) await addSamplesOnce(db)

  const pool = env.DATABASE_URL ? openRateLimitPool(env.DATABASE_URL, log) : undefined
  const limiter = (name: string, limit: RateLimit) => createRateLimiter(limit, pool && { name, pool })
  const { BUDGET_PER_MINUTE: perMinute, BUDGET_PER_HOUR: perHour } = env
  const outbox = createOutboxWorker(db, { deliver: delivery(env, log), mailbox: mailboxOf(env), log })
  let url = ''
  const provider = createPaymentProvider(env, { secret, hostUrl: () => url, log })
  const assistant = startAssistant(env, log)
  const app = createApp({
    routes: createRoutes({
      db,
      onEnqueued: () => outbox.wake(),
      provider,
      assistant,
      chatLimit: limiter('chat', {
        perMinute: env.CHAT_BUDGET_PER_MINUTE,
        perHour: env.CHAT_BUDGET_PER_HOUR,
      }),
      reviewsPerDay: env.REVIEWS_PER_DAY,
      log,
    }),
    provider,
    limits: {
      posts: limiter('posts', { perMinute, perHour }),
      reads: limiter('reads', { perMinute: READS_PER_POST * perMinute, perHour: READS_PER_POST * perHour }),
    },
    secret,
    signedOnly: env.HOST_SIGNED_ONLY,
    staffToken: staffToken(env.DATA_DIR),
    log,
  })
  const close = async () => {
    await Promise.all([provider.close(), db.destroy(), pool?.then((open) => open.end())])
  }
  let servers: Server[]
  try {
    servers = await listen(app, env.HOST_PORT)
  } catch (error) {
    assistant.stop()
    await close()
    throw error
  }
  url = `http://localhost:${portOf(servers[0])}`
  const stopRetention = startRetention({
    db,
    days: env.RETENTION_DAYS,
    mailFolder: join(env.DATA_DIR, MAIL_FOLDER),
    log,
  })
  await outbox.start({ alone: !env.DATABASE_URL })
  provider.start()
  return {
    url,
    provider,
    async close() {
      assistant.stop()
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      await Promise.race([Promise.all([...closed, outbox.stop(), stopRetention()]), pause(DRAIN_MS)])
      for (const server of servers) server.closeAllConnections()
      await Promise.race([close(), pause(CLOSE_MS)])
    },
  }
}

function delivery({ SMTP_URL: smtpUrl, DATA_DIR: dataDir }: BackendEnv, log: Log): Deliver {
  if (smtpUrl) return smtpDelivery(smtpUrl, log)
  const folder = join(dataDir, MAIL_FOLDER)
  log('warn', 'SMTP_URL is not set: mails are written to files', { file: folder })
  return fileDelivery(folder, log)
}

function checkFolder(dataDir: string): void {
  try {
    makeDataDir(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR=${dataDir} can’t be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Listens on loopback only. A machine without IPv6 has no `::1`. */
async function listen(app: RequestListener, port: number): Promise<Server[]> {
  const servers: Server[] = []
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(app)
    try {
      await once(server.listen({ port: portOf(servers[0]) ?? port, host }), 'listening')
      servers.push(server)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue
      for (const open of servers) open.close()
      throw new StartError(
        code === 'EADDRINUSE'
          ? `Port ${port} is taken: stop what uses it, or set HOST_PORT`
          : `Port ${port} may not be used (${code}): set HOST_PORT`,
      )
    }
  }
  return servers
}

const portOf = (server: Server | undefined) => (server?.address() as AddressInfo | undefined)?.port
