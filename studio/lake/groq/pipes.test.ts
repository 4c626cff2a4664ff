import { describe, expect, test } from 'vitest'
import { StepBudgetExceeded } from '#studio/lake/groq/budget.ts'
import { answer, type Fields, refusal } from '#studio/lake/groq/test-query.ts'

describe('order()', () => {
  const mixed = [true, 'b', null, 3, { a: 1 }, 'B', false, -1, [1], '😀', '\uffff', 2.5]
  const documents: Fields[] = mixed.map((v, i) => ({
    _id: `d${String(i).padStart(2, '0')}`,
    v,
    even: i % 2 === 0,
    i,
  }))
  test('sorts values of all types: times, numbers, texts, booleans, the rest', () => {
    expect(answer('* | order(v).v', { documents })).toEqual([
      -1,
      2.5,
      3,
      'B',
      'b',
      '\uffff',
      '😀',
      false,
      true,
      null,
      { a: 1 },
      [1],
    ])
    expect(answer('* | order(v desc).v', { documents })).toEqual([
      null,
      { a: 1 },
      [1],
      true,
      false,
      '😀',
      '\uffff',
      'b',
      'B',
      3,
      2.5,
      -1,
    ])
    expect(answer('[1, dateTime("2024-01-01T00:00:00Z")] | order(@)')).toEqual(['2024-01-01T00:00:00Z', 1])
  })
  test.each([
    ['* | order(even desc, i desc)[0..2].i', [10, 8, 6]],
    ['* | order(even)[0...3].i', [1, 3, 5]],
    ['* | order(even asc, _id).i', [1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10]],
    ['* | global::order(i desc)[0].i', 11],
    ['* | order(i desc)[-1].i', 0],
    ['* | order(i desc)[2].i', 9],
    ['* | order(missing)[0..1].i', [0, 1]],
    ['*{i} | order(i desc) | order(i)[0].i', 0],
    ['[3, 1, 2] | order(@ desc)', [3, 2, 1]],
    ['"abc" | order(@)', null],
    ['null | order(@)', null],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))

  test('the first few of many are those of all, equals in their order', () => {
    const documents = Array.from({ length: 300 }, (_, i) => ({ _id: `d${i}`, k: (i * 7919) % 40 }))
    const all = answer('* | order(k desc)._id', { documents }) as string[]
    const few = ['d7', 'd70', 'd170', 'd299']
    for (const [query, expected] of [
      ['* | order(k desc)[0...20]._id', all.slice(0, 20)],
      ['* | order(k desc)[5..9]._id', all.slice(5, 10)],
      ['* | order(k desc)[7]._id', all[7]],
      ['* | order(k desc)[0...0]._id', []],
      ['* | order(k desc)[2..-1]._id', all.slice(2)],
      ['* | order(k desc)[-299..3]._id', all.slice(1, 4)],
      ['* | order(k desc)[$a...$b]._id', all.slice(10, 20)],
      ['* | order(k desc)[_id in $few]._id', all.filter((id) => few.includes(id))],
      ['* | order(k desc)[_id in $few][1]._id', all.filter((id) => few.includes(id))[1]],
    ] as const)
      expect(answer(query, { documents, params: { a: 10, b: 20, few } })).toEqual(expected)
  })
  test('of many the first few are had without putting all in order', () => {
    const documents = Array.from({ length: 300 }, (_, i) => ({ _id: `d${i}`, k: (i * 7919) % 300 }))
    const within = (query: string) => () => answer(query, { documents, stepBudget: 1500 })
    for (const few of ['[0..2]', '[0...3]', '[2]']) expect(within(`* | order(k)${few}`)).not.toThrow()
    for (const all of ['', '[-1]', '[-3..2]', '[k == 1]', '[100..200]'])
      expect(within(`* | order(k)${all}`)).toThrow(StepBudgetExceeded)
  })
  test('needs something to order by', () => {
    expect(refusal('* | order()').type).toBe('queryParseError')
    for (const query of ['* | nope::order(a)', '* | nope::order(a)[0..1]'])
      expect(refusal(query).type).toBe('queryParseError')
  })
})

