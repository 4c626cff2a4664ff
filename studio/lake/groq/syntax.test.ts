import { describe, expect, test } from 'vitest'
import { parseQuery } from './parser.ts'
import { queryError, resultOf } from './query.test-support.ts'
import { descendants, type Node } from './syntax.ts'

describe('literals', () => {
  test.each([
    [
      '{"s": "Hi! 👋", "n": [3.14, -1, 1e3, 2.5E-1, 0], "b": [true, false], "z": null}',
      { s: 'Hi! 👋', n: [3.14, -1, 1000, 0.25, 0], b: [true, false], z: null },
    ],
    [String.raw`"\"\\\/\b\f\n\r\t\u00e6\uD83D\uDE00\u{1F600}"`, '"\\/\b\f\n\r\tæ😀😀'],
    [String.raw`'it\'s "quoted"'`, 'it\'s "quoted"'],
    ['"two\nlines // no comment"', 'two\nlines // no comment'],
    ['[...[1, 2], ..."x", 3]', [1, 2, 3]],
    ['{"a": 1, "a": 2,}', { a: 2 }],
    ['{"__proto__": 1, "constructor": 2}', JSON.parse('{"__proto__": 1, "constructor": 2}')],
    ['\u00a0\t\v\f\u0085// first\n1 // last', 1],
    ['1 // to the end of the line \r + 1', 1],
    ['1..3', '1..3'],
    ['fn == null', true],
    ['^ == ^', true],
  ])('%s', (query, expected) => expect(resultOf(query)).toEqual(expected))
})

describe('precedence and associativity', () => {
  test.each([
    ['+ {"a": 2}.a', 2],
    ['! true == null', false],
    ['3 ** 3 ** 2', 19683],
    ['-3 ** 2', -9],
    ['2 ** -1', 0.5],
    ['10 % 4 % 3', 2],
    ['7 - 3 - 1', 3],
    ['true || false && false', true],
  ])('%s', (query, expected) => expect(resultOf(query)).toEqual(expected))

  test.each([
    '1 == 1 == 1',
    '1 .. 2 .. 3',
    '3 in (1 + (2 .. 3))',
    'select(true || (true => false))',
    '1 asc',
  ])('%s is rejected', (query) => expect(queryError(query).type).toBe('queryParseError'))
})

describe("a parse error has Sanity's description and the position", () => {
  test.each([
    ['', 'no query', 0, 0],
    ['(person', "expected ')' following parenthesized expression", 0, 7],
    ['count(person', "expected ')' following function arguments", 5, 12],
    ['*[_type == "a"', "expected ']' following expression", 1, 14],
    ['[1,2,3]....', 'unable to parse entire expression', 7, 7],
    ['a.^.c', '^ is not allowed here', 2, 3],
    ['*[true] / ]', 'unexpected token "]", expected expression', 10, 11],
    ['*[true] /', 'unexpected end-of-file, expected expression', 9, 9],
    ['"open', 'unexpected token "\\"open", expected expression', 0, 5],
    [String.raw`"\x"`, String.raw`unexpected token "\"\\x", expected expression`, 0, 3],
    [String.raw`"\u{D83D}"`, undefined, 0, 9],
    ['count (*)', 'unable to parse entire expression', 6, 6],
    ['*[0..1.5]', 'subscript ranges must have integer endpoints', 1, 9],
    ['* | 1', 'object or function expected', 2, 3],
    ['*{a.b}', undefined, 2, 5],
    ['{"a"}', undefined, 1, 4],
    ['[1][0.5]', 'array index must be an integer', 4, 7],
    ['{"a": n asc}', 'asc and desc are only allowed in order()', 6, 11],
    ['nonsense(1)', 'unknown function "nonsense()"', 0, 11],
    ['nope::nonsense(1)', 'unknown namespace "nope" of function "nope::nonsense()"', 0, 17],
    ['1 + count()', 'incorrect number of arguments to function count(): expected 1 argument, got 0', 4, 11],
    [
      'round(1, 2, 3)',
      'incorrect number of arguments to function round(): expected 1 to 2 arguments, got 3',
      0,
      14,
    ],
    ['*[_id == $missing]', 'param $missing referenced, but not provided', 9, 17],
    ['fn foo($x) = $x{a}; *', "expected '::' followed by a function name", 6, 6],
    ['fn foo::bar($x) = $x{a} fn', "expected ';' at the end of function definition", 24, 24],
  ])('%s', (query, description, start, end) => {
    expect(queryError(query)).toMatchObject({
      type: 'queryParseError',
      ...(description !== undefined && { description }),
      query,
      start,
      end,
    })
  })

  test('operators reject ranges and pairs as operands', () => {
    expect(queryError('1 + (2..3)').description).toBe('unexpected range')
    expect(queryError('(2 => 3) && 1').description).toBe('unexpected pair')
    expect(queryError('[1..(a == b)]').description).toBe('ranges must have comparable endpoints')
  })
  test.each(['1e+', '....', '$1', '"\\u{110000}"', '"\\uD800"'])('%s is not a token', (text) =>
    expect(queryError(text).type).toBe('queryParseError'),
  )
  test('a query that is nested too deeply is rejected', () => {
    for (const deep of ['('.repeat(5000), 'a{'.repeat(5000)])
      expect(queryError(deep).description).toBe('the query is nested too deeply')
    expect(resultOf(Array.from({ length: 3000 }, () => 'false').join(' || '))).toBe(false)
  })
})

test('each node has its position in the query', () => {
  const query = `*[_type == "a" && !(n > -1.5) && ^.^.x in [1, ...$list, true, null]]{
    ...@, a, "b": {"c": @}, n > 1 => {"d": (n)}, "e": count(tags[0..1]), "s": select(n in 1..2 => 3), "f": x->y[].z["k"]
  } | order(n desc, diff::changedAny(a, b, (c, d.(e, f))) asc)[0] | score(a match "b")`
  const withoutPositions = (node: Node) =>
    JSON.parse(
      JSON.stringify(node, (name, value) => (name === 'start' || name === 'end' ? undefined : value)),
    )
  const parts = [...descendants(parseQuery(query).expr)]
  expect(new Set(parts.map(({ type }) => type)).size).toBe(18)
  for (const part of parts) {
    const text = query.slice(part.start, part.end)
    expect(withoutPositions(parseQuery(text).expr), text).toEqual(withoutPositions(part))
  }
})

describe('parameters', () => {
  const params = { n: 1, s: 'b', list: [1, [2]], o: { k: { d: true } }, t: true, z: null, from: 1, to: 3 }
  test.each([
    ['[$n, $s, $list, $o, $t, $z]', [1, 'b', [1, [2]], { k: { d: true } }, true, null]],
    ['[5, 6, 7, 8][$from...$to]', [6, 7]],
    ['{"a": 1, "b": 2}[$s]', 2],
  ])('%s', (query, expected) => expect(resultOf(query, { params })).toEqual(expected))

  test('the type of a parameter decides what brackets mean', () => {
    const query = '([{"b": 1}, 2])[$x]'
    expect([0, 'b', true, -1].map((x) => resultOf(query, { params: { x } }))).toEqual([
      { b: 1 },
      null,
      [{ b: 1 }, 2],
      2,
    ])
    expect(queryError(query, { x: 0.5 }).description).toBe('array index must be an integer')
    expect(queryError('[1][0..$x]', { x: 0.5 }).description).toBe(
      'subscript ranges must have integer endpoints',
    )
  })
})
