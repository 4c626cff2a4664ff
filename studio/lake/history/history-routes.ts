import type { Dataset } from '../dataset.ts'
import { type Document, isVersionId, parseIds, releaseDocumentId } from '../documents/document-ids.ts'
import { httpError } from '../errors.ts'
import { type Call, integerParam, isTrue, type Route, sendJson, sendNdjson } from '../http/http.ts'
import type { Store, Transaction } from '../store/store.ts'
import { documentEvents, eventDocumentIds, releaseEvents } from './document-events.ts'
import { effectsOf } from './mendoza.ts'

const HISTORY_LIMIT = 100

/** The routes of `/data/history/…`. https://www.sanity.io/docs/http-reference/history */
export function historyRoutes({
  store,
  readable,
}: {
  store: Store
  /** Returns the dataset if the caller may read it. */
  readable: (call: Call, name: string) => Dataset
}): Route[] {
  const limitOf = ({ search }: Call) => Math.min(integerParam(search, 'limit', 1) ?? HISTORY_LIMIT, 10_000)
  /** Normalises a time to the format of the log. */
  function timeOf({ search }: Call, name: string): string | undefined {
    const time = search.get(name)
    if (!time) return undefined
    if (Number.isNaN(Date.parse(time))) throw httpError(400, `${name} must be a date and time`)
    return new Date(time).toISOString()
  }
  /** One page of transactions, newest first. */
  function pageOf(call: Call, dataset: string, documentIds: string[]) {
    const limit = limitOf(call)
    const found = store.transactions(dataset, {
      documentIds,
      toTransaction: call.search.get('nextCursor') || undefined,
      reverse: true,
      limit: limit + 1,
    })
    return { page: found.slice(0, limit), nextCursor: found[limit]?.id ?? '' }
  }
  /** A deleted version has the revision of its deletion, which the Studio needs to revert a release. */
  function lastState(dataset: string, id: string): Document | null {
    const state = store.documentAt(dataset, id, {})
    if (!state || !isVersionId(id)) return state
    const [last] = store.transactions(dataset, { documentIds: [id], reverse: true, limit: 1 })
    const ended = last?.changes.some((change) => change.id === id && !change.after)
    return ended ? { ...state, _rev: last!.id } : state
  }

  return [
    {
      method: 'GET',
      path: /^\/data\/history\/([^/]+)\/transactions(?:\/(.+))?$/,
      access: 'viewer',
      run(call, name, list) {
        const { search } = call
        const documentIds = list ? parseIds(list) : undefined
        const transactions = store.transactions(readable(call, name).name, {
          documentIds,
          fromTransaction: search.get('fromTransaction') ?? undefined,
          toTransaction: search.get('toTransaction') ?? undefined,
          fromTime: timeOf(call, 'fromTime'),
          toTime: timeOf(call, 'toTime'),
          authors: search.get('authors')?.split(','),
          reverse: isTrue(search.get('reverse')),
          limit: limitOf(call),
        })
        return sendNdjson(
          call.res,
          transactions.map((transaction) => logEntry(transaction, search, documentIds)),
        )
      },
    },
    {
      method: 'GET',
      path: /^\/data\/history\/([^/]+)\/documents\/(.+)$/,
      access: 'viewer',
      run(call, name, list) {
        const dataset = readable(call, name),
          { search } = call,
          ids = parseIds(list)
        if (['revision', 'time', 'lastRevision'].filter((name) => search.has(name)).length > 1)
          throw httpError(400, 'Only one of revision, time and lastRevision can be given')
        const at = { revision: search.get('revision') ?? undefined, time: timeOf(call, 'time') }
        const found = ids.map((id) =>
          at.revision || at.time ? store.documentAt(dataset.name, id, at) : lastState(dataset.name, id),
        )
        const omitted = ids.filter((_, i) => !found[i]).map((id) => ({ id, reason: 'existence' }))
        sendJson(call.res, { documents: found.filter(Boolean), omitted })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/history\/([^/]+)\/events\/documents\/(.+)$/,
      access: 'viewer',
      run(call, name, id) {
        const dataset = readable(call, name)
        const { page, nextCursor } = pageOf(call, dataset.name, eventDocumentIds(id))
        const events = documentEvents(
          id,
          page,
          (revision) => store.documentAt(dataset.name, id, { revision })?._rev,
        )
        sendJson(call.res, { events: { [id]: events }, nextCursor })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/history\/([^/]+)\/events\/releases\/([^/]+)$/,
      access: 'viewer',
      run(call, name, release) {
        const dataset = readable(call, name)
        const ids = [releaseDocumentId(release), ...store.idsWithPrefix(dataset.name, `versions.${release}.`)]
        const { page, nextCursor } = pageOf(call, dataset.name, ids)
        sendJson(call.res, { events: releaseEvents(release, page), nextCursor })
      },
    },
  ]
}

/** One line of the transaction log. */
function logEntry(
  { id, timestamp, author, changes }: Transaction,
  search: URLSearchParams,
  documentIds: string[] | undefined,
) {
  const shown = documentIds ? changes.filter((change) => documentIds.includes(change.id)) : changes
  const hidesMutations = isTrue(search.get('excludeMutations')) || isTrue(search.get('excludeContent'))
  return {
    id,
    timestamp,
    author,
    documentIDs: changes.map((change) => change.id),
    ...(!hidesMutations && { mutations: shown.flatMap((change) => change.mutations) }),
    ...(search.get('effectFormat') === 'mendoza' && {
      effects: Object.fromEntries(shown.map((change) => [change.id, effectsOf(change)])),
    }),
  }
}
