import { Content, viewOf } from './documents/content.ts'
import type { Document } from './documents/document-ids.ts'
import type { Perspective } from './documents/perspectives.ts'
import { datasetNotFound, LakeError } from './errors.ts'
import { createListeners } from './events/listeners.ts'
import { createLive } from './events/live.ts'
import type { Params } from './groq/runtime.ts'
import { applyActions } from './mutations/apply-actions.ts'
import { parseMutations } from './mutations/parse-mutations.ts'
import { type Committed, type Draft, startDraft, type TransactionOptions } from './mutations/transactions.ts'
import { openAliases } from './project/aliases.ts'
import { createQueries } from './query/dataset-queries.ts'
import type { QueryPool } from './query/query-pool.ts'
import type { Answer } from './query/query-task.ts'
import { matchesFilter, timeFor } from './query/run-query.ts'
import { tagsOf } from './query/sync-tags.ts'
import { failedRelease, publishingRelease } from './releases/release-actions.ts'
import { createQueue } from './scheduling.ts'
import type { Store, Transaction } from './store/store.ts'

type Reader = { seesDrafts: boolean; identity: string }
export type Dataset = ReturnType<typeof openDataset>
type DatasetParts = {
  name: string
  /** `private`: strangers cannot read published documents. */
  aclMode?: string
  projectId: string
  store: Store
  pool: QueryPool
  webhooks?: { announce(): void }
}

// The writer waits while a listener's filter is evaluated.
const MAX_STEPS_OF_FILTER = 100_000

/** One dataset: documents, reads, writes and listeners. */
export function openDataset({ name, aclMode = 'public', projectId, store, pool, webhooks }: DatasetParts) {
  const { now, randomId } = store.sources
  const content = new Content(store.documents(name))
  const queries = createQueries({
    dataset: name,
    projectId,
    content,
    pool,
    now,
    settled: store.settled,
  })
  const listeners = createListeners(name, store, (doc, { query, params, identity }) =>
    matchesFilter(
      query,
      params,
      { view: viewOf(doc), projectId, dataset: name, identity, time: timeFor(query, now) },
      { stepBudget: MAX_STEPS_OF_FILTER },
    ),
  )
  const live = createLive(name, store, (id) => content.versions(id))
  let removed = false

  // Writers queue, so only `write` changes the content. Readers never wait: a long writer gives way.
  const exclusively = createQueue()
  const enqueue = <T>(work: () => T | Promise<T>) =>
    exclusively(() => {
      if (removed) throw datasetNotFound(name, projectId)
      return work()
    })

  /** Commits the mutations that `fill` applies. Throws LakeError without a change. */
  async function commitNow(
    options: TransactionOptions,
    fill: (draft: Draft) => Promise<void>,
  ): Promise<Committed> {
    const draft = startDraft(name, store, content, options)
    await fill(draft)
    const { transaction, results, purged } = await draft.finish()
    if (!options.dryRun && transaction.changes.length + purged.length > 0) await write(transaction, purged)
    return { transaction, results }
  }

  /** Stores a transaction, shows it to queries, and announces it before the next one. */
  async function write(transaction: Transaction, purged: string[]) {
    const tags = await tagsOf(transaction.changes, (id) => content.versions(id))
    if (removed) throw datasetNotFound(name, projectId)
    let announced: Promise<void> | undefined
    await store.append(name, transaction, purged, () => {
      content.apply(transaction.changes)
      queries.changed(tags.all)
      live.announce(transaction, tags)
      announced = listeners.announce(transaction)
    })
    webhooks?.announce()
    await announced
  }

  return {
    name,
    aclMode,
    content,
    listeners,
    live,
    /** Waits for the writes in progress; later ones wait for this work. */
    exclusively,

    /** Resolves when the transaction is on disk and visible. Rejects with LakeError without a change. */
    commit: (mutations: unknown, options: TransactionOptions): Promise<Committed> =>
      enqueue(async () => {
        const parsed = parseMutations(mutations, randomId)
        // The pool evaluates the queries of mutations.
        for (const item of parsed) {
          const { query, params } = item.body as { query: string; params?: Params | null }
          item.ids ??= await queries.select(query, params ?? {}, options.author)
        }
        return commitNow(options, (draft) => draft.apply(parsed))
      }),

    act: (actions: unknown, options: TransactionOptions): Promise<Committed> =>
      enqueue(() => {
        const lastState = (id: string) => store.documentAt(name, id, {})
        return commitNow({ ...options, writesScheduled: true }, (draft) =>
          applyActions(actions, draft, lastState, store.sources),
        )
      }),

    query: (
      query: string,
      params: Record<string, unknown>,
      perspective: Perspective,
      { seesDrafts, identity }: Reader,
      { sourceMap = false, legacy = false }: { sourceMap?: boolean; legacy?: boolean } = {},
    ): Promise<Answer> =>
      queries.answer({ query, params, perspective, seesDrafts, identity, sourceMap, legacy }),

    /** Publishes the releases that are due. */
    fireReleases: (): Promise<void> =>
      enqueue(async () => {
        // An import may have written another time zone.
        const timeOf = ({ publishAt }: Document) => Date.parse(String(publishAt))
        const releases = content.view('raw', true).byType.get('system.release') ?? []
        const scheduled = releases.filter(({ state }) => state === 'scheduled')
        if (scheduled.length === 0) return // a test's clock may move with each call
        const time = now()
        const due = scheduled.filter((release) => timeOf(release) <= time.getTime())
        const change = (mutationsIn: (draft: Draft) => unknown) =>
          commitNow({ author: 'system', writesScheduled: true }, (draft) =>
            draft.apply(parseMutations(mutationsIn(draft), randomId)),
          )
        // In order, because several may be due at the start.
        for (const release of due.sort((a, b) => timeOf(a) - timeOf(b))) {
          try {
            await change((draft) => publishingRelease(release, { ...draft, now: time.toISOString() }))
          } catch (error) {
            if (!(error instanceof LakeError)) throw error
            await change(() => failedRelease(release, error.message))
          }
        }
      }),

    setAclMode(mode: string) {
      this.aclMode = mode
      this.endStreams()
    },

    /** Ends all streams, so that clients reconnect and are checked again. */
    endStreams() {
      listeners.disconnectAll()
      live.disconnectAll()
    },

    /** Reads everything from the store again, after a restore. */
    reload(mode: string) {
      this.aclMode = mode
      content.apply([...content.documents.keys()].map((id) => ({ id, after: null })))
      content.apply(store.documents(name).map((after) => ({ id: after._id, after })))
      queries.forget()
      listeners.restart()
      live.restart()
    },

    /** Closes a deleted dataset and rejects queued writes. */
    remove() {
      removed = true
      listeners.close()
      live.close()
    },
  }
}

