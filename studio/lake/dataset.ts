import { mutationsOfActions, publishingRelease } from '#studio/lake/actions.ts'
import { Content } from '#studio/lake/content.ts'
import { type Document, isPublicId } from '#studio/lake/document-ids.ts'
import { createListeners } from '#studio/lake/listeners.ts'
import { createLive } from '#studio/lake/live.ts'
import type { Perspective, View } from '#studio/lake/perspectives.ts'
import { matchesFilter, type QueryAnswer, runQuery } from '#studio/lake/query.ts'
import type { Store } from '#studio/lake/store.ts'
import { type Committed, createTransactions, type TransactionOptions } from '#studio/lake/transactions.ts'

export type Reader = { editor: boolean; identity: string }
export type Dataset = ReturnType<typeof openDataset>

/** One dataset: its documents in memory, the ways to change and to read them, and those who listen. */
export function openDataset(name: string, projectId: string, store: Store, aclMode = 'public') {
  const content = new Content(store.documents(name))
  const context = (view: View, identity: string) => ({ view, projectId, dataset: name, identity })
  const single = (doc: Document): View => new Content([doc]).view('raw', true)

  const transactions = createTransactions(name, store, content, (query, params) => {
    const { result } = runQuery(query, params, context(content.view('raw', true), 'system'))
    const ids = [result]
      .flat()
      .map((match) => (typeof match === 'string' ? match : (match as Document | null)?._id))
    return ids.filter((id) => typeof id === 'string')
  })
  const listeners = createListeners(name, store, (doc, { query, params }) =>
    matchesFilter(query, params, context(single(doc), 'system')),
  )
  const live = createLive(name, store, (id) => content.versions(id))

  function commit(mutations: unknown, options: TransactionOptions): Committed {
    const committed = transactions.commit(mutations, options)
    if (!options.dryRun && committed.transaction.changes.length > 0) {
      listeners.announce(committed.transaction)
      live.announce(committed.transaction)
    }
    return committed
  }

  return {
    name,
    /** `private`: not even published documents are for strangers. */
    aclMode,
    content,
    listeners,
    live,
    commit,

    act(actions: unknown, options: TransactionOptions): Committed {
      const { mutations, purge } = mutationsOfActions(actions, content, (sofar) => {
        const { results } = transactions.commit(sofar, { author: options.author, dryRun: true })
        return new Map(results.map(({ id, document }) => [id, document]))
      })
      const committed = commit(mutations, options)
      if (!options.dryRun) for (const id of purge) store.purgeHistory(name, id)
      return committed
    },

    query(
      query: string,
      params: Record<string, unknown>,
      perspective: Perspective,
      reader: Reader,
      options: { sourceMap?: boolean } = {},
    ): QueryAnswer {
      return runQuery(
        query,
        params,
        context(content.view(perspective, reader.editor), reader.identity),
        options,
      )
    },

    /** A document by its own id, as far as the reader may see it. */
    get: (id: string, reader: Reader) =>
      reader.editor || isPublicId(id) ? content.documents.get(id) : undefined,

    /** An asset's address holds the port it was uploaded at; the documents in memory hold today's. */
    relocateAssets(baseUrl: string) {
      const { byType } = content.view('raw', true)
      const assets = ['sanity.imageAsset', 'sanity.fileAsset'].flatMap((type) => byType.get(type) ?? [])
      content.apply(
        assets
          .filter(({ path, url }) => typeof path === 'string' && url !== `${baseUrl}/${path}`)
          .map((before) => ({
            id: before._id,
            after: { ...before, url: `${baseUrl}/${before.path}` },
          })),
      )
    },

    /** Publishes the releases whose time has come. */
    fireReleases(now: string) {
      for (const release of content.view('raw', true).byType.get('system.release')?.slice() ?? []) {
        if (release.state !== 'scheduled' || String(release.publishAt) > now) continue
        commit(
          publishingRelease(release, {
            get: (id) => content.documents.get(id),
            all: () => content.documents.values(),
            now,
          }),
          { author: 'system' },
        )
      }
    },
  }
}

/** The datasets of the project; the first start makes `initial`. */
export function openDatasets(store: Store, projectId: string, initial: string) {
  store.addDataset(initial)
  const open = new Map(
    store.datasets().map(({ name, aclMode }) => [name, openDataset(name, projectId, store, aclMode)]),
  )
  return {
    get: (name: string) => open.get(name),
    list: () => store.datasets(),
    all: () => open.values(),
    create(name: string, aclMode: string) {
      store.addDataset(name, aclMode)
      open.set(name, openDataset(name, projectId, store, aclMode))
    },
    remove(name: string) {
      store.deleteDataset(name)
      open.delete(name)
    },
  }
}
