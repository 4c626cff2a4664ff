import { describe, expect, test } from 'vitest'
import { answer } from '#studio/lake/groq/test-query.ts'

const documents = [{ _id: 'id', t: true, f: false, n: null, s: 'x', i: 1, o: {}, a: [] }]
const values: Record<string, string> = { true: 't', false: 'f', null: 'n', '"x"': 's', '1': 'i' }

describe('logic has three values, whether they are written or read', () => {
  test.each([
    ['true && true', true],
    ['true && false', false],
    ['false && null', false],
    ['null && false', false],
    ['true && null', null],
    ['"x" && true', null],
    ['"x" && false', false],
    ['1 && 1', null],
    ['true || null', true],
    ['null || true', true],
    ['false || null', null],
    ['false || false', false],
    ['"x" || true', true],
    ['false || 1', null],
  ])('%s', (query, expected) => {
    expect(answer(query)).toBe(expected)
    const [left, op, right] = query.split(' ') as [string, string, string]
    const read = `*[_id == "id"][0]{"v": ${values[left]} ${op} ${values[right]}}.v`
    expect(answer(read, { documents })).toBe(expected)
  })
  test.each([
    ['!false', true],
    ['!true', false],
    ['!null', null],
    ['!1', null],
    ['![]', null],
  ])('%s', (query, expected) => expect(answer(query)).toBe(expected))
})

describe('equality and comparison', () => {
  const at = (time: string) => `dateTime("2020-01-01T${time}")`
  test.each([
    ['1 == 1.0', true],
    ['null == null', true],
    ['1 == null', false],
    ['1 != null', true],
    ['"1" == 1', false],
    ['[] == []', false],
    ['[] != []', true],
    ['{} == {}', false],
    ['missing == null', true],
    [`${at('12:00:00Z')} == ${at('13:00:00+01:00')}`, true],
    [`${at('12:00:00Z')} == ${at('12:00:00.001Z')}`, false],
    [`${at('12:00:00Z')} < ${at('12:00:00.001Z')}`, true],
    [`${at('12:00:00Z')} < "2020-01-02"`, null],
    [`${at('12:00:00Z')} == null`, false],
    [`null == ${at('12:00:00Z')}`, false],
    ['path("a") == path("a")', true],
    ['path("a") == path("b")', false],
    ['1 < 2', true],
    ['2 <= 1', false],
    ['1 >= 2', false],
    ['2 >= 2', true],
    ['2 >= 3', false],
    ['2 <= 2', true],
    ['3 <= 2', false],
    ['2 < 2', false],
    ['2 > 2', false],
    ['true > false', true],
    ['false >= false', true],
    ['"a" < "ab"', true],
    ['"ab" > "b"', false],
    ['"\u{ffff}" < "😀"', true],
    ['"😀" < "\u{ffff}"', false],
  ])('%s', (query, expected) => expect(answer(query)).toBe(expected))

  const others = [
    '"1"',
    'true',
    'null',
    '{}',
    '[]',
    '(1 => 2)',
    '(1 .. 2)',
    'dateTime("2020-01-01T00:00:00Z")',
  ]
  test.each(['<', '<=', '>', '>='])('1 %s what is no number is null', (op) => {
    for (const other of others)
      expect([other, answer(`1 ${op} ${other}`), answer(`${other} ${op} 1`)]).toEqual([other, null, null])
    for (const unordered of others.slice(2, -1)) expect(answer(`${unordered} ${op} ${unordered}`)).toBe(null)
  })
})

describe('in', () => {
  const documents = [{ _id: 'a' }, { _id: 'a.b' }, { _id: 'a.b.c' }, { _id: 'b.c' }]
  test.each([
    ['1 in [1, "1", null]', true],
    ['null in [1, null]', true],
    ['"1" in [1]', false],
    ['[] in [[]]', false],
    ['1 in "1"', null],
    ['1 in null', null],
    ['1 in {}', null],
    ['2.5 in 1..5', true],
    ['5 in 1..5', true],
    ['5 in 1...5', false],
    ['0 in 1..5', false],
    ['true in 1..5', null],
    ['"bb" in "a".."c"', true],
    ['"c" in "a"..."c"', false],
    [
      'dateTime("2020-06-01T00:00:00Z") in dateTime("2020-01-01T00:00:00Z")..dateTime("2021-01-01T00:00:00Z")',
      true,
    ],
    ['"a.b" in path("a.*")', true],
    ['path("a.b") in path("a.*")', true],
    ['"a.b.c" in path("a.*")', false],
    ['"a.b.c" in path("a.**")', true],
    ['"a" in path("a.**")', false],
    ['"axb" in path("a.b")', false],
    ['"a.b.y.c.y.z" in path("a.**.y.z")', true],
    ['"a.b.y.c" in path("a.**.y.z")', false],
    ['1 in path("**")', null],
    ['*[_id in path("*")]._id', ['a']],
    ['*[_id in path("a.*")]._id', ['a.b']],
    ['*[_id in path("a.**")]._id', ['a.b', 'a.b.c']],
    ['*[_id in path("**")]._id', ['a', 'a.b', 'a.b.c', 'b.c']],
    ['*[!(_id in path("a.**"))]._id', ['a', 'b.c']],
    ['*[path(_id) in path("a.*")]._id', ['a.b']],
    ['*[_id in path("5-**")]._id', []],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))

  test('a long list is asked as often as there are documents', () => {
    const documents = Array.from({ length: 50 }, (_, i) => ({ _id: `d${i}`, i, even: i % 2 ? null : i }))
    const params = { list: Array.from({ length: 30 }, (_, i) => i * 2) }
    expect(answer('count(*[i in $list])', { documents, params })).toBe(25)
    expect(answer('count(*[i in *[defined(even)].even])', { documents })).toBe(25)
    expect(answer('count(*[missing in *.even])', { documents })).toBe(50)
  })
  test('a long list of each document is its own', () => {
    const documents = [0, 1, 2].map((n) => ({
      _id: `d${n}`,
      list: Array.from({ length: 20 }, (_, i) => i * 3 + n),
    }))
    expect(answer('*[7 in list]._id', { documents })).toEqual(['d1'])
  })
})

