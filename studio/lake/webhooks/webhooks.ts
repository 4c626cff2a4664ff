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
  // By the id of a webhook.
  const running = new Map<string, Promise<unknown>>()
  const woken = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
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
      if (performance.now() < sliceEnd) continue
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
    message.attempts.unshift({
      ...delivery,
      ...{ hookId: hook.id, projectId, messageId: message.id, isFailure, inProgress: false },
      id: `${message.id}-${message.failureCount}`,
      duration: endedAt - startedAt,
      createdAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(endedAt).toISOString(),
    })
    message.status = again ? 'queued' : isFailure ? 'failure' : 'success'
    message.failureCount += Number(isFailure)
    message.resultCode = delivery.resultCode
    hooks.update(message, again ? due : null)
  }

  /** Queues and sends until nothing is due. */
  async function run(hookId: string) {
    for (;;) {
      await setImmediate() // a writer never waits for this
      woken.delete(hookId)
      while (await collectNext(hookId)) await setImmediate()
      const hook = activeHook(hookId)
      const next = hook && hooks.nextDue(hookId)
      const waitMs = next ? next.due - Date.now() : undefined
      if (next && waitMs! <= 0) await send(hook, next.message)
      else if (!woken.has(hookId)) {
        hooks.deleteOld(Date.now() - KEEP_MS)
        clearTimeout(timers.get(hookId))
        if (next) timers.set(hookId, setTimeout(wake, waitMs, hookId).unref())
        return void running.delete(hookId)
      }
    }
  }
  function wake(hookId: string) {
    woken.add(hookId)
    if (signal.aborted || running.has(hookId)) return
    const end = run(hookId).catch((error) => {
      running.delete(hookId)
      log('webhooks failed', { hook: hookId, error: String(error) }, 'error')
    })
    running.set(hookId, end)
  }
  /** Call it after a transaction is on disk and visible to queries. */
  function announce() {
    for (const { id } of hooks.list()) wake(id)
  }

  return {
    ...hooks,
    announce,
    /** Sends what an earlier run of the lake left. */
    start(documents: DocumentsOf) {
      documentsOf = documents
      announce()
    },
    /** Ends requests; the next start repeats them. */
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
