import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Webhook } from './webhook.ts'
import type { Attempt, Message } from './webhook-message.ts'

const MAX_RESULT_CHARACTERS = 10_000

type Delivery = Pick<Attempt, 'resultCode' | 'resultBody' | 'failureReason'>

/** Sends a message once; a redirect is a failure. Never rejects. */
export async function deliver(
  { url, httpMethod, headers, secret }: Webhook,
  message: Message,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Delivery> {
  const { payload } = message
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const req = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: httpMethod,
      agent: false, // closes the connection
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'user-agent': 'Sanity.io webhook delivery',
        'idempotency-key': message.id,
        'sanity-transaction-id': message.transactionId,
        'sanity-transaction-time': message.transactionTime,
        'sanity-dataset': message.dataset,
        'sanity-document-id': message.documentId,
        'sanity-project-id': message.projectId,
        'sanity-webhook-id': message.hookId,
        'sanity-operation': message.operation,
        ...(secret && { 'sanity-webhook-signature': signatureOf(payload, secret) }),
      },
    })
    req.on('error', () => {}) // also after the answer has begun
    req.end(payload)
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const resultCode = res.statusCode!
    const resultBody = await startOf(res)
    return { resultCode, resultBody, failureReason: resultCode >= 200 && resultCode < 300 ? null : 'http' }
  } catch (error) {
    // Node throws a TypeError for a request that it can't send.
    const failureReason = timeout.aborted ? 'timeout' : error instanceof TypeError ? 'other' : 'network'
    return { resultCode: null, resultBody: '', failureReason }
  }
}

/** Whether a later attempt may succeed. https://www.sanity.io/docs/content-lake/webhooks */
export const isRetried = ({ resultCode, failureReason }: Delivery): boolean =>
  failureReason === 'http'
    ? resultCode === 429 || resultCode! >= 500
    : failureReason === 'network' || failureReason === 'timeout'

/** As `@sanity/webhook` verifies it. */
function signatureOf(payload: string, secret: string): string {
  const time = Date.now()
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('base64url')}`
}

async function startOf(res: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of res.setEncoding('utf8')) {
    text += chunk
    if (text.length >= MAX_RESULT_CHARACTERS) break // ends the connection
  }
  return text.slice(0, MAX_RESULT_CHARACTERS)
}
