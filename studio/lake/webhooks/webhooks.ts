import { setImmediate } from 'node:timers/promises'
import type { Document } from '../documents/document-ids.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { Webhook } from './webhook.ts'
import { deliver, isRetried } from './webhook-delivery.ts'
import { type Message, messageOf } from './webhook-message.ts'
import { openWebhookStore } from './webhook-store.ts'

/** A fuller queue takes no further transaction: they wait in the history. */
const MAX_QUEUED = 1000
const QUEUED_AT_ONCE = 100
// Requests are answered between slices.
const SLICE_MS = 5
// After that, the next change deletes a message.
const KEEP_MS = 3 * 24 * 60 * 60_000

// https://www.sanity.io/docs/content-lake/webhooks
const TIMING = {
  /** The wait before the second attempt; it doubles for each further one. */
  retryMs: 1000,
  /** A message fails this long after it was queued. */
  retryForMs: 30 * 60_000,
  timeoutMs: 30_000,
}
export type WebhookTiming = typeof TIMING
/** The current documents of a dataset, for references. */
type DocumentsOf = (dataset: string) => ReadonlyMap<string, Document> | undefined
type Parts = { store: Store; projectId: string; timing: WebhookTiming | undefined; log: Log }
export type Webhooks = ReturnType<typeof createWebhooks>

/** Sends the changes in the history to webhooks: at least once, and one request at a time for each webhook. */
export function createWebhooks({ store, projectId, timing = TIMING, log }: Parts) {
  const hooks = openWebhookStore(store)
  const couriers = new Map<string, ReturnType<typeof createCourier>>()
  const closing = new AbortController()
  const { signal } = closing
  let documentsOf: DocumentsOf = () => undefined

  function activeHook(id: string): Webhook | undefined {
    const hook = signal.aborted ? undefined : hooks.get(id)
    return hook?.isDisabledByUser ? undefined : hook
  }

  /** Queues the messages of the next transaction. False if there is none, or no room. */
  async function collectNext(hookId: string): Promise<boolean> {
    const hook = activeHook(hookId)
    if (!hook || hooks.queued(hookId) >= MAX_QUEUED) return false
    const next = hooks.nextTransaction(hook)
    if (!next) return false
    const { dataset, id, seq } = next
    const place = { projectId, dataset, documents: documentsOf(dataset) ?? new Map() }
    const [transaction] = store.transactions(dataset, { fromTransaction: id, toTransaction: id, limit: 1 })
    let messages: Message[] = []
    let sliceEnd = performance.now() + SLICE_MS
    for (const change of transaction!.changes) {
      try {
        const message = messageOf(hook, transaction!, change, place)
        if (message) messages.push(message)
      } catch (error) {
        log('webhook failed', { hook: hookId, document: change.id, error: String(error) }, 'warn')
      }
      if (messages.length < QUEUED_AT_ONCE && performance.now() < sliceEnd) continue
      // A restart may repeat this: messages that are queued already stay as they are.
      hooks.queue(hookId, messages)
      messages = []
      await setImmediate()
      if (!activeHook(hookId)) return false
      sliceEnd = performance.now() + SLICE_MS
    }
    hooks.queue(hookId, messages, seq)
    return true
  }

  async function send(hook: Webhook, message: Message) {
    const startedAt = Date.now()
    const delivery = await deliver(hook, message, { timeoutMs: timing.timeoutMs, signal })
    if (signal.aborted) return // the next start sends it again
    const endedAt = Date.now()
    const isFailure = delivery.failureReason !== null
    const due = endedAt + timing.retryMs * 2 ** message.failureCount
    const again = isRetried(delivery) && due - Date.parse(message.createdAt) <= timing.retryForMs
    const attempt = {
      ...delivery,
      ...{ hookId: hook.id, projectId, messageId: message.id, isFailure, inProgress: false },
      id: `${message.id}-${message.failureCount}`,
      duration: endedAt - startedAt,
      createdAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(endedAt).toISOString(),
    }
    const status: Message['status'] = again ? 'queued' : isFailure ? 'failure' : 'success'
    const sent = {
      ...message,
      status,
      failureCount: message.failureCount + Number(isFailure),
      resultCode: delivery.resultCode,
      attempts: [attempt, ...message.attempts],
    }
    hooks.update(sent, again ? due : null)
  }

  /** Queues and sends for one webhook after each `wake`, but never in the caller's turn. */
  function createCourier(hookId: string) {
    let running: Promise<void> | undefined
    let again = false
    let sending = false
    let timer: NodeJS.Timeout | undefined
    async function work() {
      hooks.deleteOld(Date.now() - KEEP_MS)
      while (await collectNext(hookId)) await setImmediate()
      clearTimeout(timer)
      const hook = activeHook(hookId)
      const next = hook && !sending && hooks.nextDue(hookId)
      if (!next) return
      const waitMs = next.due - Date.now()
      if (waitMs > 0) {
        timer = setTimeout(wake, waitMs).unref()
        return
      }
      sending = true
      void send(hook, next.message)
        .finally(() => {
          sending = false
        })
        .then(wake, failed) // a full disk must not cause a loop of requests
    }
    async function run() {
      do {
        await setImmediate()
        again = false
        if (!signal.aborted) await work().catch(failed)
      } while (again)
      running = undefined
    }
    function wake() {
      again = true
      running ??= run()
    }
    return { wake, stop: () => clearTimeout(timer), idle: () => running }
  }
  const failed = (error: unknown) => log('webhooks failed', { error: String(error) }, 'error')

  function wake({ id }: Webhook) {
    if (!couriers.has(id)) couriers.set(id, createCourier(id))
    couriers.get(id)!.wake()
  }
  const announce = () => hooks.list().forEach(wake)

  return {
    ...hooks,
    /** A webhook that is disabled, enabled or moved to another dataset loses its queue. */
    replace(hook: Webhook) {
      const was = hooks.get(hook.id)
      hooks.replace(hook, was?.isDisabledByUser !== hook.isDisabledByUser || was?.dataset !== hook.dataset)
    },
    remove(id: string) {
      hooks.remove(id)
      couriers.get(id)?.stop()
      couriers.delete(id)
    },
    /** Sends what an earlier run of the lake left. */
    start(documents: DocumentsOf) {
      documentsOf = documents
      announce()
    },
    /** Call it after a transaction is on disk and visible to queries. */
    announce,
    /** Ends requests; the next start repeats them. */
    async close() {
      closing.abort()
      for (const courier of couriers.values()) courier.stop()
      await Promise.all([...couriers.values()].map((courier) => courier.idle()))
    },
  }
}
