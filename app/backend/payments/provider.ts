import type { BackendEnv } from '#app/backend/env.ts'
import { createPayPal } from '#app/backend/payments/paypal.ts'
import { createVerifier, type VerifyWebhook } from '#app/backend/payments/webhook-signature.ts'
import { createPayPalSandbox, type PayPalSandbox } from '#app/paypal-sandbox/sandbox.ts'
import { isSigned } from '#app/paypal-sandbox/signature.ts'
import type { Log } from '#app/platform/log.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'

export const WEBHOOK_PATH = '/api/paypal/webhook'

type Options = { secret: string; hostUrl: () => string; log: Log; operationTimeoutMs?: number }
export type PaymentProvider = ReturnType<typeof createPaymentProvider>

/** Creates the client for real PayPal if its credentials are set, else for the sandbox. */
export function createPaymentProvider(env: BackendEnv, options: Options) {
  const { log, operationTimeoutMs } = options
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, SITE_URL = '' } = env
  const { PAYPAL_ENV: environment = 'sandbox', PAYPAL_WEBHOOK_ID: webhookId } = env
  const sandbox = clientId && clientSecret ? undefined : createSandbox(env, options)
  const account = sandbox
    ? { ...sandbox.credentials, baseUrl: sandbox.baseUrl }
    : { clientId: clientId!, clientSecret: clientSecret! }
  const paypal = createPayPal({ ...account, environment, log, operationTimeoutMs })
  const verify: VerifyWebhook = sandbox
    ? async (headers, body) =>
        isSigned(sandbox.webhookKey, headers, body)
          ? { ok: true }
          : { ok: false, reason: 'not signed by the sandbox' }
    : webhookId
      ? createVerifier(webhookId, paypal)
      : async () => ({ ok: false, reason: 'PAYPAL_WEBHOOK_ID is not set' })
  if (sandbox) log('warn', 'PAYPAL_CLIENT_ID is not set: payments are test payments, no money moves')
  else if (!webhookId) log('warn', 'PAYPAL_WEBHOOK_ID is not set: PayPal’s webhooks are refused')
  const isPublic = URL.canParse(SITE_URL) && !isLoopbackName(new URL(SITE_URL).hostname)
  /** Payments are test money. */
  const test = environment === 'sandbox'
  return {
    paypal,
    verify,
    test,
    /** Otherwise anybody could send mail to anybody by free test payments. */
    receiptsToStaff: test && isPublic && env.SMTP_URL !== undefined,
    /** Handles a request for the sandbox. Returns false for other requests, and always with real PayPal. */
    handle: sandbox?.handle ?? (async () => false),
    /** Call it once the backend listens. */
    start: () => sandbox?.start(),
    close: async () => sandbox?.close(),
    sandbox,
  }
}

function createSandbox(env: BackendEnv, { secret, hostUrl, log }: Options): PayPalSandbox {
  const webhookUrl = () =>
    env.PORT ? `http://localhost:${env.PORT}/webhooks/paypal` : hostUrl() + WEBHOOK_PATH
  return createPayPalSandbox({ dataDir: env.DATA_DIR, secret, hostUrl, webhookUrl, log })
}
