import { describe, expect, test } from 'vitest'
import { parseQuery } from '#studio/lake/groq/parser.ts'
import { type Node, within } from '#studio/lake/groq/syntax.ts'
import { answer, refusal } from '#studio/lake/groq/test-query.ts'

describe('literals', () => {
  test.each([
    [
      '{"s": "Hi! 👋", "n": [3.14, -1, 1e3, 2.5E-1, 0], "b": [true, false], "z": null}',
      { s: 'Hi! 👋', n: [3.14, -1, 1000, 0.25, 0], b: [true, false], z: null },
    ],
    [String.raw`"\"\\\/\b\f\n\r\t\u00e6\uD83D\uDE00\u{1F600}"`, '"\\/\b\f\n\r\tæ😀😀'],
    [String.raw`'it\'s "quoted"'`, 'it\'s "quoted"'],
    ['"two\nlines // no comment"', 'two\nlines // no comment'],
    ['[1, 2,]', [1, 2]],
    ['[...[1, 2], ..."x", 3]', [1, 2, 3]],
    ['{"a": 1, "a": 2,}', { a: 2 }],
    ['{"__proto__": 1, "constructor": 2}', JSON.parse('{"__proto__": 1, "constructor": 2}')],
    ['\u00a0\t\v\f\u0085// first\n1 // last', 1],
    ['1 // to the end of the line \r + 1', 1],
    ['{"a1": 2}.a1', 2],
    [String.raw`"\u{41}\uDBFF\uDFFF"`, 'A\u{10FFFF}'],
    [String.raw`"\u{D7FF}\u{E000}\u{10FFFF}"`, '\uD7FF\uE000\u{10FFFF}'],
    ['"a" => 1', '"a" => 1'],
    ['1..3', '1..3'],
    ['"a"..."c"', '"a"..."c"'],
    ['1.."a"', null],
    ['fn == null', true],
    ['^ == ^', true],
    ['{"null": 1, "true": 2}{"a": null, "b": true}', { a: null, b: true }],
  ])('%s', (query, expected) => expect(answer(query)).toEqual(expected))
})

describe('precedence and associativity', () => {
  test.each([
    ['+ {"a": 2}.a', 2],
    ['(+ {"a": 2}).a', null],
    ['! true == null', false],
    ['!(true == null)', true],
    ['3 ** 3 ** 2', 19683],
    ['(3 ** 3) ** 2', 729],
    ['-3 ** 2', -9],
    ['(-3) ** 2', 9],
    ['2 ** -1', 0.5],
    ['- 2 * 3', -6],
    ['2 + 3 * 4', 14],
    ['10 % 4 % 3', 2],
    ['8 / 4 / 2', 1],
    ['7 - 3 - 1', 3],
    ['3 in 1 + 1 .. 2 + 2', true],
    ['2 in (1 .. 4)', true],
    ['1 + 1 > 1 && true', true],
    ['true || false && false', true],
    ['false && false || true', true],
    ['select(true || true => 1)', 1],
    ['[3, 1, 2] | order(@ desc) [0]', 3],
  ])('%s', (query, expected) => expect(answer(query)).toEqual(expected))

  test.each([
    '1 == 1 == 1',
    '1 .. 2 .. 3',
    '3 in (1 + (2 .. 3))',
    '(2 in 1) .. 4',
    'select(true || (true => false))',
    '[1] | order(@ && true asc)',
    '[1] | order(@ && (true asc))',
    '1 asc',
  ])('%s is refused', (query) => expect(refusal(query).type).toBe('queryParseError'))
})

