import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostEnv } from '#app/backend/env.ts'
import { createPayPal, type PayPal } from '#app/backend/payments/paypal.ts'
import { createVerifier, type VerifyWebhook } from '#app/backend/payments/webhook-signature.ts'
import { createPayPalSandbox, type PayPalSandbox } from '#app/paypal-sandbox/sandbox.ts'
import { isSigned } from '#app/paypal-sandbox/signature.ts'
import type { Log } from '#app/platform/log.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'

/** PayPal, or what stands in for it, as the routes use it. */
export type PaymentProvider = {
  paypal: PayPal
  verify: VerifyWebhook
  /** Payments are test money. */
  test: boolean
  /** A test payment costs nothing: mailed to whatever was typed, its receipt would be anybody's way to write to anybody. */
  receiptsToStaff: boolean
  /** Takes a request that is meant for the stand-in. Returns false for any other, and always with real credentials. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>
  /** Once the host listens. */
  start(): void
  close(): Promise<void>
  standIn: PayPalSandbox | undefined
}

/** Anybody on the internet may have mail sent. */
const isOpenToAll = ({ SMTP_URL, SITE_URL = '' }: HostEnv): boolean =>
  SMTP_URL !== undefined && URL.canParse(SITE_URL) && !isLoopbackName(new URL(SITE_URL).hostname)

const PRELOAD_AFTER_MS = 2_000
export const WEBHOOK_PATH = '/api/paypal/webhook'

type Parts = { secret: string; hostUrl: () => string; log: Log; operationTimeoutMs?: number }

/** Real PayPal where its credentials are set, else the stand-in: one or the other, for the whole life of the process. */
export function createPaymentProvider(env: HostEnv, parts: Parts): PaymentProvider {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env
  return clientId && clientSecret
    ? realPayPal(env, { clientId, clientSecret }, parts)
    : standInForPayPal(env, parts)
}

function realPayPal(
  env: HostEnv,
  credentials: { clientId: string; clientSecret: string },
  { log, operationTimeoutMs }: Parts,
): PaymentProvider {
  const { PAYPAL_ENV: environment = 'sandbox', PAYPAL_WEBHOOK_ID: webhookId } = env
  const paypal = createPayPal({ ...credentials, environment, operationTimeoutMs })
  const loading = loadSoon(paypal, log)
  if (!webhookId) log('warn', 'PAYPAL_WEBHOOK_ID is not set: PayPal’s webhooks are refused')
  return {
    paypal,
    verify: webhookId
      ? createVerifier({ webhookId, environment, paypal })
      : async () => ({ ok: false, reason: 'PAYPAL_WEBHOOK_ID is not set' }),
    test: environment === 'sandbox',
    receiptsToStaff: environment === 'sandbox' && isOpenToAll(env),
    handle: async () => false,
    start: loading.start,
    close: async () => loading.stop(),
    standIn: undefined,
  }
}

function standInForPayPal(
  env: HostEnv,
  { secret, hostUrl, log, operationTimeoutMs }: Parts,
): PaymentProvider {
  log('warn', 'PAYPAL_CLIENT_ID is not set: payments are test payments, no money moves')
  const webhookUrl = () =>
    env.PORT ? `http://localhost:${env.PORT}/webhooks/paypal` : hostUrl() + WEBHOOK_PATH
  const standIn = createPayPalSandbox({ dataDir: env.DATA_DIR, secret, hostUrl, webhookUrl, log })
  const paypal = createPayPal({
    ...standIn.credentials,
    environment: 'sandbox',
    baseUrl: standIn.baseUrl,
    operationTimeoutMs,
  })
  const loading = loadSoon(paypal, log)
  return {
    paypal,
    verify: async (headers, body) =>
      isSigned(standIn.webhookKey, headers, body)
        ? { ok: true }
        : { ok: false, reason: 'not signed by the stand-in' },
    test: true,
    receiptsToStaff: isOpenToAll(env),
    handle: standIn.handle,
    start() {
      standIn.start()
      loading.start()
    },
    async close() {
      loading.stop()
      await standIn.close()
    },
    standIn,
  }
}

/** The SDK is large: it comes when the host is up, and before the first buyer, who would otherwise wait for it. */
function loadSoon(paypal: { preload(): Promise<unknown> }, log: Log) {
  let timer: NodeJS.Timeout | undefined
  const load = () =>
    void paypal
      .preload()
      .catch((error) => log('error', 'PayPal’s SDK can’t be loaded', { error: String(error) }))
  return {
    start: () => {
      timer = setTimeout(load, PRELOAD_AFTER_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