/** The datasets of the project. The first start creates `initial`. */
export function openDatasets(parts: Omit<DatasetParts, 'name' | 'aclMode'>, initial: string) {
  const { store } = parts
  store.addDataset(initial)
  const open = new Map(
    store.datasets().map(({ name, aclMode }) => [name, openDataset({ ...parts, name, aclMode })]),
  )
  const aliases = openAliases(store)
  const get = (name: string) => open.get(name)
  return {
    aliases,
    get,
    /** Throws 404 for an unknown dataset. */
    getOrThrow(name: string) {
      const dataset = get(name)
      if (!dataset) throw datasetNotFound(name, parts.projectId)
      return dataset
    },
    list: () => store.datasets(),
    all: () => open.values(),
    create(name: string, aclMode: string) {
      store.addDataset(name, aclMode)
      open.set(name, openDataset({ ...parts, name, aclMode }))
    },
    async remove(name: string) {
      open.get(name)?.remove()
      await store.deleteDataset(name)
      open.delete(name)
    },
    /** Waits for all writes in progress; later ones wait for this work. */
    exclusively<T>(work: () => Promise<T>): Promise<T> {
      const nested = (inner: () => Promise<T>, dataset: Dataset) => () => dataset.exclusively(inner)
      return [...open.values()].reduce(nested, work)()
    },
    /** Reads all datasets from the store again, after a restore. */
    reload() {
      const removed = new Set(open.keys())
      for (const { name, aclMode } of store.datasets()) {
        if (removed.delete(name)) get(name)!.reload(aclMode)
        else open.set(name, openDataset({ ...parts, name, aclMode }))
      }
      for (const name of removed) {
        get(name)!.remove()
        open.delete(name)
      }
    },
  }
}