describe('arithmetic', () => {
  const noon = 'dateTime("2020-01-01T12:00:00Z")'
  test.each([
    ['1 + 1.5', 2.5],
    ['"a" + "b"', 'ab'],
    ['[1] + [2, [3]]', [1, 2, [3]]],
    ['{"a": 1, "b": 2} + {"b": 3}', { a: 1, b: 3 }],
    ['1 + "a"', null],
    ['null + null', null],
    ['true + true', null],
    ['[] + {}', null],
    [`${noon} + 3600`, '2020-01-01T13:00:00Z'],
    [`${noon} + -0.5`, '2020-01-01T11:59:59.500Z'],
    [`${noon} - 5`, '2020-01-01T11:59:55Z'],
    [`${noon} - dateTime("2020-01-01T11:59:59.5Z")`, 0.5],
    [`${noon} + 1e300`, null],
    [`${noon} + ${noon}`, null],
    [`${noon} + null`, null],
    [`${noon} - null`, null],
    [`5 - ${noon}`, null],
    ['{} + null', null],
    ['null + {}', null],
    ['[1] + null', null],
    ['"a" + null', null],
    ['"b" - "a"', null],
    ['10.5 % 3', 1.5],
    ['-10 % 3', -1],
    ['10 % -3', 1],
    ['1 % 0', null],
    ['5 / 2', 2.5],
    ['5 / 0', null],
    ['(0 / 0) == null', true],
    ['9 ** 0.5', 3],
    ['0 ** -1', null],
    ['"a" * 2', null],
    ['-"a"', null],
    ['+null', null],
    ['+1.5', 1.5],
    ['-(-2)', 2],
  ])('%s', (query, expected) => expect(answer(query)).toEqual(expected))
})

test.each(['+', '-', '*', '/', '%', '**'])(
  '1 %s what is no number is null, and the other way round',
  (op) => {
    for (const other of ['"1"', 'true', 'null', '{}', '[]', '[2]', 'path("1")'])
      for (const query of [`1 ${op} ${other}`, `${other} ${op} 1`])
        expect([query, answer(query)]).toEqual([query, null])
  },
)

describe('match', () => {
  test.each([
    ['"hello world FOO-bar" match "foo"', true],
    ['"hello world FOO-bar" match "fo"', false],
    ['"hello world FOO-bar" match "hel* bar"', true],
    ['"hello world FOO-bar" match "h*l*o"', true],
    ['"hello world FOO-bar" match "ell*"', false],
    ['"hello world FOO-bar" match "h*z*o"', false],
    ['"hello world FOO-bar" match "h*ell"', false],
    ['"hello" match "* world"', false],
    ['"hello world FOO-bar" match "*ld"', true],
    ['"hello world FOO-bar" match "foo-bar"', true],
    ['"hello world FOO-bar" match ["hel*", "bar"]', true],
    ['"hello world FOO-bar" match ["hel*", "nope"]', false],
    ['"hello" match "hello*"', true],
    ['"aa" match "a*a*a"', false],
    ['"foo.bar" match "foo.*"', true],
    ['"The end." match "end"', true],
    ['"In ...the end" match "the .end"', true],
    ['"any words" match "*"', true],
    ['["abc", 1, "def"] match "def"', true],
    ['["abc", "def"] match "abc def"', true],
    ['[] match "a"', false],
    ['"" match ""', false],
    ['"a" match 1', false],
    ['"a" match ["a", 2]', false],
    ['"a" match (1 => 2)', false],
    ['(1 .. 2) match "1"', false],
    ['null match "a"', false],
    ['"a" match null', false],
  ])('%s', (query, expected) => expect(answer(query)).toBe(expected))

  test.each([
    ['*[title match "brit*"]._id', ['a', 'b']],
    ['*[[title, body] match text::query("battle")]._id', ['a']],
    ['*[@ match text::query("brit* -battle")]._id', ['b']],
    ['*[@ match text::query("\\"ever after\\"")]._id', ['c']],
    ['*[@ match text::query("\\"after ever\\"")]._id', []],
    ['*[title match text::query($missing)]._id', []],
    ['*[title match text::query(_id + "*")]._id', ['b']],
    ['*[title match (_id + "*")]._id', ['b']],
  ])('%s', (query, expected) => {
    const documents = [
      { _id: 'a', title: 'Battle of Britain', body: [{ text: 'x' }] },
      { _id: 'b', title: 'The Brittany Story' },
      { _id: 'c', body: [{ text: 'Happily éver after' }] },
    ]
    expect(answer(query, { documents, params: { missing: null } })).toEqual(expected)
  })
})
