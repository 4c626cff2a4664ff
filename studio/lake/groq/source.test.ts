import { describe, expect, test } from 'vitest'
import type { Document } from '../documents/document-ids.ts'
import { runQuery } from '../query/run-query.ts'
import { contextOf, type Fields, viewOf } from './query.test-support.ts'
import type { View } from './runtime.ts'

const fields: Fields[] = []
for (let i = 0; i < 60; i++)
  fields.push({
    _id: i % 10 === 9 ? `drafts.p${i}` : i % 10 === 8 ? `versions.r1.p${i}` : `p${i}`,
    _type: ['page', 'post', 'plan'][i % 3]!,
    n: i,
    ...(i % 4 && { slug: { current: `s${i % 20}`, kind: `s${i % 8}` } }),
    mark: { current: `s${i % 9}`, of: `p${i % 5}` },
    ...(i === 4 && { slug: { current: 5 } }),
    ...(i === 8 && { slug: { current: ['s7'] } }),
    ...(i % 5 && { by: { _ref: `p${(i * 7) % 60}` } }),
    list: [{ _ref: `p${(i * 3) % 60}` }, { _ref: `p${i % 7}` }],
  })
const plain = viewOf(fields)
const idsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"_ref":"([^"]+)"/g)].map(([, id]) => id!)

/** A view that counts scans. */
function indexed(): { view: View; scans: () => number } {
  let scans = 0
  const where = (matches: (document: Document) => boolean) => plain.documents.filter(matches)
  return {
    scans: () => scans,
    view: {
      get documents() {
        scans++
        return plain.documents
      },
      byId: plain.byId,
      byType: plain.byType,
      bySlug: (slug) =>
        where((document) => (document.slug as { current?: string } | undefined)?.current === slug),
      referrers: (id) => where((document) => idsIn(document).includes(id)),
    },
  }
}
/** Parentheses prevent the use of indexes. */
const byScan = (query: string) =>
  runQuery(query.replaceAll('*[', '(*)['), params, contextOf({ ...plain, ...scanned })).result
const scanned = {
  byType: { get: (type: string) => plain.documents.filter((document) => document._type === type) },
  bySlug: () => [],
  referrers: () => [],
}
const params = {
  id: 'p3',
  ids: ['p3', 'p8', 'nobody', 1],
  slug: 's7',
  slugs: ['s7', 's9'],
  type: 'page',
  n: 5,
  nothing: null,
}

describe('an index gives the same answer as a scan', () => {
  test.each([
    '*[$id == _id && n > 1]._id',
    '*[_id == ["p3"] || "p3" in _id || "p3" in by._ref || list[]._ref == "p3"]._id',
    '*[_type in ["plan", "page"]][n > 30]._id',
    '*[_id == $nothing || _type == $n]._id',
    '*[_type == "page" && slug.current == $slug][0]._id',
    '*[n > 1 && (slug.current in $slugs || _id == "p3")]._id',
    '*[_type == "post" && references($ids)]._id',
    '*["p3" in list[]._ref]._id',
    '*[_id == "p3"]{"back": *[references(^._id)]._id}',
    '*[_id in ["p1", "p2"]]{"deep": *[_type == "page" && by._ref == ^._id]{"up": *[_id == ^.^._id]._id}}',
    '*[_id in *[_type == "page"].by._ref]._id',
    'releases::all()',
    '*[_type == "page" && _id in path("drafts.**")]._id',
    '*[sanity::versionOf("p9")]._id',
    '*[(_type == "page" && n < 9) || (_type == "post" && n < 9)]._id',
  ])('%s', (query) => {
    const { view, scans } = indexed()
    const answer = runQuery(query, params, contextOf(view))
    expect(answer.result).toEqual(byScan(query))
    expect(scans()).toBe(query.includes('versionOf') ? 1 : 0)
  })
})

describe('a query without an index uses a scan', () => {
  test.each([
    '*[slug.current == $nothing]._id',
    '*[by._ref in ["p3", null]]._id',
    '*[mark.current == $slug]._id',
    '*[_id == "p3" || n == 4]._id',
    '*[!(_type == "page")]._id',
    '*[slug.current in [5, "s7"]]._id',
    '*[_type in ("page"..."plan")]._id',
    '*[$slug in slug.current]._id',
    '*[_type in path("p*") || _type in path("page")]._id',
  ])('%s', (query) => {
    const { view, scans } = indexed()
    const answer = runQuery(query, params, contextOf(view))
    expect(answer.result).toEqual(byScan(query))
    expect((answer.result as unknown[]).length).toBeGreaterThan(query.includes('by._ref]') ? -1 : 0)
    expect(scans()).toBe(1)
    expect(answer.syncTags).toEqual(['s1:all'])
  })
})

test('a result has the sync tags of the data that it reads', () => {
  const tags = (query: string) => runQuery(query, params, contextOf(indexed().view)).syncTags.toSorted()
  expect(tags('*[_type == "page" && slug.current == $slug][0]{n}')).toEqual(['s1:slug:s7'])
  expect(tags('*[_id == "drafts.p9"]{by->{n}}')).toEqual(['s1:doc:p3', 's1:doc:p9'])
  expect(tags('*[_type == "page" && references("p3")]._id')).toEqual(['s1:ref:p3'])
  expect(tags('*[_type == "nothing"]')).toEqual(['s1:type:nothing'])
  expect(tags('*[sanity::versionOf("p9")]._id')).toEqual(['s1:doc:p9'])
  expect(tags('*[_id in path("drafts.**")]._id')).toEqual(['s1:all'])
  expect(tags('releases::all()')).toEqual(['s1:type:system.release'])
  expect(tags('*[_id == "p3"]{"n": documents::incomingRefCount()}')).toEqual(['s1:doc:p3', 's1:ref:p3'])
})

test('documents are ordered by id', () => {
  const view = viewOf([{ _id: 'b' }, { _id: 'a' }, { _id: 'a.b' }, { _id: 'B' }])
  expect(runQuery('*._id', {}, contextOf(view)).result).toEqual(['B', 'a', 'a.b', 'b'])
})

test('the steps of a lookup by slug or reference do not depend on the number of documents', () => {
  const posts = Array.from({ length: 4000 }, (_, i) => ({
    _id: `post-${i}`,
    _type: 'post',
    slug: { current: `post-${i}` },
    author: { _ref: `author-${i % 100}` },
  }))
  const count = (query: string, stepBudget: number) =>
    runQuery(`count(${query})`, {}, contextOf(viewOf(posts)), { stepBudget }).result
  expect(count('*[_type == "post" && slug.current == "post-777"]', 60)).toBe(1)
  expect(count('*[_type == "post" && author._ref == "author-7"]', 200)).toBe(40)
})