describe('score()', () => {
  const documents: Fields[] = [
    { _id: 'a', n: 1, text: 'hello', yes: true },
    { _id: 'b', n: 2, text: 'Hello world', yes: true },
    { _id: 'c', n: 3, text: 'Thanks for all the fish', yes: false },
    { _id: 'd', n: 4, text: 'Fish, fish, just fish', yes: false },
  ]
  const scored = (query: string) =>
    (answer(`${query}{_id, _score}`, { documents }) as { _id: string; _score: number }[]).map(
      ({ _id, _score }) => [_id, _score],
    )
  test.each([
    [
      '* | score(n == 1)',
      [
        ['a', 1],
        ['b', 0],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '*[_type == "doc"] | score(n > 2)',
      [
        ['c', 1],
        ['d', 1],
        ['a', 0],
        ['b', 0],
      ],
    ],
    [
      '*[0..-1] | score(n > 1 && yes)',
      [
        ['b', 2],
        ['a', 0],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | score((n > 1 || yes))',
      [
        ['b', 2],
        ['a', 1],
        ['c', 1],
        ['d', 1],
      ],
    ],
    [
      '* | score(n > 1 && false)',
      [
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | score(!(text match "fish"))',
      [
        ['a', 1],
        ['b', 1],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | score(boost(n == 3, 2), n == 4)',
      [
        ['c', 3],
        ['d', 1],
        ['a', 0],
        ['b', 0],
      ],
    ],
    [
      '* | score(boost(n == 3, -2), boost(n == 4, "1"))',
      [
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | score(n == 1) | score(n == 1, n == 2)',
      [
        ['a', 2],
        ['b', 1],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | score("x", null, n)',
      [
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 0],
      ],
    ],
    [
      '* | order(n desc) | score(yes)',
      [
        ['b', 1],
        ['a', 1],
        ['d', 0],
        ['c', 0],
      ],
    ],
    [
      '* | score(yes) | order(_id desc)',
      [
        ['d', 0],
        ['c', 0],
        ['b', 1],
        ['a', 1],
      ],
    ],
    [
      '* | score(text match text::query("fish -just"))',
      [
        ['c', 1],
        ['a', 0],
        ['b', 0],
        ['d', 0],
      ],
    ],
  ])('%s', (query, expected) => expect(scored(query)).toEqual(expected))

  test.each([
    ['boost(n == 1, 2) == true', ['a', 1]],
    ['!boost(n > 1, 0)', ['a', 1]],
    ['boost(n == 1, -1) == null', ['a', 1]],
    ['boost(n == 1, "1") == null', ['a', 1]],
    ['boost(n == 1, -1) == true', ['a', 0]],
  ])('what is boosted inside of a condition only counts as it is: %s', (condition, first) =>
    expect(scored(`* | score(${condition})`)[0]).toEqual(first),
  )
  test('a word that occurs more often scores more; a boost weighs', () => {
    expect(scored('* | score(text match "fish")').map(([id]) => id)).toEqual(['d', 'c', 'a', 'b'])
    const [d, c, a] = scored('* | score(text match "fish")').map(([, score]) => score as number)
    expect(d! > c! && c! > a! && a === 0).toBe(true)
    expect(scored('* | score(boost(text match "world", 10), text match "fish")').map(([id]) => id)).toEqual([
      'b',
      'd',
      'c',
      'a',
    ])
  })
  test('what is no object is kept', () =>
    expect(answer('[1, {"a": 2}] | score(a == 2)')).toEqual([{ a: 2, _score: 1 }, 1]))
  test.each(['*{n} | score(n == 1)', '*[0] | score(n == 1)', '* | score()'])('%s is refused', (query) =>
    expect(refusal(query).type).toBe('queryParseError'),
  )
})