describe("a mistake is told in Sanity's words, with its place", () => {
  test.each([
    ['', 'no query', 0, 0],
    ['(person', "expected ')' following parenthesized expression", 0, 7],
    ['count(person', "expected ')' following function arguments", 5, 12],
    ['[1,2', "expected ']' following array body", 0, 4],
    ['*[_type == "a"', "expected ']' following expression", 1, 14],
    ['{a', "expected '}' following object body", 0, 2],
    ['*{,}', "expected '}' following object body", 1, 3],
    ['[1,2,3]....', 'unable to parse entire expression', 7, 7],
    ['a.^.c', '^ is not allowed here', 2, 3],
    ['a.@.c', '@ is not allowed here', 2, 3],
    ['*[true] / ]', 'unexpected token "]", expected expression', 10, 11],
    ['*[true] /', 'unexpected end-of-file, expected expression', 9, 9],
    ['1.', 'unexpected token "1.", expected expression', 0, 2],
    ['"open', 'unexpected token "\\"open", expected expression', 0, 5],
    [String.raw`"\x"`, String.raw`unexpected token "\"\\x", expected expression`, 0, 3],
    [String.raw`"\u{110000}"`, undefined, 0, 11],
    [String.raw`"\uD83Dx"`, undefined, 0, 7],
    [String.raw`"\uDE00"`, undefined, 0, 7],
    [String.raw`"\u{D83D}"`, undefined, 0, 9],
    [String.raw`"\u12"`, undefined, 0, 3],
    ['count (*)', 'unable to parse entire expression', 6, 6],
    ['string::length', 'expected a function following namespace expression', 8, 14],
    ['::length', 'unexpected token "::", expected expression', 0, 2],
    ['*[0..1.5]', 'subscript ranges must have integer endpoints', 1, 9],
    ['* | 1', 'object or function expected', 2, 3],
    ['*{a.b}', undefined, 2, 5],
    ['{"a"}', undefined, 1, 4],
    ['1 + 😀', 'unexpected token "😀", expected expression', 4, 6],
    ['-(2..3)', 'unexpected range', 2, 6],
    ['[1][0.5]', 'array index must be an integer', 4, 7],
    ['[1][-0.5]', 'array index must be an integer', 4, 8],
    ['{"a": n asc}', 'asc and desc are only allowed in order()', 6, 11],
    ['* | order((n desc))', 'asc and desc are only allowed in order()', 11, 17],
    ['* | order(n asc + 1)', 'asc and desc are only allowed in order()', 10, 15],
    ['string ::lower("A")', 'unable to parse entire expression', 7, 7],
    ['string::"lower"("A")', 'expected a function following namespace expression', 8, 15],
    ['nonsense(1)', 'unknown function "nonsense()"', 0, 11],
    ['nope::nonsense(1)', 'unknown namespace "nope" of function "nope::nonsense()"', 0, 17],
    ['toString()', 'unknown function "toString()"', 0, 10],
    ['* | nonsense(1)', 'unknown pipe function "nonsense()"', 0, 15],
    ['1 + count()', 'incorrect number of arguments to function count(): expected 1 argument, got 0', 4, 11],
    [
      'round(1, 2, 3)',
      'incorrect number of arguments to function round(): expected 1 to 2 arguments, got 3',
      0,
      14,
    ],
    [
      'string::split("a")',
      'incorrect number of arguments to function string::split(): expected 2 arguments, got 1',
      0,
      18,
    ],
    [
      'references()',
      'incorrect number of arguments to function references(): expected at least 1, got 0',
      0,
      12,
    ],
    ['*[_id == $missing]', 'param $missing referenced, but not provided', 9, 17],
    ['fn foo($x) = $x{a}; *', "expected '::' followed by a function name", 6, 6],
    ['fn foo::(', 'expected a function name', 8, 8],
    ['fn foo::bar $x', "expected '(' following function name", 12, 12],
    ['fn foo::bar(x)', 'expected parameter name', 12, 12],
    ['fn foo::bar($x, $y) = $x{a}; 1', "expected ')' following function arguments", 14, 14],
    ['fn foo::bar($x) {a}', "expected '=' following ()", 16, 16],
    ['fn foo::bar($x) = $x{a} fn', "expected ';' at the end of function definition", 24, 24],
  ])('%s', (query, description, start, end) => {
    expect(refusal(query)).toMatchObject({
      type: 'queryParseError',
      ...(description !== undefined && { description }),
      query,
      start,
      end,
    })
  })

  test.each(['==', '!=', '<', '<=', '>', '>=', 'in', 'match', '&&', '||'])(
    'no range ends with a %s b',
    (op) => expect(refusal(`[1..(a ${op} b)]`).description).toBe('ranges must have comparable endpoints'),
  )
  test.each(['+', '-', '*', '/', '%', '**', '&&', '||'])('of a range or a pair nothing is %s', (op) => {
    expect(refusal(`1 ${op} (2..3)`).description).toBe('unexpected range')
    expect(refusal(`(2 => 3) ${op} 1`).description).toBe('unexpected pair')
  })
  test.each(['1e', '1e+', '1.', '....', '$', '$1', '"', String.raw`"\u{}"`, String.raw`"\x"`])(
    'what is no token: %s',
    (text) => expect(refusal(text).type).toBe('queryParseError'),
  )
  test.each(['\\u{D800}', '\\u{DFFF}', '\\u{110000}', '\\uD800', '\\uDFFF'])(
    'what is no character: %s',
    (escaped) => expect(refusal(`"${escaped}"`).type).toBe('queryParseError'),
  )
  test('however deep it is nested', () => {
    for (const deep of ['('.repeat(5000), '['.repeat(5000), '!'.repeat(5000), 'a{'.repeat(5000)])
      expect(refusal(deep).description).toBe('the query is nested too deeply')
    expect(answer(Array.from({ length: 3000 }, () => 'false').join(' || '))).toBe(false)
  })
})

