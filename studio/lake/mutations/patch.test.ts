import { Mutation } from '@sanity/mutator'
import { describe, expect, test } from 'vitest'
import { seeded } from '../lake.test-support.ts'
import { applyPatch, PatchError } from './patch.ts'

const doc = {
  _id: 'a',
  _type: 't',
  _rev: 'r',
  name: 'Bob',
  n: 1,
  list: [1, 2, 3, 4, 5],
  items: [
    { _key: 'a', v: 1, price: 5 },
    { _key: 'b', v: 2, price: 10 },
    { _key: 'c', v: 3 },
  ],
  nested: { a: { b: 1 }, s: 'hello world' },
  empty: [],
  nothing: null,
}
const [a, b, c] = doc.items
const patched = (patch: Record<string, unknown>) => applyPatch(doc, patch) as Record<string, unknown>

describe('set', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ 'nested.a.b': 2 }, { nested: { ...doc.nested, a: { b: 2 } } }],
    [{ 'items[_key=="b"].v': 9 }, { items: [a, { ...b, v: 9 }, c] }],
    [{ 'items[v>1].w': 9 }, { items: [a, { ...b, w: 9 }, { ...c, w: 9 }] }],
    [{ 'items[v<2].v': 0, 'items[v>=3].v': 0 }, { items: [{ ...a, v: 0 }, b, { ...c, v: 0 }] }],
    [{ 'items[_key>1].v': 0, 'items[price<"x"].v': 0, 'items[nope!=1].v': 0 }, {}],
    [{ 'items[price?].v': 0 }, { items: [{ ...a, v: 0 }, { ...b, v: 0 }, c] }],
    [{ 'items[*].v': 0 }, { items: doc.items.map((item) => ({ ...item, v: 0 })) }],
    [{ '..v': 0 }, { items: doc.items.map((item) => ({ ...item, v: 0 })) }],
    [{ 'list[-1]': 9 }, { list: [1, 2, 3, 4, 9] }],
    [{ 'list[1:3]': 0 }, { list: [1, 0, 0, 4, 5] }],
    [{ 'list[@>3]': 0 }, { list: [1, 2, 3, 0, 0] }],
    [{ "['a-b']": 1 }, { 'a-b': 1 }],
    [{ 'list[10]': 0, 'items[_key=="x"].v': 0, '5': 0 }, {}],
  ])('%j', (set, changed) => expect(patched({ set })).toEqual({ ...doc, ...changed }))
})

test('setIfMissing sets missing values; unset removes values', () => {
  expect(patched({ setIfMissing: { name: 'x', other: 'y', 'nested.a.q': 1, nothing: 1 } })).toEqual({
    ...doc,
    other: 'y',
    nested: { ...doc.nested, a: { b: 1, q: 1 } },
  })
  const { name: _, ...rest } = doc
  expect(patched({ unset: ['name', 'nope', 'list[0,2]', 'items[price>6]', 'nested.a.b'] })).toEqual({
    ...rest,
    list: [2, 4, 5],
    items: [a, c],
    nested: { ...doc.nested, a: {} },
  })
  expect(
    applyPatch(doc, { unset: ['name.x', 'nothing.x', 'new.x', 'new.deep.x', 'n[0]', 'nothing[0].x'] }),
  ).toBe(doc)
})

test('inc and dec change numbers by numbers', () => {
  expect(patched({ inc: { n: 2, 'items[*].v': 1 }, dec: { 'list[0]': 3 } })).toMatchObject({
    n: 3,
    items: [{ v: 2 }, { v: 3 }, { v: 4 }],
    list: [-2, 2, 3, 4, 5],
  })
  expect(patched({ inc: { name: 1, nope: 1 } })).toEqual(doc)
  expect(() => patched({ inc: { n: '1' } })).toThrow(PatchError)
  expect(() => applyPatch({ n: 1e308 }, { inc: { n: 1e308 } })).toThrow(PatchError)
})

describe('insert', () => {
  test.each<[string, string, unknown[]]>([
    ['before', 'list[-1]', [1, 2, 3, 4, 'x', 5]],
    ['after', 'list[-1]', [1, 2, 3, 4, 5, 'x']],
    ['before', 'list[1:3]', [1, 'x', 2, 3, 4, 5]],
    ['after', 'list[1:3]', [1, 2, 3, 'x', 4, 5]],
    ['replace', 'list[-2:]', [1, 2, 3, 'x']],
    ['replace', 'list[0,2]', ['x', 2, 4, 5]],
    ['replace', 'list[5:]', [1, 2, 3, 4, 5]],
  ])('%s %s', (where, path, list) =>
    expect(patched({ insert: { [where]: path, items: ['x'] } }).list).toEqual(list),
  )

  test('by key, into an empty list, and without a place', () => {
    const x = { _key: 'x' }
    const items = (insert: object) => patched({ insert: { ...insert, items: [x] } }).items
    expect(items({ after: 'items[_key=="a"]' })).toEqual([a, x, b, c])
    expect(items({ before: 'items[_key=="c"]' })).toEqual([a, b, x, c])
    expect(items({ replace: 'items[_key=="b"]' })).toEqual([a, x, c])
    for (const where of ['after', 'before'])
      for (const at of ['-1', '0'])
        expect(patched({ insert: { [where]: `empty[${at}]`, items: [1] } }).empty).toEqual([1])
    for (const path of ['nope[-1]', 'name[0]', 'items[_key=="zz"]', 'name'])
      expect(patched({ insert: { after: path, items: [1] } })).toEqual(doc)
  })
})

