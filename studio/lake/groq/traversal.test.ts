import { describe, expect, test } from 'vitest'
import { type Fields, queryError, resultOf } from './query.test-support.ts'

const documents: Fields[] = [
  {
    _id: 'a',
    _type: 'person',
    name: 'Ada',
    age: 36,
    born: { place: { name: 'London' } },
    friend: { _ref: 'b' },
    friends: [{ _ref: 'c' }, { _ref: 'gone' }, { _ref: 'b' }],
    boxes: [{ n: 1, in: [{ x: 'p' }] }, { n: 2, in: [{ x: 'q' }, { x: 'r' }] }, { n: 3 }],
    'odd key': 7,
  },
  { _id: 'b', _type: 'person', name: 'Bob', age: 20, friend: { _ref: 'c', _weak: true } },
  { _id: 'c', _type: 'animal', name: 'Cat', friend: { _ref: 'a' } },
]
const a = '*[_id == "a"][0]'

test.each([
  ['an attribute by a computed name', `${a}["odd" + " key"]`, 7],
  ['no inherited attribute', '{"a": 1}.toString', null],
  ['no element outside', '[1, 2, 3][-4]', null],
  ['an element by a computed index', '[1, 2, 3][3 ** 2 / 9 + 5 % 3 * 2 - (4)]', 2],
  ['a slice without its end', '[1, 2, 3, 4][1...-1]', [2, 3]],
  ['a slice that begins outside', '[1, 2, 3, 4][-9..1]', [1, 2]],
  ['an empty slice', '[1, 2, 3, 4][2..1]', []],
  ['no attribute of a list in parentheses', '(*).name', null],
  ['no attribute of a list', `${a}.boxes.n`, null],
  ['a list of lists', `${a}.boxes[].in`, [[{ x: 'p' }], [{ x: 'q' }, { x: 'r' }], null]],
  ['a flattened list', `${a}.boxes[].in[].x`, ['p', 'q', 'r', null]],
  ['an element of each', `${a}.boxes[].in[0].x`, ['p', 'q', null]],
  ['filters in filtered lists', `${a}.boxes[n > 1].in[x != "q"].x`, ['r', null]],
  ['an element of a filtered list', `${a}.boxes[n > 1][0].n`, 2],
  ['a filter after a projection', `${a}.boxes[]{n}[n > 1]`, [{ n: 2 }, { n: 3 }]],
  ['an attribute of a projection', `${a}.boxes[]{"m": n}.m`, [1, 2, 3]],
  ['a list after a pipe', '* | order(name desc).name', ['Cat', 'Bob', 'Ada']],
  ['a dereference', `${a}.friend->{name, "next": friend->name}`, { name: 'Bob', next: 'Cat' }],
  ['dereferences of a list', `${a}.friends[]->name`, ['Cat', null, 'Bob']],
  ['a dereference in a filter', '*[friend->name == "Cat"]._id', ['b']],
  ['a dereference without an attribute', '*[_type == "person"]{friend->}.friend.name', ['Bob', 'Cat']],
  ['no dereference of a list', '([{"_ref": "a"}])->', null],
])('%s: %s', (_, query, expected) => expect(resultOf(query, { documents })).toEqual(expected))

test.each([
  ['{"d": x->desc, "a": x->asc, "i": x->in, "m": x->match}', { d: 'D', a: 'A', i: 'I', m: 'M' }],
  ['{"s": x->desc == "D" && x->match match "m" && x->in in ["I"]}', { s: true }],
  ['{"i": x-> in [1], "m": x-> match "D"}', { i: false, m: false }],
])('an operator word directly after an arrow is a name: %s', (projection, expected) => {
  const it = { _id: 'it', desc: 'D', asc: 'A', in: 'I', match: 'M', x: { _ref: 'it' } }
  expect(resultOf(`*[0]${projection}`, { documents: [it] })).toEqual(expected)
})

describe('projections', () => {
  test.each([
    [`${a}{..., "name": "B"}.name`, 'B'],
    [`${a}{...born, ...name, ...missing, "x": 1}`, { place: { name: 'London' }, x: 1 }],
    [`${a}{missing, born{place{name, x}}}`, { missing: null, born: { place: { name: 'London', x: null } } }],
    [`${a}{friends[0]{_ref}, boxes[n == 2]{n}}`, { friends: { _ref: 'c' }, boxes: [{ n: 2 }] }],
    ['*{_id, age > 30 => {"old": true}}', [{ _id: 'a', old: true }, { _id: 'b' }, { _id: 'c' }]],
    [`${a} | {name}`, { name: 'Ada' }],
    ['(1){"a": @}', null],
    [`${a}{"deep": {"list": [age, ...friends[]._ref]}}.deep`, { list: [36, 'c', 'gone', 'b'] }],
  ])('%s', (query, expected) => expect(resultOf(query, { documents })).toEqual(expected))
})

describe('scopes', () => {
  test.each([
    ['name', null],
    ['*[^.x == null]._id', ['a', 'b', 'c']],
    ['*[_id == "a"]{"of": *[friend._ref == ^._id]._id}', [{ of: ['c'] }]],
    ['*[_id == "a"]{friend->{friend->{"by": ^.name, "first": ^.^.name}}}[0].friend.friend.first', 'Ada'],
    ['*[_id == "a"]{"n": friends[]->{"by": ^.name}}[0].n[0]', { by: 'Ada' }],
    ['*[*[*[_id == ^.^.friend._ref][0].name == name][0].name == "Bob"]._id', ['a']],
    ['*[_id == "a"]{"n": boxes | order(n == ^.age desc, n desc)[0].n}[0].n', 3],
    ['*[_id in *[_type == "person"].friend._ref]._id', ['b', 'c']],
  ])('%s', (query, expected) => expect(resultOf(query, { documents })).toEqual(expected))
})

describe('custom functions', () => {
  test.each([
    ['fn my::card($p) = $p{name}; *[_id == "a"]{"c": my::card(@)}[0].c', { name: 'Ada' }],
    ['fn my::of($p) = $p->{name}; *[_id == "a"]{"c": my::of(friend)}[0].c', { name: 'Bob' }],
    ['fn my::list($p) = $p[]{n}; my::list(*[_id == "a"][0].boxes)', [{ n: 1 }, { n: 2 }, { n: 3 }]],
    ['fn a::a($x) = $x{"n": b::b(friend)}; fn b::b($x) = $x->{name}; a::a(*[0])', { n: { name: 'Bob' } }],
    ['fn math::sum($x) = $x{name}; math::sum(*[_id == "a"][0])', { name: 'Ada' }],
    ['fn my::up($x) = $x{"n": *[_id == ^.friend._ref][0].name}; my::up(*[_id == "a"][0])', { n: 'Bob' }],
  ])('%s', (query, expected) => expect(resultOf(query, { documents })).toEqual(expected))
  test.each([
    'fn my::f($x) = $x{name}; my::f(1, 2)',
    'fn my::f($x) = $x; 1',
    'fn my::f($x) = *[_id == $x]; 1',
    'fn my::f($x) = $x{"a": $x}; 1',
    'fn my::f($x) = $x{"a": friend{"b": ^.^.name}}; 1',
    'fn my::f($x) = $x{"a": my::f(friend)}; 1',
    'fn my::f($x) = $x{a}; fn my::f($x) = $x{b}; 1',
    'fn my::f($x) = $y{a}; 1',
  ])('%s is rejected', (query) => expect(queryError(query, { y: {} }).type).toBe('queryParseError'))
})