describe('an attribute without a name', () => {
  test.each([
    ['(a)', 'a'],
    ['a | order(@)', 'a'],
    ['a[].b', 'a'],
    ['a[0..1].b', 'a'],
    ['a[b == 1].c', 'a'],
    ['a[0]', 'a'],
    ['a->', 'a'],
    ['a{b}', 'a'],
  ])('%s is called %s', (value, name) => expect(answer(`{${value}}`)).toEqual({ [name]: null }))
  test.each(['a.b', 'a["b"]', 'a[0].b', 'a.b[]', 'a.b[0..1]', '@', 'count(a)'])('%s must have one', (value) =>
    expect(refusal(`{${value}}`).description).toContain('without a name'),
  )
})

test('each part of a query knows where it stands', () => {
  const query = `*[_type == "a" && !(n > -1.5) && ^.^.x in [1, ...$list, true, null]]{
    ...@, a, "b": {"c": @}, n > 1 => {"d": (n)}, "e": count(tags[0..1]), "s": select(n in 1..2 => 3), "f": x->y[].z["k"]
  } | order(n desc, diff::changedAny(a, b, (c, d.(e, f))) asc)[0] | score(a match "b")`
  const withoutPlaces = (node: Node) =>
    JSON.parse(
      JSON.stringify(node, (name, value) => (name === 'start' || name === 'end' ? undefined : value)),
    )
  const parts = [...within(parseQuery(query).expr)]
  expect(new Set(parts.map(({ type }) => type)).size).toBe(18)
  for (const part of parts) {
    const text = query.slice(part.start, part.end)
    expect(withoutPlaces(parseQuery(text).expr), text).toEqual(withoutPlaces(part))
  }
})

describe('parameters', () => {
  const params = { n: 1, s: 'b', list: [1, [2]], o: { k: { d: true } }, t: true, z: null, from: 1, to: 3 }
  test.each([
    ['[$n, $s, $list, $o, $t, $z]', [1, 'b', [1, [2]], { k: { d: true } }, true, null]],
    ['$list[1]', [2]],
    ['$o.k.d', true],
    ['[5, 6, 7, 8][$n]', 6],
    ['[5, 6, 7, 8][$from...$to]', [6, 7]],
    ['[5, 6, 7, 8][$from..$from + 1]', [6, 7]],
    ['{"a": 1, "b": 2}[$s]', 2],
    ['[1, 2][$t]', [1, 2]],
    ['[1, 2][$z]', []],
    ['$n in $list', true],
  ])('%s', (query, expected) => expect(answer(query, { params })).toEqual(expected))

  test('mean in brackets what their type says, each time', () => {
    const query = '([{"b": 1}, 2])[$x]'
    expect([0, 'b', true, -1].map((x) => answer(query, { params: { x } }))).toEqual([
      { b: 1 },
      null,
      [{ b: 1 }, 2],
      2,
    ])
    expect(refusal('[1][0..$x]', { x: 0.5 }).description).toBe('subscript ranges must have integer endpoints')
  })
})
