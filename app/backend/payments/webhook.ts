import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Database, Writes } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { appendHistory, changeOrder, findOrder } from '#app/backend/payments/order-store.ts'
import { captureOf, PayPalError, type PayPalPayment } from '#app/backend/payments/paypal.ts'
import type { CaptureState, PaymentOrderRow } from '#app/backend/payments/tables.ts'
import type { VerifyWebhook } from '#app/backend/payments/webhook-signature.ts'
import type { Log } from '#app/platform/log.ts'
import { parseJson } from '#app/platform/parse-json.ts'

/** A capture, a refund or an order. PayPal has signed it, so its fields are not checked. */
type Resource = PayPalPayment & {
  custom_id?: string
  purchase_units?: { custom_id?: string }[]
}
const eventShape = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: z.string().optional(),
  resource: z.custom<Resource>((value) => typeof value === 'object' && value !== null),
})
type WebhookEvent = z.infer<typeof eventShape>

/** The capture's state for each of PayPal's event names, whatever the status of its resource. */
const CAPTURE_EVENTS: Record<string, CaptureState> = {
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
  'PAYMENT.CAPTURE.DECLINED': 'DECLINED',
}
const REFUND_EVENT = /^PAYMENT\.(CAPTURE\.(REFUNDED|REVERSED)|REFUND\.(FAILED|PENDING))$/

type WebhookOutcome = 'applied' | 'repeated' | 'unknown order' | 'ignored'

/** Applies a PayPal event once; events may come in any order. Throws HttpError 403 (signature), 400, 503 (can't verify now). */
export async function receiveWebhook(
  db: Database,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  { verify, log, requestId }: { verify: VerifyWebhook; log: Log; requestId: string },
): Promise<WebhookOutcome> {
  const verdict = await verify(headers, body).catch((error: unknown) => {
    if (!(error instanceof PayPalError)) throw error
    log('warn', 'webhook not verified', { requestId, error: error.reason })
    throw new HttpError(503, 'The signature can’t be verified now', { 'retry-after': '60' })
  })
  if (!verdict.ok) {
    log('warn', 'webhook refused', { requestId, reason: verdict.reason })
    throw new HttpError(403, 'The signature is not PayPal’s')
  }
  const { success, data: event } = eventShape.safeParse(parseJson(body.toString('utf8')))
  if (!success) throw new HttpError(400, 'This is not an event')
  const outcome = await db.transaction().execute((tx) => applyOnce(tx, event, log))
  log('info', 'webhook', { requestId, id: event.id, event: event.event_type, outcome })
  return outcome
}

async function applyOnce(tx: Writes, event: WebhookEvent, log: Log): Promise<WebhookOutcome> {
  const { id: eventId, event_type: type } = event
  const order = await findEventOrder(tx, event)
  // Not stored: the event is of another shop on the same account, or its order is unknown yet.
  if (!order) return 'unknown order'
  const orderId = order.id
  const stored = await tx
    .insertInto('paymentWebhooks')
    .values({ eventId, type, receivedAt: new Date().toISOString(), orderId })
    .onConflict((conflict) => conflict.column('eventId').doNothing())
    .returning('eventId')
    .executeTakeFirst()
  if (!stored) return 'repeated'
  const change = changeOf(event, order)
  if (change) await changeOrder(tx, orderId, { source: 'webhook', log, ...change })
  else await appendHistory(tx, { orderId, type: `webhook.${type}`, source: 'webhook' })
  return change ? 'applied' : 'ignored'
}

/** Translates PayPal's event into a change of the order; undefined if it changes nothing. */
function changeOf(
  { event_type: type, resource, create_time: at = '' }: WebhookEvent,
  order: PaymentOrderRow,
) {
  const status = CAPTURE_EVENTS[type]
  if (status) return { captures: [{ ...resource, status }] }
  if (REFUND_EVENT.test(type)) return { refunds: [resource] }
  // Webhooks may be late: this may be the approval before the decline.
  const isLate = order.state === 'declined' && Date.parse(at) <= Date.parse(order.updatedAt)
  return type === 'CHECKOUT.ORDER.APPROVED' && !isLate ? { event: 'buyer_approved' as const } : undefined
}

/** By the id that we gave PayPal, or PayPal's id of the order or of its capture. */
function findEventOrder(tx: Writes, { event_type: type, resource }: WebhookEvent) {
  const isOrder = type.startsWith('CHECKOUT.ORDER.')
  return findOrder(tx, {
    id: resource.custom_id ?? resource.purchase_units?.[0]?.custom_id,
    paypalOrderId: resource.supplementary_data?.related_ids?.order_id ?? (isOrder ? resource.id : undefined),
    captureId: captureOf(resource) ?? resource.id,
  })
}
