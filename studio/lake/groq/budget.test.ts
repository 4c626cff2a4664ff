import { describe, expect, test } from 'vitest'
import type { LakeError } from '../errors.ts'
import { type QueryOptions, runQuery } from '../query/run-query.ts'
import { Budget, StepBudgetExceeded } from './budget.ts'
import { stringify } from './json.ts'
import { contextOf, documentsOf, type Fields, viewOf } from './query.test-support.ts'

const six: Fields[] = Array.from({ length: 6 }, (_, i) => ({
  _id: `d${i}`,
  n: i,
  text: 'word '.repeat(50),
  list: [1, 2, 3],
}))
const ask = (query: string, options: QueryOptions = {}, documents = six) =>
  runQuery(query, {}, contextOf(viewOf(documents)), options)
const many: Fields[] = Array.from({ length: 2000 }, (_, i) => ({
  _id: `m${i}`,
  n: i,
  text: `word${i} other`,
  ref: { _ref: `m${i + 1}` },
}))

describe('a query ends at its deadline', () => {
  const deep = (levels: number) => {
    let query = 'n'
    for (let i = 0; i < levels; i++) query = `*[n != ^.n || ^.^.n == 0]{"x": ${query}, "up": ^.n}`
    return query
  }
  test.each([
    ['nested subqueries', deep(16), six],
    ['references', '*[count(*[references(ref._ref, ^._id)]) > 5]', many],
    ['long chains of dereferences', `*{"a": *{"b": ref${'->ref'.repeat(200)}, "c": ^.n}}`, many],
    ['joined lists', '*{"a": *{"b": array::join(*{"t": string(^.^.n + n)}.t, ^.text)}}', many],
  ])('%s', (_, query, documents) => {
    let error: unknown
    try {
      ask(query, { deadline: performance.now() + 100 }, documents)
    } catch (thrown) {
      error = thrown
    }
    expect((error as LakeError).status).toBe(408)
    expect((error as LakeError).body.error).toMatchObject({ type: 'queryTimeoutError', query })
  })

  test('also while its result is serialized', () => {
    const { result } = ask('*{"a": *{"b": *{"c": *}}}', {}, many.slice(0, 40))
    expect(() => stringify(result, new Budget('q', { deadline: performance.now() - 1 }))).toThrow(
      'took too long',
    )
  })
})

test.each([
  'array::unique(list)',
  'array::join(list, "")',
  'math::sum(list)',
  '[...list]',
  'list[@ > 1]',
  'list[]._ref',
  'diff::changedAny(@, 1, anywhere(name))',
  'references(list)',
  'pt::text([list])',
  '"a" match list',
  '*[_id in ^.list]',
])('%s counts a step for each value', (expression) => {
  const list = Array.from({ length: 300 }, (_, i) => i)
  const documents = [{ _id: 'd', list }]
  expect(() => ask(`*[0]{"v": ${expression}}`, { stepBudget: 250 }, documents)).toThrow(StepBudgetExceeded)
})

test.each([
  'text == other',
  'text in [other]',
  '* | order(text)',
  '"a" in path(text)',
  'dateTime(text)',
  '"a" match text',
  'text match text::query("a")',
])('%s counts steps by the length of the text', (expression) => {
  const long = (n: number) => `${'a'.repeat(20_000)}${n}`
  const documents = [1, 2, 3].map((n) => ({ _id: `d${n}`, text: long(n), other: long(n) }))
  expect(() => ask(`*[0]{"v": ${expression}}`, { stepBudget: 250 }, documents)).toThrow(StepBudgetExceeded)
})

test('a text or list that doubles again and again is rejected before it fills the memory', () => {
  const doubled = (start: string) => `{"v": ${start}}${'{"v": v + v}'.repeat(60)}.v`
  for (const query of [
    doubled('"0123456789"'),
    doubled('[1, 2, 3]'),
    `array::join(["a"${', "a"'.repeat(1_000)}], "${'x'.repeat(20_000)}")`,
  ])
    expect(() => ask(query)).toThrow('more memory')
})

test('a document that is nested too deeply is rejected', () => {
  let deep: unknown = 1
  for (let i = 0; i < 20_000; i++) deep = [deep]
  const documents = documentsOf([{ _id: 'a', deep }])
  const view = { documents, byId: new Map(), byType: new Map(), bySlug: () => [], referrers: () => [] }
  expect(() => runQuery('(*)[references("x")]', {}, contextOf(view))).toThrow('nested too deeply')
})
