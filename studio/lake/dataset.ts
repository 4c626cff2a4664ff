import { Content } from './documents/content.ts'
import type { Document } from './documents/document-ids.ts'
import type { Perspective } from './documents/perspectives.ts'
import { datasetNotFound, LakeError } from './errors.ts'
import { createListeners } from './events/listeners.ts'
import { createLive } from './events/live.ts'
import type { Params } from './groq/runtime.ts'
import { mutationsOfActions } from './mutations/actions.ts'
import {
  type Committed,
  createCommit,
  type Planned,
  plan,
  type TransactionOptions,
} from './mutations/transactions.ts'
import { openAliases } from './project/aliases.ts'
import { createQueries } from './query/queries.ts'
import { matchesFilter, timeFor } from './query/query.ts'
import type { QueryPool } from './query/query-pool.ts'
import type { Answer } from './query/query-task.ts'
import { tagsOfChanges } from './query/sync-tags.ts'
import { failedRelease, publishingRelease } from './releases/release-actions.ts'
import type { Store } from './store/store.ts'

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
  })
  const commit = createCommit(name, store, content)
  const context = { projectId, dataset: name }
  const listeners = createListeners(name, store, (doc, { query, params, identity }) =>
    matchesFilter(
      query,
      params,
      { ...context, view: new Content([doc]).view('raw', true), identity, time: timeFor(query, now) },
      { stepBudget: MAX_STEPS_OF_FILTER },
    ),
  )
  const live = createLive(name, store, (id) => content.versions(id))
  let removed = false

  // Writers queue; readers never wait. The pool evaluates the query of a mutation.
  let turn: Promise<unknown> = Promise.resolve()
  function exclusively<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
  const enqueue = <T>(work: () => T | Promise<T>): Promise<T> =>
    exclusively(() => {
      if (removed) throw datasetNotFound(name, projectId)
      return work()
    })

  function commitNow(planned: Planned[], options: TransactionOptions): Committed {
    const committed = commit(planned, options)
    const { transaction } = committed
    if (!options.dryRun && transaction.changes.length > 0) {
      queries.changed(tagsOfChanges(transaction.changes, (id) => content.versions(id)))
      listeners.announce(transaction)
      live.announce(transaction)
      webhooks?.announce()
    }
    return committed
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
        const planned = plan(mutations, randomId)
        for (const item of planned) {
          const { query, params } = item.body as { query: string; params?: Params | null }
          item.ids ??= await queries.select(query, params ?? {}, options.author)
        }
        if (removed) throw datasetNotFound(name, projectId)
        return commitNow(planned, options)
      }),

    act: (actions: unknown, options: TransactionOptions): Promise<Committed> =>
      enqueue(() => {
        commit([], { ...options, dryRun: true }) // throws for a known transaction id: the actions are already done
        const lastState = (id: string) => store.documentAt(name, id, {})
        const { mutations, actionIndexes } = mutationsOfActions(
          actions,
          content,
          lastState,
          now().toISOString(),
          (translatedSoFar) => {
            const part = { author: options.author, dryRun: true, partial: true }
            const { results } = commitFor(translatedSoFar.actionIndexes, () =>
              commit(plan(translatedSoFar.mutations, randomId), part),
            )
            return new Map(
              results.map(({ id, operation, document }) => [id, operation === 'delete' ? null : document]),
            )
          },
        )
        return commitFor(actionIndexes, () =>
          commitNow(plan(mutations, randomId), { ...options, unlocked: true }),
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
      enqueue(() => {
        // An import may have written another time zone.
        const timeOf = ({ publishAt }: Document) => Date.parse(String(publishAt))
        const releases = content.view('raw', true).byType.get('system.release') ?? []
        const scheduled = releases.filter(({ state }) => state === 'scheduled')
        if (scheduled.length === 0) return // a test's clock may move with each call
        const time = now()
        const due = scheduled.filter((release) => timeOf(release) <= time.getTime())
        // In order, because several may be due at the start.
        for (const release of due.sort((a, b) => timeOf(a) - timeOf(b))) {
          const context = {
            get: (id: string) => content.documents.get(id),
            all: () => content.documents.values(),
            now: time.toISOString(),
          }
          try {
            commitNow(plan(publishingRelease(release, context), randomId), {
              author: 'system',
              unlocked: true,
            })
          } catch (error) {
            if (!(error instanceof LakeError)) throw error
            commitNow(plan(failedRelease(release, error.message), randomId), {
              author: 'system',
              unlocked: true,
            })
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

/** Converts a mutation error to an action error with the index of the action. */
function commitFor<T>(actionIndexes: number[], commit: () => T): T {
  try {
    return commit()
  } catch (error) {
    const items =
      error instanceof LakeError ? (error.body.error as { items?: { index: number }[] }).items : undefined
    for (const item of items ?? []) item.index = actionIndexes[item.index] ?? item.index
    throw error
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
    remove(name: string) {
      store.deleteDataset(name)
      open.get(name)?.remove()
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
      for (const name of removed) this.remove(name)
    },
  }
}
