import { describe, expect, test } from 'vitest'
import type { LakeError } from '#studio/lake/errors.ts'
import { Budget, StepBudgetExceeded } from '#studio/lake/groq/budget.ts'
import { stringify } from '#studio/lake/groq/json.ts'
import { contextOf, documentsOf, type Fields, viewOf } from '#studio/lake/groq/test-query.ts'
import { type QueryOptions, runQuery } from '#studio/lake/query.ts'

const six: Fields[] = Array.from({ length: 6 }, (_, i) => ({
  _id: `d${i}`,
  n: i,
  text: 'word '.repeat(50),
  list: [1, 2, 3],
}))
const nested = (depth: number): string =>
  depth === 0 ? '*' : `*[count(${nested(depth - 1)}[n != ^.n]) > 0]{"n": n, "m": ^.n}`
const ask = (query: string, options: QueryOptions, documents = six) =>
  runQuery(query, {}, contextOf(viewOf(documents)), options)
const many: Fields[] = Array.from({ length: 2000 }, (_, i) => ({
  _id: `m${i}`,
  n: i,
  text: `word${i} other`,
  ref: { _ref: `m${i + 1}` },
}))

describe('a query ends when its time is over', () => {
  const deep = (levels: number) => {
    let query = 'n'
    for (let i = 0; i < levels; i++) query = `*[n != ^.n || ^.^.n == 0]{"x": ${query}, "up": ^.n}`
    return query
  }
  test.each([
    ['six documents and a few subqueries in each other', deep(16), six],
    [
      'conditions in each other',
      `*[${'count(*['.repeat(6)}n > ^.n && ^.^.n != n${']) > 1 && n > ^.n'.repeat(5)}]) > 1]`,
      many,
    ],
    ['an order by subqueries', '* | order(count(*[n > ^.n && text match "other"]))', many],
    ['texts that are matched', '*[count(*[text match ^.text]) > 1]', many],
    ['references that are searched', '*[count(*[references(ref._ref, ^._id)]) > 5]', many],
    ['a dereference of a dereference', `*{"a": *{"b": ref${'->ref'.repeat(200)}, "c": ^.n}}`, many],
    ['lists that are joined', '*{"a": *{"b": array::join(*{"t": string(^.^.n + n)}.t, ^.text)}}', many],
  ])('%s', (_, query, documents) => {
    const started = performance.now()
    let error: unknown
    try {
      ask(query, { deadline: started + 100 }, documents)
    } catch (thrown) {
      error = thrown
    }
    expect((error as LakeError).status).toBe(408)
    expect((error as LakeError).body.error).toMatchObject({ type: 'queryTimeoutError', query })
  })

  test('also while its answer is written, which may be larger than what it holds', () => {
    const { result } = ask('*{"a": *{"b": *{"c": *}}}', {}, many.slice(0, 40))
    expect(() => stringify(result, new Budget('q', { deadline: performance.now() - 1 }))).toThrow(
      'took too long',
    )
  })
})

