import type { Dataset, openDatasets } from './dataset.ts'
import { isPublicId, parseIds, publishedId } from './documents/document-ids.ts'
import { hidesVersions, needsEditor, parsePerspective } from './documents/perspectives.ts'
import { dataError, httpError, unauthorized } from './errors.ts'
import { isObject } from './groq/values.ts'
import { historyRoutes } from './history/history-routes.ts'
import { type EventStream, openEventStream } from './http/event-stream.ts'
import {
  type Call,
  groqParams,
  isTrue,
  type Route,
  readJson,
  sendJson,
  sendJsonText,
  sendNdjson,
} from './http/http.ts'
import { isAlias } from './project/aliases.ts'
import { giveWay } from './scheduling.ts'
import type { Store } from './store/store.ts'

type Datasets = ReturnType<typeof openDatasets>
/** Each publish evaluates every listener's filter. */
const MAX_ANONYMOUS_STREAMS = 100
// The tags of @sanity/import and `sanity dataset import`, which may write to scheduled releases.
const IMPORT_TAG = /^sanity\.(?:cli\.)?(?:dataset\.)?import\b/

const VARIANT = ['variant', 'variantCondition']

/** Throws 400 for other values, because a dry run must never write. */
function isDry(value: unknown): boolean {
  if ([true, 'true', '1'].includes(value as string)) return true
  if ([undefined, null, false, 'false', '0', ''].includes(value as string)) return false
  throw dataError(400, 'mutationParseError', `Invalid dryRun ${JSON.stringify(value)}`)
}

