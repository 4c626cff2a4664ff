import { describe, expect, test } from 'vitest'
import { StepBudgetExceeded } from './budget.ts'
import { type Fields, queryError, resultOf } from './query.test-support.ts'

describe('order()', () => {
  test('sorts times, numbers, texts, booleans, then the rest', () => {
    const mixed = '[true, "b", null, 3, "B", false, -1, "😀", "\uffff", dateTime("2024-01-01T00:00:00Z")]'
    const sorted = ['2024-01-01T00:00:00Z', -1, 3, 'B', 'b', '\uffff', '😀', false, true, null]
    expect(resultOf(`${mixed} | order(@)`)).toEqual(sorted)
    expect(resultOf(`${mixed} | order(@ desc)`)).toEqual(sorted.toReversed())
    expect(resultOf('"abc" | order(@)')).toBe(null)
  })

  const documents = Array.from({ length: 300 }, (_, i) => ({ _id: `d${i}`, k: (i * 7919) % 40 }))
  test('a slice of an ordered list equals the slice of the full order', () => {
    const all = resultOf('* | order(k desc)._id', { documents }) as string[]
    const few = ['d7', 'd70', 'd170', 'd299']
    for (const [end, expected] of [
      ['[5..9]', all.slice(5, 10)],
      ['[7]', all[7]],
      ['[0...0]', []],
      ['[2..-1]', all.slice(2)],
      ['[-299..3]', all.slice(1, 4)],
      ['[$a...$b]', all.slice(10, 20)],
      ['[_id in $few]', all.filter((id) => few.includes(id))],
    ] as const)
      expect(resultOf(`* | order(k desc)${end}._id`, { documents, params: { a: 10, b: 20, few } })).toEqual(
        expected,
      )
  })

  test('the first elements need no full sort', () => {
    const within = (query: string) => () => resultOf(query, { documents, stepBudget: 1500 })
    for (const few of ['[0..2]', '[2]']) expect(within(`* | order(k)${few}`)).not.toThrow()
    for (const all of ['', '[-3..2]']) expect(within(`* | order(k)${all}`)).toThrow(StepBudgetExceeded)
  })

  test.each(['* | order()', '* | nope::order(a)'])('%s is rejected', (query) =>
    expect(queryError(query).type).toBe('queryParseError'),
  )
})

describe('score()', () => {
  const documents: Fields[] = [
    { _id: 'a', n: 1, text: 'hello', yes: true },
    { _id: 'b', n: 2, text: 'Hello world', yes: true },
    { _id: 'c', n: 3, text: 'Thanks for all the fish', yes: false },
    { _id: 'd', n: 4, text: 'Fish, fish, just fish', yes: false },
  ]
  const scores = (query: string) =>
    (resultOf(`${query}{_id, _score}`, { documents }) as { _id: string; _score: number }[])
      .map(({ _id, _score }) => `${_id}${_score}`)
      .join(' ')
  test.each([
    ['* | score(n > 2)', 'c1 d1 a0 b0'],
    ['*[0..-1] | score(n > 1 && yes)', 'b2 a0 c0 d0'],
    ['* | score(n > 1 && false)', 'a0 b0 c0 d0'],
    ['* | score(!(text match "fish"))', 'a1 b1 c0 d0'],
    ['* | score(boost(n == 3, 2), n == 4)', 'c3 d1 a0 b0'],
    ['* | score(boost(n == 3, -2), boost(n == 4, "1"))', 'a0 b0 c0 d0'],
    ['* | score(n == 1) | score(n == 1, n == 2)', 'a2 b1 c0 d0'],
    ['* | order(n desc) | score(yes)', 'b1 a1 d0 c0'],
    ['* | score(yes) | order(_id desc)', 'd0 c0 b1 a1'],
    ['* | score(text match text::query("fish -just"))', 'c1 a0 b0 d0'],
    ['* | score(!boost(n > 1, 0))', 'a1 b0 c0 d0'],
  ])('%s', (query, expected) => expect(scores(query)).toBe(expected))

  test('a word that occurs more often scores more', () => {
    expect(resultOf('* | score(text match "fish")._id', { documents })).toEqual(['d', 'c', 'a', 'b'])
    const boosted = '* | score(boost(text match "world", 10), text match "fish")._id'
    expect(resultOf(boosted, { documents })).toEqual(['b', 'd', 'c', 'a'])
  })
  test.each(['*{n} | score(n == 1)', '*[0] | score(n == 1)', '* | score()'])('%s is rejected', (query) =>
    expect(queryError(query).type).toBe('queryParseError'),
  )
})