test.each([
  ['a path of many wildcards', `"${'a.'.repeat(60)}a" in path("${'**.'.repeat(12)}b")`],
  [
    'a phrase as long as the text',
    `"${'a '.repeat(200_000)}" match text::query("\\"${'a '.repeat(100_000)}b\\"")`,
  ],
])('%s takes no longer than it may', (_, query) => {
  const started = performance.now()
  try {
    ask(query, { deadline: started + 100 })
  } catch (error) {
    expect((error as LakeError).status).toBe(408)
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})

test.each([
  'array::compact(list)',
  'array::unique(list)',
  'array::join(list, "")',
  'array::intersects(list, [])',
  'math::sum(list)',
  '[...list]',
  '{...object}',
  'list[0..-1]',
  'list[@ > 1]',
  'list[]._ref',
  'anywhere(name)',
  'references(list)',
  'pt::text([list])',
  'list match "a"',
  '"a" match list',
  'object + {}',
  'geo({"type": "MultiPoint", "coordinates": list})',
  '*[_id in ^.list]',
  '*[references(^.list)]',
])('%s takes a step for each value', (expression) => {
  const list = Array.from({ length: 300 }, (_, i) => i)
  const documents = [{ _id: 'd', list, object: Object.fromEntries(list.map((n) => [`k${n}`, n])) }]
  const value = expression.startsWith('anywhere') ? `diff::changedAny(@, 1, ${expression})` : expression
  expect(() => ask(`*[0]{"v": ${value}}`, { stepBudget: 250 }, documents)).toThrow(StepBudgetExceeded)
})

test.each([
  'text == other',
  'text != other',
  'text < other',
  'text in other..other',
  'text in [other]',
  '* | order(text)',
  'text in path("a")',
  '"a" in path(text)',
  'dateTime(text)',
  '"a" match text',
  'text match text::query("a")',
  '"a" match text::query(text)',
])('%s takes steps by how much text there is', (expression) => {
  const long = (n: number) => `${'a'.repeat(20_000)}${n}`
  const documents = [1, 2, 3].map((n) => ({ _id: `d${n}`, text: long(n), other: long(n) }))
  expect(() => ask(`*[0]{"v": ${expression}}`, { stepBudget: 250 }, documents)).toThrow(StepBudgetExceeded)
})

test('dots inside of a word are read once', () => {
  expect(ask(`"a${'.'.repeat(1_000_000)}b. c" match "c"`, {}).result).toBe(true)
})

test('lists in lists are read no further than the steps go', () => {
  const lists = Array.from({ length: 5 }, () => `{"v": [v${', v'.repeat(20)}]}`).join('')
  expect(() => ask(`{"v": 1}${lists}{"t": pt::text(v)}`, { stepBudget: 5000 })).toThrow(StepBudgetExceeded)
})

test('names that are selected within names are as many as the steps', () => {
  const names = `(a${', a'.repeat(20)})`
  const value = '{"a": {"a": {"a": {"a": 1}}}}'
  const query = `diff::changedAny(${value}, ${value}, ${Array(4).fill(names).join('.')})`
  expect(() => ask(query, { stepBudget: 5000 })).toThrow(StepBudgetExceeded)
})

test('a long condition takes more steps for each value than a short one', () => {
  const asked = (length: number) => () => ask(`*[${'n == -1 || '.repeat(length)}n == 1]`, { stepBudget: 50 })
  expect(asked(10)).not.toThrow()
  expect(asked(500)).toThrow(StepBudgetExceeded)
})

test('a caller may try a query for a few steps only', () => {
  expect(() => ask(nested(3), { stepBudget: 50 })).toThrow(StepBudgetExceeded)
  expect(() => ask('count(*)', { stepBudget: 50 })).not.toThrow()
  expect(() => ask('*[n > 1]', { stepBudget: 1000 }, many)).toThrow(StepBudgetExceeded)
  expect(ask('*[n > 1]._id', { stepBudget: 1000 }).result).toEqual(['d2', 'd3', 'd4', 'd5'])
})

test('a text or list that doubles again and again is refused before it fills the memory', () => {
  const doubled = (start: string) => `{"v": ${start}}${'{"v": v + v}'.repeat(60)}.v`
  expect(() => ask(doubled('"0123456789"'), {})).toThrow('more memory')
  expect(() => ask(doubled('[1, 2, 3]'), {})).toThrow('more memory')
  const long = 'x'.repeat(20_000)
  const block = `{"_type": "block", "children": [{"_type": "span", "text": "${long}"}]}`
  expect(() => ask(`array::join(["a"${', "a"'.repeat(1_000)}], "${long}")`, {})).toThrow('more memory')
  expect(() => ask(`${block}{"b": pt::text([@${', @'.repeat(1_000)}])}`, {})).toThrow('more memory')
})

test('what is nested too deeply is refused', () => {
  let deep: unknown = 1
  for (let i = 0; i < 20_000; i++) deep = [deep]
  const documents = documentsOf([{ _id: 'a', deep }])
  const view = { documents, byId: new Map(), byType: new Map(), bySlug: () => [], referrers: () => [] }
  expect(() => runQuery('(*)[references("x")]', {}, contextOf(view))).toThrow('nested too deeply')
})

test('an answer is written as JSON.stringify writes it', () => {
  const special = `"at": dateTime("2024-01-01T00:00:00Z"), "long": "${'a'.repeat(60_000)}".."b"`
  const { result } = ask(`*{..., "all": *, ${special}}`, {}, many.slice(0, 200))
  expect(stringify(result, new Budget('q', {}))).toBe(JSON.stringify(result))
})
