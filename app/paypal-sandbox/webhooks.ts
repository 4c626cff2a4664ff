import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newEventId } from '#app/paypal-sandbox/orders.ts'
import { signWebhook } from '#app/paypal-sandbox/signature.ts'
import type { Delivery, Store } from '#app/paypal-sandbox/store.ts'
import type { Log } from '#app/platform/log.ts'

const LOOK_EVERY_MS = 1_000
const DELIVERY_TIMEOUT_MS = 5_000
/** PayPal gives up after 25 tries in 3 days. */
const MAX_ATTEMPTS = 25
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000
/** PayPal's events come a moment after what they tell. */
const EVENT_DELAY_MS = 300

type Options = { store: Store; key: string; url: () => string; log: Log }

/** Sends the stand-in's events until they are taken, each signed; kept on disk in between. */
export function createWebhooks({ store, key, url, log }: Options) {
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  async function deliver({ id, body, attempts }: Delivery): Promise<void> {
    const bytes = Buffer.from(body)
    const time = `${new Date().toISOString().slice(0, 19)}Z`
    try {
      const response = await fetch(url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signWebhook(key, { id: randomUUID(), time }, bytes),
        },
        body: bytes,
        signal: AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), stopping.signal]),
      })
      await response.body?.cancel()
      if (response.ok) return store.delivered(id)
      throw new Error(`answered ${response.status}`)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (attempts + 1 >= MAX_ATTEMPTS) {
        log('warn', 'test payment: an event was given up', { id, error: String(error) })
        return store.delivered(id)
      }
      const wait = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
      store.queue({ id, body, attempts: attempts + 1, dueAt: Date.now() + wait })
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        for (const delivery of store.due(Date.now())) if (!stopping.signal.aborted) await deliver(delivery)
      } catch (error) {
        // A full disk, for instance: what was not noted down is sent again later.
        log('warn', 'test payment: events wait', { error: String(error) })
      }
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    /** Queues an event about `resource`, in the caller's transaction. */
    emit(type: string, resource: unknown): void {
      const id = newEventId()
      const event = {
        id,
        event_version: '1.0',
        create_time: new Date().toISOString(),
        resource_type: resourceType(type),
        resource_version: '2.0',
        event_type: type,
        summary: `Test payment: ${type}`,
        resource,
        links: [],
      }
      store.queue({ id, dueAt: Date.now() + EVENT_DELAY_MS, attempts: 0, body: JSON.stringify(event) })
    },
    start(): void {
      running = work()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

/** PayPal, "Webhook event names": a refund's event is named for its capture. */
function resourceType(event: string): string {
  if (event.startsWith('CHECKOUT.ORDER.')) return 'checkout-order'
  return event === 'PAYMENT.CAPTURE.REFUNDED' ? 'refund' : 'capture'
}