/** The routes of `/data/…`. */
export function dataRoutes({
  datasets,
  store,
  streamPort,
}: {
  datasets: Datasets
  store: Store
  streamPort: (call: Call) => number | undefined
}): Route[] {
  const { aliases } = datasets
  const readable = (call: Call, name: string): Dataset => {
    const dataset = datasets.getOrThrow(aliases.datasetOf(name) ?? name)
    if (dataset.aclMode === 'private' && !call.seesDrafts) throw unauthorized()
    return dataset
  }
  const writable = (call: Call, name: string): Dataset => {
    if (isAlias(name)) throw httpError(400, `"${name}" is an alias, to read: write to the dataset itself`)
    return readable(call, name)
  }
  const options = ({ search, identity }: Call, body: Record<string, unknown>) => ({
    transactionId: (body.transactionId ?? search.get('transactionId') ?? undefined) as string | undefined,
    author: identity,
    dryRun: [search.get('dryRun'), body.dryRun].map(isDry).includes(true),
    autoGenerateArrayKeys: isTrue(search.get('autoGenerateArrayKeys')) || body.autoGenerateArrayKeys === true,
    unlocked: IMPORT_TAG.test(search.get('tag') ?? ''),
  })

  async function query(call: Call, name: string) {
    const dataset = readable(call, name)
    const body = call.req.method === 'POST' ? await readJson(call.req) : {}
    const text = body.query ?? call.search.get('query')
    if (typeof text !== 'string' || !text.trim())
      throw dataError(400, 'queryParseError', 'missing query', { query: '', start: 0, end: 0 })
    // Without variants, the answer would be wrong. https://github.com/sanity-io/client/pull/1232
    if (VARIANT.some((name) => call.search.get(name)))
      throw httpError(400, 'Variants of documents are not served by the local lake')
    const perspective = parsePerspective(call.search.get('perspective') ?? body.perspective, call.apiVersion)
    if (needsEditor(perspective) && !call.seesDrafts) throw unauthorized('This perspective is for editors')
    const sourceMap = ['true', 'withKeyArraySelector'].includes(
      String(call.search.get('resultSourceMap') ?? body.resultSourceMap),
    )
    const params = body.params ?? {} // sanity-python sends null
    if (!isObject(params))
      throw dataError(400, 'queryParseError', 'params must be an object', { query: text, start: 0, end: 0 })
    const started = performance.now()
    const { json } = await dataset.query(text, { ...groqParams(call.search), ...params }, perspective, call, {
      sourceMap,
    })
    const returnQuery = call.search.get('returnQuery') !== 'false' && body.returnQuery !== false
    const ms = Math.round(performance.now() - started)
    sendJsonText(
      call.res,
      Buffer.concat([
        Buffer.from(returnQuery ? `{"query":${JSON.stringify(text)},` : '{'),
        json,
        Buffer.from(`,"ms":${ms}}`),
      ]),
    )
  }

  /** Redirects an event stream to another port: a browser opens six connections per host. */
  function movedToStreamPort(call: Call): boolean {
    const port = streamPort(call)
    if (!port) return false
    const host = call.req.headers.host!.replace(/:\d+$/, '')
    call.res
      .writeHead(307, { location: `http://${host}:${port}${call.req.url}`, 'cache-control': 'no-store' })
      .end()
    return true
  }
  let anonymousStreams = 0
  function openStream({ seesDrafts, res }: Call, name: string): EventStream {
    if (!seesDrafts) {
      if (anonymousStreams >= MAX_ANONYMOUS_STREAMS)
        throw httpError(503, 'Too many event streams are open without a token')
      anonymousStreams++
      res.once('close', () => anonymousStreams--)
    }
    return aliases.follow(name, openEventStream(res))
  }
  const lastEventId = ({ req, search }: Call) =>
    (req.headers['last-event-id'] as string | undefined) || search.get('lastEventId') || undefined

  return [
    { method: ['GET', 'POST'], path: /^\/data\/query\/([^/]+)$/, access: 'anyone', run: query },
    {
      method: 'GET',
      path: /^\/data\/doc\/([^/]+)\/(.+)$/,
      access: 'anyone',
      run(call, name, list) {
        const dataset = readable(call, name),
          ids = parseIds(list)
        if (isTrue(call.search.get('includeAllVersions'))) {
          const all = [...new Set(ids.map(publishedId))]
            .flatMap((id) => dataset.content.versions(id))
            .filter((doc) => call.seesDrafts || isPublicId(doc._id))
          return sendJson(call.res, { documents: all, omitted: [] })
        }
        const documents = ids.map((id) => dataset.get(id, call)).filter((doc) => doc !== undefined)
        const omitted = ids
          .filter((id) => !dataset.get(id, call))
          .map((id) => ({ id, reason: call.seesDrafts || isPublicId(id) ? 'existence' : 'permission' }))
        const excludeContent = isTrue(call.search.get('excludeContent'))
        sendJson(call.res, { documents: excludeContent ? [] : documents, omitted })
      },
    },
    {
      method: 'POST',
      path: /^\/data\/mutate\/([^/]+)$/,
      access: 'editor',
      async run(call, name) {
        const dataset = writable(call, name),
          body = await readJson(call.req)
        // Every write is visible when it is acknowledged, so all three are the same.
        if (!['sync', 'async', 'deferred'].includes(call.search.get('visibility') || 'sync'))
          throw dataError(400, 'mutationParseError', `Invalid visibility "${call.search.get('visibility')}"`)
        const { transaction, results } = await dataset.commit(body.mutations, options(call, body))
        const returnDocuments = isTrue(call.search.get('returnDocuments')),
          returnIds = returnDocuments || isTrue(call.search.get('returnIds'))
        const parts: Buffer[] = []
        for (const { id, operation, document } of results) {
          const result = {
            ...(returnIds && { id }),
            operation,
            ...(returnDocuments && document && { document }),
          }
          parts.push(Buffer.from((parts.length > 0 ? ',' : '') + JSON.stringify(result)))
          await giveWay() // many documents take long
        }
        const start = `{"transactionId":${JSON.stringify(transaction.id)},"results":[`
        sendJsonText(call.res, Buffer.concat([Buffer.from(start), ...parts, Buffer.from(']}')]))
      },
    },
    {
      method: 'POST',
      path: /^\/data\/actions\/([^/]+)$/,
      access: 'editor',
      async run(call, name) {
        const dataset = writable(call, name),
          body = await readJson(call.req)
        const actionOptions = { ...options(call, body), autoGenerateArrayKeys: true }
        const { transaction } = await dataset.act(body.actions, actionOptions)
        sendJson(call.res, { transactionId: transaction.id })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/listen\/([^/]+)$/,
      access: 'anyone',
      run(call, name) {
        const dataset = readable(call, name),
          { search } = call
        if (movedToStreamPort(call)) return
        const params = groqParams(search)
        return dataset.listeners.listen(openStream(call, name), {
          query: search.get('query') ?? '*',
          params,
          seesDrafts: call.seesDrafts,
          identity: call.identity,
          includeResult: isTrue(search.get('includeResult')),
          includePreviousRevision: isTrue(search.get('includePreviousRevision')),
          includeMutations: search.get('includeMutations') !== 'false',
          includeAllVersions: isTrue(search.get('includeAllVersions')) || !hidesVersions(call.apiVersion),
          visibility: search.get('visibility') === 'transaction' ? 'transaction' : 'query',
          mendoza: search.get('effectFormat') === 'mendoza',
          enableResume: isTrue(search.get('enableResume')),
          lastEventId: lastEventId(call),
        })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/live\/events\/([^/]+)$/,
      access: 'anyone',
      run(call, name) {
        const dataset = readable(call, name),
          // Sanity has three names for the same option.
          draftOption = ['includeDrafts', 'includeAllVersions', 'includeAllDocuments'].find((option) =>
            isTrue(call.search.get(option)),
          ),
          includeDrafts = draftOption !== undefined
        if (draftOption && !call.seesDrafts) throw unauthorized(`${draftOption} is for editors`)
        if (!movedToStreamPort(call))
          dataset.live.subscribe(openStream(call, name), {
            includeDrafts,
            lastEventId: lastEventId(call),
          })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/export\/([^/]+)$/,
      access: 'anyone',
      run(call, name) {
        const types = call.search.get('types')?.split(',')
        const documents = readable(call, name).content.view('raw', call.seesDrafts).documents.slice()
        return sendNdjson(call.res, types ? documents.filter((doc) => types.includes(doc._type)) : documents)
      },
    },
    ...historyRoutes({ store, readable }),
    {
      method: 'GET',
      path: /^\/data\/references\/([^/]+)\/documents\/([^/]+)(?:\/.*)?$/,
      access: 'editor',
      // References from other datasets.
      run: ({ res }) => sendJson(res, { totalCount: 0, references: [] }),
    },
    {
      method: 'GET',
      path: /^(?:\/data)?\/ping/,
      access: 'anyone',
      // A redirect stops the Studio's warning about HTTP/1.1, because it hides the protocol.
      run: (call) => movedToStreamPort(call) || sendJson(call.res, 'PONG'),
    },
  ]
}
