import { describe, expect, test } from 'vitest'
import { answer, type Fields, refusal } from '#studio/lake/groq/test-query.ts'

const documents: Fields[] = [
  {
    _id: 'a',
    _type: 'person',
    name: 'Ada',
    age: 36,
    born: { place: { name: 'London' } },
    friend: { _ref: 'b' },
    friends: [{ _ref: 'c' }, { _ref: 'gone' }, { _ref: 'b' }],
    pairs: [
      [1, 2],
      [3, [4]],
    ],
    boxes: [{ n: 1, in: [{ x: 'p' }] }, { n: 2, in: [{ x: 'q' }, { x: 'r' }] }, { n: 3 }],
    'odd key': 7,
  },
  { _id: 'b', _type: 'person', name: 'Bob', age: 20, friend: { _ref: 'c', _weak: true } },
  { _id: 'c', _type: 'animal', name: 'Cat', friend: { _ref: 'a' } },
]
const a = '*[_id == "a"][0]'

describe('attributes and elements', () => {
  test.each([
    [`${a}.name`, 'Ada'],
    [`${a}["name"]`, 'Ada'],
    [`${a}["odd" + " key"]`, 7],
    [`${a}.born.place.name`, 'London'],
    [`${a}.missing.name`, null],
    [`${a}.name.length`, null],
    ['(1)["a"]', null],
    ['([1])["a"]', null],
    ['{"a": 1}.toString', null],
    ['[1, 2, 3][-1]', 3],
    ['[1, 2, 3][3]', null],
    ['[1, 2, 3][-4]', null],
    ['[1, 2, 3][0 + 1]', 2],
    ['[1, 2, 3][3 ** 2 / 9 + 5 % 3 * 2 - (4)]', 2],
    ['{"ab": 1}["a" + "b"]', 1],
    ['("abc")[0]', null],
    ['(null)[0..1]', null],
    [`${a}.friends[0]._ref`, 'c'],
    [`${a}.pairs[1][1][0]`, 4],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
})

describe('slices', () => {
  test.each([
    ['0..0', [1]],
    ['0..1', [1, 2]],
    ['0...1', [1]],
    ['1..-1', [2, 3, 4]],
    ['1...-1', [2, 3]],
    ['-2..-1', [3, 4]],
    ['-9..1', [1, 2]],
    ['2..1', []],
    ['1...1', []],
    ['9..12', []],
    ['-9..-8', []],
    ['0...99', [1, 2, 3, 4]],
  ])('[%s]', (range, expected) => {
    expect(answer(`[1, 2, 3, 4][${range}]`)).toEqual(expected)
    expect(answer(`[4, 2, 1, 3] | order(@)[${range}]`)).toEqual(expected)
  })
})

describe('plain, array, source and target traversals combine as the specification has it', () => {
  test.each([
    ['*.name', ['Ada', 'Bob', 'Cat']],
    ['*[].name', ['Ada', 'Bob', 'Cat']],
    ['*[_type == "person"].born.place', [{ name: 'London' }, null]],
    ['(*).name', null],
    [`${a}.boxes.n`, null],
    [`${a}.boxes[].n`, [1, 2, 3]],
    [`${a}.boxes[].in`, [[{ x: 'p' }], [{ x: 'q' }, { x: 'r' }], null]],
    [`${a}.boxes[].in[]`, [{ x: 'p' }, { x: 'q' }, { x: 'r' }, null]],
    [`${a}.boxes[].in[].x`, ['p', 'q', 'r', null]],
    [`${a}.boxes[].n[]`, [null, null, null]],
    [`${a}.boxes[].n[true]`, [null, null, null]],
    [`${a}.boxes[].in[0].x`, ['p', 'q', null]],
    [`${a}.boxes[n > 1].in[x != "q"].x`, ['r', null]],
    [`${a}.boxes[n > 1][0].n`, 2],
    [`${a}.boxes[0..1].n`, [1, 2]],
    [`${a}.boxes[0].in[].x`, ['p']],
    [`${a}.boxes[]{n}[n > 1]`, [{ n: 2 }, { n: 3 }]],
    [`${a}.boxes[]{n}[1]`, { n: 2 }],
    [`${a}.boxes[]{"m": n}.m`, [1, 2, 3]],
    [
      `${a}.pairs[]`,
      [
        [1, 2],
        [3, [4]],
      ],
    ],
    [`${a}.pairs[][1]`, [3, [4]]],
    [`(${a}.pairs[])[0]`, [1, 2]],
    ['*[_type == "person"].boxes[].n', [1, 2, 3, null]],
    ['[{"a": {"b": [1, 2]}}, {"a": {"b": [3]}}].a.b[]', [1, 2, 3]],
    ['[{"a": [{"b": [1, 2]}]}, {"a": [{"b": [3]}]}].a[0].b[]', [1, 2, 3]],
    ['[{"b": [1, 2]}, {"b": [3]}]{b}.b[]', [1, 2, 3]],
    ['*[_type == "person"].friends[0]._ref', ['c', null]],
    ['* | order(name desc).name', ['Cat', 'Bob', 'Ada']],
    ['* | order(name desc)[0].name', 'Cat'],
    ['[{"v": 1}, {"v": 2}].v', [1, 2]],
    ['("x")[true]', 'x'],
    ['{"a": 1}[]', null],
    ['[1, 2, 3][@ > 1]', [2, 3]],
    ['[[1, 2], [3]][]{"v": @}', [null, null]],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
})

describe('dereferences', () => {
  test.each([
    [`${a}.friend->name`, 'Bob'],
    [`${a}.friend->{name, "next": friend->name}`, { name: 'Bob', next: 'Cat' }],
    [`${a}.friend->friend->friend->_id`, 'a'],
    [`${a}.friends[]->name`, ['Cat', null, 'Bob']],
    [`${a}.friends[]->{name}`, [{ name: 'Cat' }, null, { name: 'Bob' }]],
    [`${a}.friends[_ref == "b"]->name`, ['Bob']],
    ['*[friend->name == "Cat"]._id', ['b']],
    ['*[_type == "person"]{friend->}.friend.name', ['Bob', 'Cat']],
    [`${a}.missing->name`, null],
    ['({"_ref": "a"})->name', 'Ada'],
    ['({"_ref": 1})->', null],
    ['({"_ref": {"_ref": "a"}})->', null],
    ['("a")->', null],
    ['([{"_ref": "a"}])->', null],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))

  test.each([
    ['{"d": x->desc, "a": x->asc, "i": x->in, "m": x->match}', { d: 'D', a: 'A', i: 'I', m: 'M' }],
    ['{"d": x->desc->desc, "l": l[]->desc}', { d: null, l: ['D'] }],
    ['{"s": x->desc == "D" && x->match match "m" && x->in in ["I"]}', { s: true }],
    ['{"i": x-> in [1], "m": x-> match "D"}', { i: false, m: false }],
    ['{"o": [{"n": 2}, {"n": 1, "x": x}] | order(x->desc).n}', { o: [1, 2] }],
  ])(
    'a word that is an operator too is a name right behind the arrow, as behind a dot: %s',
    (of, expected) => {
      const it = {
        _id: 'it',
        desc: 'D',
        asc: 'A',
        in: 'I',
        match: 'M',
        x: { _ref: 'it' },
        l: [{ _ref: 'it' }],
      }
      expect(answer(`*[0]${of}`, { documents: [it] })).toEqual(expected)
    },
  )
})

describe('projections', () => {
  test.each([
    [`${a}{name, age}`, { name: 'Ada', age: 36 }],
    [`${a}{name, "name": "B"}`, { name: 'B' }],
    [`${a}{"name": "B", ...}.name`, 'Ada'],
    [`${a}{..., "name": "B"}.name`, 'B'],
    [`${a}{...born, "x": 1}`, { place: { name: 'London' }, x: 1 }],
    [`${a}{...name, ...missing}`, {}],
    [`${a}{missing, born{place{name, x}}}`, { missing: null, born: { place: { name: 'London', x: null } } }],
    [`${a}{friends{_ref}}`, { friends: null }],
    [
      `${a}{friends[0]{_ref}, boxes[n == 2]{n}, pairs[0..0]}`,
      { friends: { _ref: 'c' }, boxes: [{ n: 2 }], pairs: [[1, 2]] },
    ],
    [`${a}{friends[]->{name}}`, { friends: [{ name: 'Cat' }, null, { name: 'Bob' }] }],
    [
      '*{_id, age > 30 => {"old": true}, age <= 30 => {"young": true}}',
      [{ _id: 'a', old: true }, { _id: 'b', young: true }, { _id: 'c' }],
    ],
    [`${a}{true => {"x": 1}, true => {"x": 2}, null => {"y": 1}, "y" == "n" => {"y": 2}}`, { x: 2 }],
    [`${a}{age > 1 => born}`, { place: { name: 'London' } }],
    [`${a} | {name}`, { name: 'Ada' }],
    ['*{name, age}[age > 30]{name}', [{ name: 'Ada' }]],
    ['null{a}', null],
    ['(1){"a": @}', null],
    [
      `${a}{"deep": {"n": name, "list": [age, ...friends[]._ref]}}.deep`,
      { n: 'Ada', list: [36, 'c', 'gone', 'b'] },
    ],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
  test.each(['*{born.place}', '*{friend->name}', '*{1 + 1}', '*{"x"}', '*{count(friends)}'])(
    '%s has an attribute without a name',
    (query) => expect(refusal(query).description).toContain('without a name'),
  )
})

describe('scopes', () => {
  test.each([
    ['@', null],
    ['^', null],
    ['name', null],
    ['*[^.x == null]._id', ['a', 'b', 'c']],
    ['*{"up": ^.name}[0]', { up: null }],
    ['*[_id == "a"]{"of": *[friend._ref == ^._id]._id}', [{ of: ['c'] }]],
    [
      '*[_id == "a"]{friend->{name, "by": ^.name, friend->{name, "by": ^.name, "first": ^.^.name}}}[0].friend',
      { name: 'Bob', by: 'Ada', friend: { name: 'Cat', by: 'Bob', first: 'Ada' } },
    ],
    ['*[_id == "a"]{"n": friends[]->{"by": ^.name}}[0].n[0]', { by: 'Ada' }],
    ['*[_id == "a"].boxes[^.name == null].n', [1, 2, 3]],
    ['*[*[_id == ^.friend._ref][0].name == "Bob"]._id', ['a']],
    ['*[*[*[_id == ^.^.friend._ref][0].name == name][0].name == "Bob"]._id', ['a']],
    ['*[_id == "a"]{"n": boxes | order(n == ^.age desc, n desc)[0].n}[0].n', 3],
    ['*[@.name == "Bob"]._id', ['b']],
    ['*[_id in *[_type == "person"].friend._ref]._id', ['b', 'c']],
    ['*[_id == "c"]{"n": count(*[_type == "person"]), "me": count(*[_id == ^._id])}', [{ n: 2, me: 1 }]],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
})

describe('custom functions', () => {
  test.each([
    ['fn my::card($p) = $p{name}; *[_id == "a"]{"c": my::card(@)}[0].c', { name: 'Ada' }],
    ['fn my::of($p) = $p->{name}; *[_id == "a"]{"c": my::of(friend)}[0].c', { name: 'Bob' }],
    ['fn my::list($p) = $p[]{n}; *[_id == "a"]{"c": my::list(boxes)}[0].c', [{ n: 1 }, { n: 2 }, { n: 3 }]],
    [
      'fn my::all($p) = $p[]->{name}; *[_id == "a"]{"c": my::all(friends)}[0].c',
      [{ name: 'Cat' }, null, { name: 'Bob' }],
    ],
    [
      'fn a::a($x) = $x{"n": b::b(friend)}; fn b::b($x) = $x->{name}; *[_id == "a"]{"c": a::a(@)}[0].c',
      { n: { name: 'Bob' } },
    ],
    [
      'fn a::a($x) = $x{"n": b::b(friend), "same": *[_id == ^.friend._ref][0].name}; fn b::b($x) = $x->{name}; a::a(*[_id == "a"][0])',
      { n: { name: 'Bob' }, same: 'Bob' },
    ],
    [
      'fn my::f($x) = $x{name}; *[_id == "a"][0]{"own": my::f(@), "of": my::f(friend->)}',
      { own: { name: 'Ada' }, of: { name: 'Bob' } },
    ],
    ['fn my::count($x) = $x{name}; count([1, 2])', 2],
    ['fn math::sum($x) = $x{name}; math::sum(*[_id == "a"][0])', { name: 'Ada' }],
    ['fn my::up($x) = $x{"n": *[_id == ^.friend._ref][0].name}; my::up(*[_id == "a"][0])', { n: 'Bob' }],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
  test.each([
    'fn my::f($x) = $x{name}; my::f()',
    'fn my::f($x) = $x{name}; my::f(1, 2)',
    'fn my::f($x) = $x{name}; my::g(1)',
    'fn my::f($x, $y) = $x{name}; 1',
    'fn my::f($x) = $x; 1',
    'fn my::f($x) = $x[0]{name}; 1',
    'fn my::f($x) = *[_id == $x]; 1',
    'fn my::f($x) = $x{"a": $x}; 1',
    'fn my::f($x) = $x{"a": ^.name}; 1',
    'fn my::f($x) = $x{"a": friend{"b": ^.^.name}}; 1',
    'fn my::f($x) = $x{"a": my::f(friend)}; 1',
    'fn my::f($x) = $x{a}; fn my::f($x) = $x{b}; 1',
    'fn my::f($x) = $y{a}; 1',
    'fn my::f($x) = x{a}; 1',
  ])('%s is refused', (query) => expect(refusal(query, { y: {} }).type).toBe('queryParseError'))
})
