import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '#app/paypal-sandbox/orders.ts'
import { signWebhook } from '#app/paypal-sandbox/signature.ts'
import type { Delivery, Store } from '#app/paypal-sandbox/store.ts'
import type { Log } from '#app/platform/log.ts'

const POLL_MS = 1_000
const TIMEOUT_MS = 5_000
/** PayPal sends an event shortly after the change. */
const EVENT_DELAY_MS = 300
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000
const MAX_ATTEMPTS = 25

type Options = { store: Store; key: string; url: () => string; log: Log }

/** Sends signed webhooks to `url` until it answers with 2xx. The queue is on disk. */
export function createWebhooks({ store, key, url, log }: Options) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function send(body: Buffer<ArrayBuffer>): Promise<void> {
    const transmission = { id: randomUUID(), time: `${new Date().toISOString().slice(0, 19)}Z` }
    const response = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(key, transmission, body) },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`answered ${response.status}`)
  }

  async function deliver({ id, body, attempts }: Delivery): Promise<void> {
    try {
      await send(Buffer.from(body))
      store.dequeue(id)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (attempts + 1 < MAX_ATTEMPTS) {
        const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)
        return store.enqueue({ id, body, attempts: attempts + 1, dueAt: Date.now() + wait })
      }
      log('warn', 'PayPal sandbox: gave up a webhook', { id, error: String(error) })
      store.dequeue(id)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        for (const delivery of store.due(Date.now())) if (!stopping.signal.aborted) await deliver(delivery)
      } catch (error) {
        // The disk may be full. The webhook is sent again later.
        log('warn', 'PayPal sandbox: webhooks are waiting', { error: String(error) })
      }
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    /** Queues an event, in the caller's transaction. */
    emit(type: string, resource: unknown): void {
      const id = `WH-${newId()}-${newId()}`
      const event = {
        id,
        event_version: '1.0',
        create_time: new Date().toISOString(),
        resource_type: resourceTypeOf(type),
        resource_version: '2.0',
        event_type: type,
        summary: `Test payment: ${type}`,
        resource,
        links: [],
      }
      store.enqueue({ id, dueAt: Date.now() + EVENT_DELAY_MS, attempts: 0, body: JSON.stringify(event) })
    },
    start(): void {
      running = run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

function resourceTypeOf(event: string): string {
  if (event.startsWith('CHECKOUT.ORDER.')) return 'checkout-order'
  return event === 'PAYMENT.CAPTURE.REFUNDED' ? 'refund' : 'capture'
}
