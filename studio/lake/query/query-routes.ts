import type { Dataset } from '../dataset.ts'
import { isPublicId, parseIds, publishedId } from '../documents/document-ids.ts'
import { needsEditor, parsePerspective } from '../documents/perspectives.ts'
import { dataError, httpError, unauthorized } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import {
  type Call,
  groqParams,
  isTrue,
  type Route,
  readJson,
  sendJson,
  sendJsonText,
  sendNdjson,
} from '../http/http.ts'

const VARIANT = ['variant', 'variantCondition']

function perspectiveFor({ apiVersion, seesDrafts }: Call, requested: unknown) {
  const perspective = parsePerspective(requested, apiVersion)
  if (needsEditor(perspective) && !seesDrafts) throw unauthorized('This perspective is for editors')
  return perspective
}

/** The routes that read documents: `/data/query`, `/data/doc` and `/data/export`. */
export function queryRoutes(readable: (call: Call, name: string) => Dataset): Route[] {
  async function query(call: Call, name: string) {
    const dataset = readable(call, name)
    // A perspective in the address is refused before the body is read.
    let perspective = perspectiveFor(call, call.search.get('perspective'))
    const body = call.req.method === 'POST' ? await readJson(call.req) : {}
    const text = body.query ?? call.search.get('query')
    if (typeof text !== 'string' || !text.trim())
      throw dataError(400, 'queryParseError', 'missing query', { query: '', start: 0, end: 0 })
    // Without variants, the answer would be wrong. https://github.com/sanity-io/client/pull/1232
    if (VARIANT.some((name) => call.search.get(name)))
      throw httpError(400, 'Variants of documents are not served by the local lake')
    if (!call.search.has('perspective')) perspective = perspectiveFor(call, body.perspective)
    const sourceMap = ['true', 'withKeyArraySelector'].includes(
      String(call.search.get('resultSourceMap') ?? body.resultSourceMap),
    )
    const params = body.params ?? {} // sanity-python sends null
    if (!isObject(params))
      throw dataError(400, 'queryParseError', 'params must be an object', { query: text, start: 0, end: 0 })
    const started = performance.now()
    const { json } = await dataset.query(text, { ...groqParams(call.search), ...params }, perspective, call, {
      sourceMap,
      legacy: call.apiVersion === '1',
    })
    const returnQuery = call.search.get('returnQuery') !== 'false' && body.returnQuery !== false
    const start = returnQuery ? `{"query":${JSON.stringify(text)},` : '{'
    const end = `,"ms":${Math.round(performance.now() - started)}}`
    sendJsonText(call.res, Buffer.concat([Buffer.from(start), json, Buffer.from(end)]))
  }

  function documents(call: Call, name: string, list: string) {
    const { content } = readable(call, name),
      ids = parseIds(list)
    const isVisible = (id: string) => call.seesDrafts || isPublicId(id)
    if (isTrue(call.search.get('includeAllVersions'))) {
      const versions = [...new Set(ids.map(publishedId))].flatMap((id) => content.versions(id))
      return sendJson(call.res, { documents: versions.filter(({ _id }) => isVisible(_id)), omitted: [] })
    }
    const isFound = (id: string) => isVisible(id) && content.documents.has(id)
    const omitted = ids
      .filter((id) => !isFound(id))
      .map((id) => ({ id, reason: isVisible(id) ? 'existence' : 'permission' }))
    const found = isTrue(call.search.get('excludeContent')) ? [] : ids.filter(isFound)
    sendJson(call.res, { documents: found.map((id) => content.documents.get(id)), omitted })
  }

  return [
    { method: ['GET', 'POST'], path: /^\/data\/query\/([^/]+)$/, access: 'anyone', run: query },
    { method: 'GET', path: /^\/data\/doc\/([^/]+)\/(.+)$/, access: 'anyone', run: documents },
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
  ]
}
