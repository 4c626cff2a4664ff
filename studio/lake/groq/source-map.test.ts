import { resolveEditInfo } from '@sanity/client/csm'
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega'
import { expect, test } from 'vitest'
import { runQuery } from '../query/run-query.ts'
import { contextOf, type Fields, viewOf } from './query.test-support.ts'

const documents: Fields[] = [
  {
    _id: 'page',
    _type: 'page',
    title: 'Home',
    price: 12,
    live: false,
    tags: ['a', 'b'],
    author: { _type: 'reference', _ref: 'ann' },
    people: [
      { _key: 'k1', _ref: 'ann' },
      { _key: 'k2', _ref: 'ben' },
    ],
    blocks: [
      { _key: "it's", kind: 'hero', text: 'Hi' },
      { _key: 'b2', kind: 'text', text: 'There' },
    ],
  },
  { _id: 'ann', _type: 'person', name: 'Ann' },
  { _id: 'ben', _type: 'person', name: 'Ben' },
]
const ask = (query: string, params = {}) => {
  const { result, resultSourceMap } = runQuery(query, params, contextOf(viewOf(documents)), {
    sourceMap: true,
  })
  return { result, map: resultSourceMap! }
}
const page = '*[_id == "page"][0]'

test.each([
  [`${page}.title`, '$', "page $['title']"],
  [`${page}{"p": $p}`, "$['p']", 'literal'],
  [`${page}{"c": price + 1}`, "$['c']", 'unknown'],
  [`${page}{tags}`, "$['tags'][1]", "page $['tags'][1]"],
  [`${page}{"n": author->name}`, "$['n']", "ann $['name']"],
  [`${page}{"who": people[_ref == "ben"]->{name}}.who`, "$[0]['name']", "ben $['name']"],
  [`${page}{"b": blocks[0].text}`, "$['b']", String.raw`page $['blocks'][?(@._key=='it\'s')]['text']`],
  [`${page}{"b": blocks[-1..-1]{"t": text}}`, "$['b'][0]['t']", "page $['blocks'][?(@._key=='b2')]['text']"],
  [`${page}{"t": coalesce(missing, title, "x")}`, "$['t']", "page $['title']"],
  [`${page}{"t": select(live => "x", price > 1 => title)}`, "$['t']", "page $['title']"],
  [`${page}{live == false => {"t": title}}`, "$['t']", "page $['title']"],
  [`${page}{"l": [title, ...tags][1..2]}`, "$['l'][0]", "page $['tags'][0]"],
  ['* | order(_id desc)[1..1]{_type}', "$[0]['_type']", "ben $['_type']"],
  ['*.tags[]', '$[3]', "page $['tags'][1]"],
  [`${page}{"of": people[]->{"p": ^.title}}.of[0]`, "$['p']", "page $['title']"],
  ['*[_type == "person"] | score(name == "Ben"){name}[0]', "$['name']", "ben $['name']"],
  [`${page}{"l": array::compact([missing, title])}`, "$['l'][0]", "page $['title']"],
  [`${page}{"l": array::unique([title, title, price])}`, "$['l'][1]", "page $['price']"],
  ['fn my::f($x) = $x->{name}; my::f(*[_id == "page"][0].author)', "$['name']", "ann $['name']"],
  ['*[_type == "person"]{"page": *[_type == "page"][0].title}[1]', "$['page']", "page $['title']"],
  ['documents::get("ann").name', '$', "ann $['name']"],
  [`${page}{"first": 1, ..., "title": author->name}`, "$['live']", "page $['live']"],
  [`${page}.nothing`, '$', undefined],
])('%s: %s comes from %s', (query, at, expected) => {
  const { result, map } = ask(query, { p: 1 })
  const source = map.mappings[at]?.source
  expect(
    source?.type === 'documentValue'
      ? `${map.documents[source.document]!._id} ${map.paths[source.path]}`
      : source?.type,
  ).toBe(expected)
  expect(result).toEqual(runQuery(query, { p: 1 }, contextOf(viewOf(documents))).result)
})

test('the source map names a draft by its own id', () => {
  const view = viewOf([{ ...documents[1]!, _originalId: 'drafts.ann' }])
  const { resultSourceMap } = runQuery('*[0].name', {}, contextOf(view), { sourceMap: true })
  expect(resultSourceMap!.documents).toEqual([{ _id: 'drafts.ann', _type: 'person' }])
})

test("the client's own tools find the place to edit", () => {
  const studioUrl = 'http://localhost:3333'
  const { result, map } = ask(`${page}{title, "who": people[]->name, blocks[]{text}, "fixed": "text"}`)
  const link = (resultPath: (string | number)[]) =>
    resolveEditInfo({ resultSourceMap: map as never, studioUrl, resultPath: resultPath as never })
  expect(link(['who', 1])).toMatchObject({ id: 'ben', type: 'person', path: ['name'] })
  expect(link(['blocks', 1, 'text'])).toMatchObject({ id: 'page', path: ['blocks', { _key: 'b2' }, 'text'] })
  expect(link(['fixed'])).toBeUndefined()
  const encoded = stegaEncodeSourceMap(result, map as never, { enabled: true, studioUrl }) as {
    title: string
    fixed: string
  }
  expect([encoded.title === 'Home', encoded.fixed]).toEqual([false, 'text'])
  expect(stegaClean(encoded)).toEqual(result)
})
