import { describe, expect, test } from 'vitest'
import { resultOf } from './query.test-support.ts'

// differential.long.test.ts compares numbers, texts and lists with groq-js. These tables have the rest.

describe('three-valued logic, of literals and of attributes', () => {
  const documents = [{ _id: 'id', t: true, f: false, n: null, s: 'x' }]
  const attributes: Record<string, string> = { true: 't', false: 'f', null: 'n', '"x"': 's' }
  test.each([
    ['true && false', false],
    ['null && false', false],
    ['true && null', null],
    ['"x" && true', null],
    ['null || true', true],
    ['false || null', null],
    ['false || false', false],
    ['"x" || true', true],
  ])('%s', (query, expected) => {
    expect(resultOf(query)).toBe(expected)
    const [left, op, right] = query.split(' ') as [string, string, string]
    const read = `*[_id == "id"][0]{"v": ${attributes[left]} ${op} ${attributes[right]}}.v`
    expect(resultOf(read, { documents })).toBe(expected)
  })
})

describe('equality and order', () => {
  const at = (time: string) => `dateTime("2020-01-01T${time}")`
  test.each([
    ['[] == []', false],
    ['{} == {}', false],
    ['"1" == 1', false],
    ['missing == null', true],
    [`${at('12:00:00Z')} == ${at('13:00:00+01:00')}`, true],
    [`${at('12:00:00Z')} < ${at('12:00:00.001Z')}`, true],
    [`${at('12:00:00Z')} < "2020-01-02"`, null],
    ['path("a") == path("a")', true],
    ['true > false', true],
    ['1 < "1"', null],
    ['(1 .. 2) < (1 .. 2)', null],
    ['"\u{ffff}" < "😀"', true],
  ])('%s', (query, expected) => expect(resultOf(query)).toBe(expected))
})

describe('in', () => {
  const documents = [{ _id: 'a' }, { _id: 'a.b' }, { _id: 'a.b.c' }, { _id: 'b.c' }]
  test.each([
    ['null in [1, null]', true],
    ['[] in [[]]', false],
    ['1 in {}', null],
    ['5 in 1..5', true],
    ['5 in 1...5', false],
    ['true in 1..5', null],
    ['path("a.b") in path("a.*")', true],
    ['"axb" in path("a.b")', false],
    ['"a.b.y.c.y.z" in path("a.**.y.z")', true],
    ['"a.b.y.c" in path("a.**.y.z")', false],
    ['1 in path("**")', null],
    ['*[_id in path("*")]._id', ['a']],
    ['*[_id in path("a.*")]._id', ['a.b']],
    ['*[_id in path("a.**")]._id', ['a.b', 'a.b.c']],
    ['*[!(_id in path("a.**"))]._id', ['a', 'b.c']],
  ])('%s', (query, expected) => expect(resultOf(query, { documents })).toEqual(expected))

  test('a long list is searched once for each document', () => {
    const documents = Array.from({ length: 50 }, (_, i) => ({ _id: `d${i}`, i, list: [i, ...Array(20)] }))
    const params = { list: Array.from({ length: 30 }, (_, i) => i * 2) }
    expect(resultOf('count(*[i in $list])', { documents, params })).toBe(25)
    expect(resultOf('*[7 in list]._id', { documents })).toEqual(['d7'])
    expect(resultOf('count(*[missing in *.missing])', { documents })).toBe(50)
  })
})

describe('arithmetic', () => {
  const noon = 'dateTime("2020-01-01T12:00:00Z")'
  test.each([
    ['{"a": 1, "b": 2} + {"b": 3}', { a: 1, b: 3 }],
    ['[1] + [2, [3]]', [1, 2, [3]]],
    ['[] + {}', null],
    ['true + true', null],
    [`${noon} + 3600`, '2020-01-01T13:00:00Z'],
    [`${noon} + -0.5`, '2020-01-01T11:59:59.500Z'],
    [`${noon} - dateTime("2020-01-01T11:59:59.5Z")`, 0.5],
    [`3600 + ${noon}`, '2020-01-01T13:00:00Z'],
    [`3600 - ${noon}`, null],
    [`${noon} + 1e300`, null],
    [`${noon} + ${noon}`, null],
    ['-10 % 3', -1],
    ['1 % 0', null],
    ['5 / 0', null],
    ['0 ** -1', null],
    ['"a" * 2', null],
    ['-"a"', null],
  ])('%s', (query, expected) => expect(resultOf(query)).toEqual(expected))
})

describe('match', () => {
  const text = '"hello world FOO-bar"'
  test.each([
    [`${text} match "fo"`, false],
    [`${text} match "hel* bar"`, true],
    [`${text} match "h*l*o"`, true],
    [`${text} match "h*ell"`, false],
    [`${text} match "foo-bar"`, true],
    [`${text} match ["hel*", "nope"]`, false],
    ['"hello" match "* world"', false],
    ['"aa" match "a*a*a"', false],
    ['"foo.bar" match "foo.*"', true],
    ['"In ...the end" match "the .end"', true],
    ['["abc", 1, "def"] match "abc def"', true],
    ['[] match "a"', false],
    ['"a" match ["a", 2]', false],
    ['null match "a"', false],
  ])('%s', (query, expected) => expect(resultOf(query)).toBe(expected))

  test.each([
    ['*[[title, body] match text::query("battle")]._id', ['a']],
    ['*[@ match text::query("brit* -battle")]._id', ['b']],
    ['*[@ match text::query("\\"ever after\\"")]._id', ['c']],
    ['*[@ match text::query("\\"after ever\\"")]._id', []],
    ['*[title match text::query($missing)]._id', []],
    ['*[title match text::query(_id + "*")]._id', ['b']],
  ])('%s', (query, expected) => {
    const documents = [
      { _id: 'a', title: 'Battle of Britain', body: [{ text: 'x' }] },
      { _id: 'b', title: 'The Brittany Story' },
      { _id: 'c', body: [{ text: 'Happily éver after' }] },
    ]
    expect(resultOf(query, { documents, params: { missing: null } })).toEqual(expected)
  })
})
