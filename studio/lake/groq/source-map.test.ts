import { resolveEditInfo } from '@sanity/client/csm'
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega'
import { expect, test } from 'vitest'
import { contextOf, type Fields, viewOf } from '#studio/lake/groq/test-query.ts'
import { runQuery } from '#studio/lake/query.ts'

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
/** The mappings of a result, in short: `id path`, `literal` or `unknown`. */
function sources(query: string, params = {}) {
  const { map } = ask(query, params)
  return Object.fromEntries(
    Object.entries(map.mappings).map(([at, { source }]) => [
      at,
      source.type === 'documentValue'
        ? `${map.documents[source.document]!._id} ${map.paths[source.path]}`
        : source.type,
    ]),
  )
}
const page = '*[_id == "page"][0]'

test.each([
  [`${page}.title`, { $: "page $['title']" }],
  [
    `${page}{title, price, live}`,
    { "$['title']": "page $['title']", "$['price']": "page $['price']", "$['live']": "page $['live']" },
  ],
  [
    `${page}{"t": title, "p": $p, "c": price + 1, "l": "x"}`,
    { "$['t']": "page $['title']", "$['p']": 'literal', "$['c']": 'unknown', "$['l']": 'literal' },
  ],
  [
    `${page}{tags}`,
    {
      "$['tags']": "page $['tags']",
      "$['tags'][0]": "page $['tags'][0]",
      "$['tags'][1]": "page $['tags'][1]",
    },
  ],
  [
    `${page}{author}.author`,
    {
      $: "page $['author']",
      "$['_type']": "page $['author']['_type']",
      "$['_ref']": "page $['author']['_ref']",
    },
  ],
  [`${page}{"n": author->name}`, { "$['n']": "ann $['name']" }],
  [`${page}{"who": people[]->name}`, { "$['who'][0]": "ann $['name']", "$['who'][1]": "ben $['name']" }],
  [`${page}{"who": people[_ref == "ben"]->{name}}.who`, { "$[0]['name']": "ben $['name']" }],
  [
    `${page}{"b": blocks[kind == "text"]{text}}`,
    { "$['b'][0]['text']": "page $['blocks'][?(@._key=='b2')]['text']" },
  ],
  [`${page}{"b": blocks[0].text}`, { "$['b']": String.raw`page $['blocks'][?(@._key=='it\'s')]['text']` }],
  [
    `${page}{"b": blocks[-1..-1]{"t": text}}`,
    { "$['b'][0]['t']": "page $['blocks'][?(@._key=='b2')]['text']" },
  ],
  [
    `${page}{"t": coalesce(missing, title, "x"), "u": coalesce(missing, "x")}`,
    { "$['t']": "page $['title']", "$['u']": 'literal' },
  ],
  [`${page}{"t": select(live => "x", price > 1 => title)}`, { "$['t']": "page $['title']" }],
  [`${page}{live == false => {"t": title}, "x": 1}`, { "$['t']": "page $['title']", "$['x']": 'literal' }],
  [
    `${page}{"l": [title, ...tags, 1]}`,
    {
      "$['l'][0]": "page $['title']",
      "$['l'][1]": "page $['tags'][0]",
      "$['l'][2]": "page $['tags'][1]",
      "$['l'][3]": 'literal',
    },
  ],
  [
    '*[_type == "person"] | order(name desc){name}',
    { "$[0]['name']": "ben $['name']", "$[1]['name']": "ann $['name']" },
  ],
  ['*[_type == "person"][1..1]{name}', { "$[0]['name']": "ben $['name']" }],
  ['* | order(_id desc)[1..1]{_type}', { "$[0]['_type']": "ben $['_type']" }],
  ['*.tags[]', { '$[2]': "page $['tags'][0]", '$[3]': "page $['tags'][1]" }],
  ['*[_type == "person"].name', { '$[0]': "ann $['name']", '$[1]': "ben $['name']" }],
  [`${page}{"of": people[]->{"p": ^.title}}.of[0]`, { "$['p']": "page $['title']" }],
  [
    '*[_type == "person"] | score(name == "Ben"){name, _score}[0]',
    { "$['name']": "ben $['name']", "$['_score']": 'unknown' },
  ],
  [`${page}{"l": array::compact([missing, title])}`, { "$['l'][0]": "page $['title']" }],
  [
    `${page}{"l": array::unique([title, title, price])}`,
    { "$['l'][0]": "page $['title']", "$['l'][1]": "page $['price']" },
  ],
  [
    `${page}{"l": [title, ...tags][1..2]}`,
    { "$['l'][0]": "page $['tags'][0]", "$['l'][1]": "page $['tags'][1]" },
  ],
  [
    `${page}{"n": count(tags), "t": pt::text(blocks), "s": upper(title)}`,
    { "$['n']": 'unknown', "$['s']": 'unknown' },
  ],
  [
    'fn my::f($x) = $x->{name}; *[_id == "page"][0]{"a": my::f(author)}',
    { "$['a']['name']": "ann $['name']" },
  ],
  [`${page}{"in": *[_id == ^.author._ref][0].name}`, { "$['in']": "ann $['name']" }],
  ['*[_type == "person"]{"page": *[_type == "page"][0].title}[1]', { "$['page']": "page $['title']" }],
  ['documents::get("ann").name', { $: "ann $['name']" }],
  [`${page}.nothing`, {}],
])('%s', (query, expected) => expect(sources(query, { p: 1 })).toEqual(expected))

