import { describe, expect, test } from 'vitest'
import { queryError, resultOf } from './query.test-support.ts'

const documents = [
  {
    _id: 'ann',
    _type: 'author',
    name: 'Ann',
    age: 40,
    active: true,
    none: null,
    tags: [],
    links: [{ to: ['x'] }],
  },
  {
    _id: 'bob',
    _type: 'author',
    name: 'Bob',
    age: 50,
    boss: { _ref: 'ann', label: 'Boss' },
    tags: ['a', 'b'],
  },
  { _id: 'one', _type: 'post', by: { _ref: 'ann' }, people: [{ _ref: 'bob' }, { _ref: 'gone' }], rank: 'B' },
]
const ann = '*[_id == "ann"]'
const bob = '*[_id == "bob"]'

describe('API version 1 answers as GROQ 0.1:', () => {
  test.each([
    [
      'an object has no nulls',
      `${ann}[0]{name, missing, "x": {"y": null}, "list": [null]}`,
      { name: 'Ann', x: {}, list: [null] },
    ],
    ['a copied object has its nulls', `${ann}[0].none`, null],
    [
      'null removes an attribute',
      `${bob}[0]{..., "tags": null, "boss": null}{_id, tags, boss}`,
      { _id: 'bob' },
    ],
    ['a named attribute wins over ...', `${ann}[0]{"name": "x", ...}.name`, 'x'],
    ['a projection of nothing is empty', '*[false][0]{name}', {}],
    ['a projection of an array is empty', '*[_id == "one"][0]{people{_ref}}', { people: {} }],
    ['a projection of a missing attribute is missing', `${ann}[0]{missing{name}}`, {}],
    [
      'a pipe may precede a subscript',
      `* | order(_id) | [_type == "author"] | [0] | {name}`,
      { name: 'Ann' },
    ],
    ['^ of a projection is the value itself', `${bob}[0]{boss{label, "up": ^.label}}.boss.up`, 'Boss'],
    [
      '^ of a subquery is the value around it',
      `${bob}[0]{"all": *[by._ref == ^.boss._ref]._id}`,
      { all: ['one'] },
    ],
    ['^.^ of a subquery too', `${bob}[0]{"all": *[by._ref == ^.^.boss._ref]._id}`, { all: ['one'] }],
    ['^ at the root is null', '{"all": count(*[_id != ^._id])}', { all: 3 }],
    ['other types are not less', '1 < "2"', false],
    ['null is not less', '!(null >= 1)', true],
    ['a negated comparison keeps documents without the attribute', '*[!(age > 45)]._id', ['ann', 'one']],
    ['nulls are not equal', `*[missing == none]._id`, []],
    ['a null differs from a value', '1 != null', true],
    ['null is in no list', 'null in [null]', false],
    ['nothing is in null', '*[!("a" in tags)]._id', ['ann', 'one']],
    ['false and null are null', `${ann}[0]{"v": defined(missing) && missing}`, {}],
    ['false and null are false in a filter', '*[!(_id == "x" && missing)]._id', ['ann', 'bob', 'one']],
    ['lower case comes first', '"a" < "A"', true],
    ['upper case comes first in a filter', '*[rank < "a"]._id', ['one']],
    [
      'a match with null is null',
      '[null match "a", "a" match null, ["b", null] match "a"]',
      [null, null, null],
    ],
    [
      'one text matches all words',
      '[["a", "b"] match ["a", "b"], ["a b", "c"] match ["a", "b"]]',
      [false, true],
    ],
    ['an empty value is not defined', '*[defined(tags)]._id', ['bob']],
    ['an empty text is defined', '[defined(""), defined({}), defined(0)]', [true, false, true]],
    [
      'descending order keeps the order of types',
      '[{"v": 1}, {"v": "a"}, {"v": 2}] | order(v desc) | {v}',
      [{ v: 2 }, { v: 1 }, { v: 'a' }],
    ],
    ['the order of an object is empty', '{"v": 1} | order(v)', []],
    ['a negative index counts from the start', '* | order(_id)[-1]._id', 'bob'],
    ['a negative index of a literal counts from the end', '[1, 2, 3][-1]', 3],
    [
      'a slice to -1 takes all but from 0',
      '[*[1..-1]._id, *[0..-1]._id, *[-2..-1]._id]',
      [['bob', 'one'], [], []],
    ],
    ['a slice that ends one too early takes all', '* | order(_id)[2..0]._id', ['one']],
    ['a reference is followed in a projection', `${bob}[0]{"boss": boss->name}`, { boss: 'Ann' }],
    ['a reference is followed in a filter', '*[by->name == "Ann"]._id', ['one']],
    [
      'no reference is followed elsewhere',
      `[${bob}[0].boss->name, *[_id == "one"][0].people[]->{name}]`,
      [null, [{}, {}]],
    ],
    [
      'a lost reference is null in a list',
      '*[_id == "one"][0]{"names": people[]->name}',
      { names: ['Bob', null] },
    ],
    ['a slice of an attribute is ignored', `${bob}[0].tags[1..1]`, ['a', 'b']],
    ['an index of an attribute is 0', `${bob}[0].tags[1]`, 'a'],
    [
      'a slice of an attribute counts in a projection',
      `${bob}[0]{"last": tags[1], "some": tags[0...1]}`,
      { last: 'b', some: ['a'] },
    ],
    ['lists in lists stay', `${ann}[0].links[].to[]`, [['x']]],
    [
      'the filter of an attribute filters documents',
      `[${bob}[0].tags[@ == "a"], *.name[age > 45]]`,
      [null, ['Bob']],
    ],
    [
      'an order after an attribute orders documents',
      '*[_type == "author"].name | order(age desc)',
      ['Bob', 'Ann'],
    ],
    ['a pair is a list', '1 => 2', [1, 2]],
    ['select() takes the first value', 'select(1, true => 2)', 1],
    ['joinPaths() joins with dots', 'joinPaths("a", path("b.*"))', 'a.b.*'],
    ['a time has spaces', 'dateTime("2020-01-02T03:04:05Z") + 60', '2020-01-02 03:05:05 +0000 UTC'],
    ['$identity is the user', '$identity', 'someone'],
    [
      'usual queries are answered',
      `*[_type == "post"] | order(_id)[0..9]{..., by->{name}, "n": count(people)}[0]{by, n}`,
      { by: { name: 'Ann' }, n: 2 },
    ],
  ])('%s', (_, query, expected) => expect(resultOf(query, { documents, legacy: true })).toEqual(expected))

  test.each([
    ['pt::text(body)', 'pt::text() is not in GROQ 0.1: use API version v2021-03-25 or later'],
    ['string(1)', 'string() is not in GROQ 0.1: use API version v2021-03-25 or later'],
    ['fn a::b($x) = $x{a}; 1', 'a custom function cannot be answered'],
    ['*[_type == "a"]{"b": c[^.d == e]}', 'this ^ cannot be answered'],
    ['*[_type == "a"]{"b": c[].d[].e}', 'an array within an array cannot be answered'],
    ['*[_type == "a"]{"b": *[0].c->d}', 'this path of a subquery cannot be answered'],
    ['*[0..9] | order(name)', 'an order() or filter after a slice, or of an attribute, cannot be answered'],
    ['*[0].list[]{a}', 'a projection of these elements cannot be answered'],
    ['*[1...-1]', 'this ... slice cannot be answered'],
    ['true && 1', '&& with a number or a text cannot be answered'],
    ['9223372036854775807 + 1', 'a sum of large integers cannot be answered'],
    ['[{"a": 1}][false]', 'the filter [false] cannot be answered'],
    ['path("a.b*")', 'invalid path "a.b*"'],
  ])('%s is refused', (query, description) => {
    expect(queryError(query, {}, { legacy: true })).toMatchObject({
      type: 'queryParseError',
      description: expect.stringContaining(description),
    })
  })
})