test('diffMatchPatch rewrites strings by byte offsets; merge merges objects', () => {
  const text = { ...doc, name: 'é😀 and more' }
  expect(applyPatch(text, { diffMatchPatch: { name: '@@ -8,9 +8,9 @@\n and \n-more\n+less\n' } }).name).toBe(
    'é😀 and less',
  )
  expect(
    patched({ diffMatchPatch: { 'nested.s': '@@ -1,5 +1,5 @@\n-hello\n+jello\n' } }).nested,
  ).toMatchObject({ s: 'jello world' })
  expect(patched({ merge: { nothing: { x: { y: 1 } }, nested: { a: 'x' }, name: { x: 1 } } })).toMatchObject({
    nothing: { x: { y: 1 } },
    nested: { a: 'x', s: 'hello world' },
    name: { x: 1 },
  })
})

test.each([
  [{ set: { 'list[': 1 } }],
  [{ set: 'x' }],
  [{ unset: 'name' }],
  [{ insert: { after: 'list[0]' } }],
  [{ insert: { after: 'list[0]', before: 'list[0]', items: [] } }],
  [{ diffMatchPatch: { name: 'garbage' } }],
])('%j is refused', (patch) => expect(() => patched(patch)).toThrow(PatchError))

test('setIfMissing prepares a container for set, as the hosted lake does', () => {
  const patch = { set: { 'seo.title': 'x', name: 'x' }, setIfMissing: { seo: { _type: 'seo' }, name: 'y' } }
  expect(patched(patch)).toEqual({ ...doc, seo: { _type: 'seo', title: 'x' }, name: 'x' })
})

test('patches have the result that the Studio predicts with @sanity/mutator', () => {
  const random = seeded(1)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
  // The mutator does not follow JSONMatch for ranges, `*`, missing elements, and attributes of lists.
  const elements = ['list[0]', 'list[-1]', 'list[0,2]', 'items[0]', 'items[_key=="b"]', 'items[_key=="z"]']
  const names = ['name', 'n', 'nothing', 'list', 'fresh', 'fresh.deep', 'nested.a', 'nested.a.b', 'name.x']
  const inside = ['items[_key=="a"].v', 'items[v>1].w', 'items[-1].v.x', 'items[2,0].v', '..price']
  const path = () => pick([...names, ...elements, ...inside])
  const value = () => pick<unknown>([0, 'x', true, null, {}, { q: 1 }])
  const operations = {
    set: () => ({ [path()]: value(), [path()]: value() }),
    setIfMissing: () => ({ [path()]: value(), [path()]: value() }),
    unset: () => [path(), path()],
    inc: () => ({ [path()]: 2 }),
    dec: () => ({ [path()]: 3 }),
    insert: () => ({ [pick(['before', 'after', 'replace'])]: pick(elements), items: [8, { _key: 'n' }] }),
  }
  for (let i = 0; i < 1_000; i++) {
    const drawn = Object.entries(operations).filter(() => random() < 0.4)
    const patch = Object.fromEntries(drawn.map(([name, make]) => [name, make()]))
    const predicted = new Mutation({ mutations: [{ patch: { id: 'a', ...patch } }] as never }).apply(
      doc as never,
    )
    expect(patched(patch), JSON.stringify(patch)).toEqual(predicted)
  }
})

// The Studio's "Generate unique keys" sets keys by index.
test.each<[Record<string, unknown>, unknown[]]>([
  [{ set: { 'l[1]._key': 'p', 'l[2]._key': 'q' } }, ['k1', 'p2', 'q3']],
  [{ unset: ['l[0]'] }, ['k2', 'k3']],
  [{ set: { 'l[_key=="k"].v': 0 } }, ['k0', 'k0', 'k0']],
  [{ insert: { before: 'l[1]', items: [{ _key: 'n', v: 0 }] } }, ['k1', 'n0', 'k2', 'k3']],
])('%j changes the elements by index, although their keys are the same', (patch, elements) => {
  const { l } = applyPatch({ l: [1, 2, 3].map((v) => ({ _key: 'k', v })) }, patch)
  expect(l.map(({ _key, v }) => `${_key}${v}`)).toEqual(elements)
})
