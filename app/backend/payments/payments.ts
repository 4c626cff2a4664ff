import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostEnv } from '#app/backend/env.ts'
import { createPayPal, type PayPal } from '#app/backend/payments/paypal.ts'
import { createVerifier, type VerifyWebhook } from '#app/backend/payments/webhook-signature.ts'
import { isSigned } from '#app/paypal-sandbox/signature.ts'
import { createStandIn, type StandIn } from '#app/paypal-sandbox/standin.ts'
import type { Log } from '#app/platform/log.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'

/** PayPal, or the sandbox that stands in for it, as the routes use it. */
export type PaymentProvider = {
  paypal: PayPal
  verify: VerifyWebhook
  /** Payments are test money. */
  test: boolean
  /** A test payment costs nothing: mailed to whatever was typed, its receipt would be anybody's way to write to anybody. */
  receiptsToStaff: boolean
  /** Takes a request that is meant for the sandbox. Returns false for any other, and always with real credentials. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>
  /** Once the backend listens. */
  start(): void
  close(): Promise<void>
  standIn: StandIn | undefined
}

export const WEBHOOK_PATH = '/api/paypal/webhook'

type Options = { secret: string; hostUrl: () => string; log: Log; operationTimeoutMs?: number }

/** Real PayPal where its credentials are set, else the sandbox: one or the other, for the whole life of the process. */
export function createPaymentProvider(
  env: HostEnv,
  { secret, hostUrl, log, operationTimeoutMs }: Options,
): PaymentProvider {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, SITE_URL = '' } = env
  const { PAYPAL_ENV: environment = 'sandbox', PAYPAL_WEBHOOK_ID: webhookId } = env
  const isPublic = URL.canParse(SITE_URL) && !isLoopbackName(new URL(SITE_URL).hostname)
  const isTest = environment === 'sandbox'
  const shared = { test: isTest, receiptsToStaff: isTest && isPublic && env.SMTP_URL !== undefined }
  if (clientId && clientSecret) {
    const paypal = createPayPal({ clientId, clientSecret, environment, operationTimeoutMs })
    if (!webhookId) log('warn', 'PAYPAL_WEBHOOK_ID is not set: PayPal’s webhooks are refused')
    return {
      ...shared,
      paypal,
      verify: webhookId
        ? createVerifier({ webhookId, environment, paypal })
        : async () => ({ ok: false, reason: 'PAYPAL_WEBHOOK_ID is not set' }),
      handle: async () => false,
      start() {},
      async close() {},
      standIn: undefined,
    }
  }
  log('warn', 'PAYPAL_CLIENT_ID is not set: payments are test payments, no money moves')
  const webhookUrl = () =>
    env.PORT ? `http://localhost:${env.PORT}/webhooks/paypal` : hostUrl() + WEBHOOK_PATH
  const standIn = createStandIn({ dataDir: env.DATA_DIR, secret, hostUrl, webhookUrl, log })
  const { credentials, baseUrl, webhookKey, handle, start, close } = standIn
  return {
    ...shared,
    paypal: createPayPal({ ...credentials, environment, baseUrl, operationTimeoutMs }),
    verify: async (headers, body) =>
      isSigned(webhookKey, headers, body) ? { ok: true } : { ok: false, reason: 'not signed by the sandbox' },
    handle,
    start,
    close,
    standIn,
  }
}
