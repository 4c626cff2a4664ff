import { setImmediate } from 'node:timers/promises'
import type { Document } from '../documents/document-ids.ts'
import type { Log } from '../log.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Webhook } from './webhook.ts'
import { deliver, isRetried } from './webhook-delivery.ts'
import { type Message, messageOf } from './webhook-message.ts'
import { openWebhookStore } from './webhook-store.ts'

/** A fuller queue takes no further transaction: they wait in the history. */
const MAX_QUEUED = 1000
const QUEUED_AT_ONCE = 100
// Requests are answered between slices.
const SLICE_MS = 5
const CLEANUP_MS = 60_000
const KEEP_MS = 3 * 24 * 60 * 60_000

export type WebhookTiming = {
  /** The wait before the second attempt; it doubles for each further one. */
  retryMs: number
  /** A message fails this long after it was queued. */
  retryForMs: number
  timeoutMs: number
}
// https://www.sanity.io/docs/content-lake/webhooks
const TIMING: WebhookTiming = { retryMs: 1000, retryForMs: 30 * 60_000, timeoutMs: 30_000 }

/** The current documents of a dataset, for references. */
type DocumentsOf = (dataset: string) => ReadonlyMap<string, Document> | undefined
export type Webhooks = ReturnType<typeof createWebhooks>

/** Delivers the transactions in the history to webhooks, at least once and one request at a time for each webhook. */
export function createWebhooks({
  store,
  projectId,
  timing: { retryMs, retryForMs, timeoutMs } = TIMING,
  log,
}: {
  store: Store
  projectId: string
  timing?: WebhookTiming | undefined
  log: Log
}) {
  const hooks = openWebhookStore(store)
  let documentsOf: DocumentsOf = () => undefined
  const closing = new AbortController()
  const { signal } = closing
  const senders = new Map<string, ReturnType<typeof createSender>>()
  const oneAtATime = (work: () => Promise<void>) => createRunner(work, signal, log)

  const collector = oneAtATime(async () => {
    for (const { id } of hooks.list()) while (await collectNext(id)) await setImmediate()
  })
  const activeHook = (id: string) => {
    const hook = signal.aborted ? undefined : hooks.get(id)
    return hook?.isDisabledByUser ? undefined : hook
  }

  /** Queues the messages of the next transaction. False if there is none, or no room. */
  async function collectNext(hookId: string): Promise<boolean> {
    const hook = activeHook(hookId)
    if (!hook || hooks.countQueued(hookId) >= MAX_QUEUED) return false
    const next = hooks.nextTransaction(hook)
    if (!next) return false
    const { dataset, id, seq } = next
    const [transaction] = store.transactions(dataset, { fromTransaction: id, toTransaction: id, limit: 1 })
    let messages: Message[] = []
    let sliceEnd = performance.now() + SLICE_MS
    for (const change of transaction?.changes ?? []) {
      const message = evaluate(hook, dataset, transaction!, change)
      if (message) messages.push(message)
      if (messages.length < QUEUED_AT_ONCE && performance.now() < sliceEnd) continue
      // A restart may do this again: messages that are queued already stay as they are.
      if (messages.length > 0) hooks.queue(hookId, messages, Date.now())
      messages = []
      await setImmediate()
      if (!activeHook(hookId)) return false
      sliceEnd = performance.now() + SLICE_MS
    }
    hooks.queue(hookId, messages, Date.now(), seq)
    senderOf(hookId).wake()
    return true
  }

  /** A filter or projection that fails sends nothing. */
  function evaluate(
    hook: Webhook,
    dataset: string,
    transaction: Transaction,
    change: Transaction['changes'][0],
  ) {
    const documents = documentsOf(dataset) ?? new Map<string, Document>()
    try {
      return messageOf(hook, transaction, change, { projectId, dataset, documents })
    } catch (error) {
      const { message } = error as Error
      log('webhook failed', { hook: hook.id, dataset, document: change.id, error: message }, 'warn')
      return undefined
    }
  }

  function senderOf(hookId: string) {
    const sender = senders.get(hookId) ?? createSender(hookId)
    senders.set(hookId, sender)
    return sender
  }

  /** Sends the due messages of a webhook, then waits for the next one. */
  function createSender(hookId: string) {
    let timer: NodeJS.Timeout | undefined
    const runner = oneAtATime(async () => {
      clearTimeout(timer)
      for (let hook = activeHook(hookId); hook; hook = activeHook(hookId)) {
        const message = hooks.nextDue(hookId)
        if (!message) break
        const waitMs = message.due - Date.now()
        if (waitMs > 0) {
          timer = setTimeout(runner.wake, waitMs).unref()
          break
        }
        const startedAt = Date.now()
        const delivery = await deliver(hook, message, { projectId, timeoutMs, signal })
        if (signal.aborted) return // the next start sends it again
        const endedAt = Date.now()
        const again = endedAt + retryMs * 2 ** message.failureCount
        const retryAt = isRetried(delivery) && again - message.createdAt <= retryForMs ? again : undefined
        hooks.addAttempt(hookId, message, delivery, { startedAt, endedAt, retryAt })
      }
      collector.wake() // the queue may have room
    })
    return { ...runner, stop: () => clearTimeout(timer) }
  }

  const cleanup = setInterval(() => hooks.deleteOld(Date.now() - KEEP_MS), CLEANUP_MS).unref()

  return {
    list: hooks.list,
    get: hooks.get,
    messages: hooks.messages,
    attempts: hooks.attempts,
    attempt: hooks.attempt,
    add: hooks.add,
    /** Changes a webhook. A disabled one loses its queue. */
    replace(hook: Webhook) {
      const was = hooks.get(hook.id)
      const restart = hook.isDisabledByUser || was?.isDisabledByUser || was?.dataset !== hook.dataset
      hooks.replace(hook, { restart })
    },
    remove(id: string) {
      hooks.remove(id)
      senders.get(id)?.stop()
      senders.delete(id)
    },

    /** Sends what an earlier run of the lake left. */
    start(documents: DocumentsOf) {
      documentsOf = documents
      for (const { id } of hooks.list()) senderOf(id).wake()
      collector.wake()
    },
    /** Call it after a transaction is on disk and visible to queries. */
    announce: () => collector.wake(),
    /** Ends requests; the next start repeats them. */
    async close() {
      closing.abort()
      clearInterval(cleanup)
      for (const sender of senders.values()) sender.stop()
      await Promise.all([collector, ...senders.values()].map(({ idle }) => idle()))
    },
  }
}

/** Runs `work` after each `wake`, never twice at the same time and never in the caller's turn. */
function createRunner(work: () => Promise<void>, signal: AbortSignal, log: Log) {
  let running: Promise<void> | undefined
  let again = false
  async function run() {
    do {
      await setImmediate()
      again = false
      if (signal.aborted) break
      await work().catch((error) => log('webhooks failed', { error: String(error) }, 'error'))
    } while (again)
    running = undefined
  }
  return {
    wake() {
      again = true
      running ??= run()
    },
    idle: async () => running,
  }
}