test('a splat maps every value of the document, under its own places', () => {
  const mapped = sources('*[_id == "page"]{"first": 1, ..., "title": author->name}')
  expect(mapped["$[0]['title']"]).toBe("ann $['name']")
  expect(mapped["$[0]['blocks'][1]['text']"]).toBe("page $['blocks'][?(@._key=='b2')]['text']")
  expect(mapped["$[0]['live']"]).toBe("page $['live']")
  expect(mapped["$[0]['_id']"]).toBe("page $['_id']")
})

test('the answer with a source map is the answer without', () => {
  for (const query of [
    `${page}{..., "a": author->}`,
    '* | order(_id desc)[0..1]{_id}',
    '*[count(*[_id != ^._id]) > 1]{"n": *{_id}}',
  ])
    expect(ask(query).result).toEqual(runQuery(query, {}, contextOf(viewOf(documents))).result)
})

test('a document of a layer is named by its own id', () => {
  const view = viewOf([{ ...documents[1]!, _originalId: 'drafts.ann' }])
  const { resultSourceMap } = runQuery('*[0].name', {}, contextOf(view), { sourceMap: true })
  expect(resultSourceMap!.documents).toEqual([{ _id: 'drafts.ann', _type: 'person' }])
})

test("the client's own tools find the place to edit", () => {
  const { result, map } = ask(
    `${page}{title, "who": people[]->name, blocks[]{text}, "fixed": "text", "sum": price + 1}`,
  )
  const link = (resultPath: (string | number)[]) =>
    resolveEditInfo({
      resultSourceMap: map as never,
      studioUrl: 'http://localhost:3333',
      resultPath: resultPath as never,
    })
  expect(link(['who', 1])).toMatchObject({ id: 'ben', type: 'person', path: ['name'] })
  expect(link(['blocks', 1, 'text'])).toMatchObject({ id: 'page', path: ['blocks', { _key: 'b2' }, 'text'] })
  expect(link(['fixed'])).toBeUndefined()
  const encoded = stegaEncodeSourceMap(result, map as never, {
    enabled: true,
    studioUrl: 'http://localhost:3333',
  }) as typeof result & { title: string; who: string[]; fixed: string; sum: number }
  for (const text of [encoded.title, encoded.who[1]!]) expect(text).not.toBe(stegaClean(text))
  expect([encoded.fixed, encoded.sum]).toEqual(['text', 13])
  expect(stegaClean(encoded)).toEqual(result)
})
