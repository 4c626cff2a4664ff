import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { DOCUMENT_ACTIONS } from '#studio/lake/mutations/document-actions.ts'
import { RELEASE_ACTIONS } from '#studio/lake/releases/release-actions.ts'
import type { Endpoint, Running } from '#tests/faults/endpoints/endpoint.ts'
import { corrupted, jsonBodies, queries, type Sent, searches } from '#tests/faults/generators.ts'

const DATASET = 'generated'
const API = '/v2025-02-19'
const editor = (_sent: Sent | undefined, { dataDir }: Running) => ({
  Authorization: `Bearer ${readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()}`,
})
const DOCUMENT = { _id: 'generated-1', _type: 'page', title: 'Generated' }
const mutations = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        { create: DOCUMENT },
        { createOrReplace: DOCUMENT },
        { createIfNotExists: DOCUMENT },
        { delete: { id: DOCUMENT._id } },
      ),
      jsonBodies([
        {
          id: DOCUMENT._id,
          set: { title: 'b' },
          unset: ['title'],
          inc: { n: 1 },
          ifRevisionID: 'a',
          insert: { after: 'a[-1]', items: [1] },
          setIfMissing: { a: [] },
          diffMatchPatch: { title: '@@' },
        },
      ]).map(({ body }) => ({ patch: parsed(body) })),
      jsonBodies([{ ...DOCUMENT, _rev: 'a', body: [] }]).map(({ body }) => ({
        createOrReplace: parsed(body),
      })),
      fc.jsonValue({ maxDepth: 3 }),
    ),
    { maxLength: 3 },
  )
  .map((all) => JSON.stringify({ mutations: all }))
const FIELDS: Record<string, unknown> = {
  publishedId: 'generated-1',
  draftId: 'drafts.generated-1',
  versionId: 'versions.r1.generated-1',
  baseId: 'generated-1',
  releaseId: 'r1',
  patch: { set: { title: 'c' } },
  attributes: { ...DOCUMENT, _id: 'drafts.generated-1' },
  document: { ...DOCUMENT, _id: 'versions.r1.generated-1' },
  includeDrafts: ['drafts.generated-1'],
  metadata: { title: 'r' },
  publishAt: '2030-01-01T00:00:00Z',
  ifExists: 'ignore',
}
/** Each action with its known fields, because the lake rejects unknown fields first. */
const actionBodies = Object.entries({ document: DOCUMENT_ACTIONS, release: RELEASE_ACTIONS }).flatMap(
  ([kind, allActions]) =>
    Object.entries(allActions).map(([name, { fields }]) =>
      jsonBodies([
        Object.fromEntries(fields.filter((field) => field in FIELDS).map((field) => [field, FIELDS[field]])),
      ]).map(({ body }) => ({
        ...(parsed(body) as object),
        actionType: `sanity.action.${kind}.${name}`,
      })),
    ),
)
const actions = fc
  .array(fc.oneof(...actionBodies), { maxLength: 2 })
  .map((all) => JSON.stringify({ actions: all }))
function parsed(body: Sent['body']): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '{}')
  } catch {
    return {}
  }
}
const asJson = (bodies: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: bodies.map((body) => ({ headers: { 'Content-Type': 'application/json' }, body })),
    },
    { weight: 1, arbitrary: jsonBodies([{ mutations: [], actions: [], query: '*' }]) },
  )
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const change = (method: 'PUT' | 'PATCH', path: string, documented: object): Endpoint => ({
  path,
  method,
  bodies: jsonBodies([documented]),
  headers: editor,
})
const PROJECT = '/v2024-06-24/projects/local'

export const LAKE: Endpoint[] = [
  {
    path: `${API}/data/query/production`,
    bodies: asJson(queries.map((query) => JSON.stringify({ query, params: { a: 1 } }))),
  },
  {
    path: `${API}/data/query/production`,
    method: 'GET',
    search: queries.map((query) => new URLSearchParams({ query, $a: '[1]' }).toString()),
    headers: editor,
  },
  { path: `${API}/data/mutate/${DATASET}`, bodies: asJson(mutations), headers: editor },
  { path: `${API}/data/actions/${DATASET}`, bodies: asJson(actions), headers: editor },
  ...['images', 'files'].map((kind) => ({
    path: `${API}/assets/${kind}/${DATASET}`,
    bodies: fc.record({
      headers: fc
        .constantFrom('image/png', 'image/svg+xml', 'text/html', 'a')
        .map((type) => ({ 'Content-Type': type })),
      body: corrupted(PNG),
    }),
    headers: editor,
  })),
  {
    path: `${API}/data/history/${DATASET}/transactions/generated-1`,
    method: 'GET',
    search: searches({ fromTime: ['2030-01-01'], limit: ['1'], excludeContent: ['true'] }),
    headers: editor,
  },
  change('PUT', `${PROJECT}/aliases/generated`, { datasetName: DATASET }),
  change('PATCH', `${PROJECT}/aliases/generated`, { datasetName: DATASET }),
  change('PATCH', `${PROJECT}/datasets/${DATASET}`, { aclMode: 'public' }),
  change('PUT', `${PROJECT}/datasets/production/copy`, { targetDataset: DATASET }),
  change('PUT', `${API}/users/me/keyvalue`, { key: 'generated', value: { a: 1 } }),
]
