import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { HttpError } from '#app/backend/http-error.ts'
import {
  appendEvent,
  applyCapture,
  applyRefund,
  lockOrder,
  setState,
  settle,
} from '#app/backend/payments/ledger.ts'
import { captureOf, PayPalError } from '#app/backend/payments/paypal.ts'
import type { CaptureState, PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { VerifyWebhook } from '#app/backend/payments/webhook-signature.ts'
import type { Database, Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'
import { parseJson } from '#app/platform/parse-json.ts'

const money = z.object({ value: z.string(), currency_code: z.string() })
const link = z.object({ rel: z.string(), href: z.string() })

/** Of PayPal's event: what is used. `resource` is a capture, a refund or an order, depending on `event_type`. */
const event = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: z.iso.datetime().optional().catch(undefined),
  resource: z.object({
    id: z.string().max(100).optional(),
    status: z.string().max(50).optional(),
    amount: money.optional().catch(undefined),
    custom_id: z.string().max(255).optional(),
    status_details: z.object({ reason: z.string().optional() }).optional().catch(undefined),
    links: z.array(link).optional().catch(undefined),
    supplementary_data: z
      .object({
        related_ids: z.object({ order_id: z.string().optional(), capture_id: z.string().optional() }),
      })
      .optional()
      .catch(undefined),
    purchase_units: z
      .array(z.object({ custom_id: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
})
type Event = z.infer<typeof event>

/** PayPal's "Webhook event names": what a capture event says of its capture, whatever its resource's status. */
const CAPTURE_EVENTS: Record<string, CaptureState> = {
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
  'PAYMENT.CAPTURE.DECLINED': 'DECLINED',
}
const REFUND_EVENTS = [
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.FAILED',
  'PAYMENT.REFUND.PENDING',
]

type WebhookOutcome = 'applied' | 'repeated' | 'unknown order' | 'of no interest'

/**
 * Takes one of PayPal's events, in whatever order and however often they come. `body` is raw: the signature covers its bytes.
 * Throws HttpError 403 (signature), 400 (no event), 503 (can't tell: PayPal sends it again).
 */
export async function receiveWebhook(
  db: Database,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  { verify, log, requestId }: { verify: VerifyWebhook; log: Log; requestId: string },
): Promise<WebhookOutcome> {
  let verdict: Awaited<ReturnType<VerifyWebhook>>
  try {
    verdict = await verify(headers, body)
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log('warn', 'webhook not verified', { requestId, error: error.message })
    throw new HttpError(503, 'The signature can’t be verified now', { 'retry-after': '60' })
  }
  if (!verdict.ok) {
    log('warn', 'webhook refused', { requestId, reason: verdict.reason })
    throw new HttpError(403, 'The signature is not PayPal’s')
  }
  const parsed = event.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new HttpError(400, 'This is not an event')
  const outcome = await apply(db, parsed.data)
  log('info', 'webhook', { requestId, id: parsed.data.id, event: parsed.data.event_type, outcome })
  return outcome
}

async function apply(db: Database, received: Event): Promise<WebhookOutcome> {
  const { id: eventId, event_type: type } = received
  return db.transaction().execute(async (tx) => {
    const order = await orderOf(tx, received)
    // Not kept: another shop on the same account, or something to be understood when it is sent again.
    if (!order) return 'unknown order'
    const stored = await tx
      .insertInto('paymentWebhooks')
      .values({ eventId, type, receivedAt: new Date().toISOString(), orderId: order.id })
      .onConflict((conflict) => conflict.column('eventId').doNothing())
      .returning('eventId')
      .executeTakeFirst()
    if (!stored) return 'repeated'
    return (await applyEvent(tx, await lockOrder(tx, order.id), received)) ? 'applied' : 'of no interest'
  })
}

async function applyEvent(tx: Writes, order: PaymentOrderRow, received: Event): Promise<boolean> {
  const { event_type: type, resource } = received
  const amount = { amount: resource.amount?.value ?? '', currency: resource.amount?.currency_code ?? '' }
  const captureState = CAPTURE_EVENTS[type]
  if (captureState && resource.id) {
    const reason = resource.status_details?.reason
    await applyCapture(tx, order, { id: resource.id, status: captureState, ...amount, reason }, 'webhook')
  } else if (REFUND_EVENTS.includes(type) && resource.id) {
    const captureId = captureOf(resource.links) ?? resource.supplementary_data?.related_ids.capture_id
    const status = resource.status ?? 'COMPLETED'
    await applyRefund(tx, order, { id: resource.id, captureId, status, ...amount }, 'webhook')
  } else if (type === 'CHECKOUT.ORDER.APPROVED' && !(await isOvertaken(tx, order, received))) {
    if (order.state === 'created' || order.state === 'declined')
      await setState(tx, order, 'approved', { source: 'webhook' })
    return true
  } else {
    await appendEvent(tx, { orderId: order.id, type: `webhook.${type}`, source: 'webhook' })
    return false
  }
  await settle(tx, order, 'webhook')
  return true
}

/** Approved before the decline that we know of: events come later than answers. */
async function isOvertaken(tx: Writes, order: PaymentOrderRow, { create_time: at }: Event): Promise<boolean> {
  if (order.state !== 'declined' || !at) return false
  const decline = await tx
    .selectFrom('paymentEvents')
    .select('at')
    .where('orderId', '=', order.id)
    .where('type', '=', 'order.declined')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  return decline !== undefined && Date.parse(at) <= Date.parse(decline.at)
}

/** Ours by the id that we gave it, else by PayPal's order or capture. */
async function orderOf(
  tx: Writes,
  { event_type: type, resource }: Event,
): Promise<{ id: string } | undefined> {
  const { related_ids: related } = resource.supplementary_data ?? {}
  const customId = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id
  const paypalOrderId = related?.order_id ?? (type.startsWith('CHECKOUT.ORDER.') ? resource.id : undefined)
  const captureId = related?.capture_id ?? captureOf(resource.links) ?? resource.id
  const orders = tx.selectFrom('paymentOrders').select('id')
  if (customId) {
    const found = await orders.where('id', '=', customId).executeTakeFirst()
    if (found) return found
  }
  if (paypalOrderId) {
    const found = await orders.where('paypalOrderId', '=', paypalOrderId).executeTakeFirst()
    if (found) return found
  }
  if (!captureId) return undefined
  return tx
    .selectFrom('paymentCaptures')
    .select('orderId as id')
    .where('id', '=', captureId)
    .executeTakeFirst()
}
