import { describe, expect, test } from 'vitest'
import { type Fields, queryError, resultOf } from './query.test-support.ts'

// differential.long.test.ts compares the common functions with groq-js. These tables have the rest.

test.each([
  ['coalesce(null, missing, false, 1)', false],
  ['select(1 => "a", null => "b", 2 > 1 => "c", "d")', 'c'],
  ['count("ab")', null],
  ['length("a😀")', 2],
  ['length({"length": 3})', null],
  ['string(dateTime("1985-04-12T23:20:50.52Z"))', '1985-04-12T23:20:50.520Z'],
  ['round(-2.5)', -3],
  ['round(9.87654, 2)', 9.88],
  ['round(3.14, -1)', null],
  ['dateTime("2002-10-02T12:34:56+01:00")', '2002-10-02T11:34:56Z'],
  ['dateTime("2002-10-02")', null],
  ['dateTime("2023-02-29T00:00:00Z")', null],
  ['dateTime("2024-01-01T24:00:00Z")', null],
  ['dateTime("2024-01-01T00:00:00+24:00")', null],
  ['path("a.*")', 'a.*'],
  ['identity()', 'someone'],
  ['sanity::projectId() + sanity::dataset()', 'localproduction'],
  ['string::split("a,b,", ",")', ['a', 'b', '']],
  ['string::split("ø😀", "")', ['ø', '😀']],
  ['array::join(["a", 1, true, null, [2]], "-")', 'a-1-true-<INVALID>-<INVALID>'],
  ['array::unique([1, "1", 1, null, null, [1], [1]])', [1, '1', null, [1], [1]]],
  ['array::unique(["time:0", dateTime("1970-01-01T00:00:00Z")])', ['time:0', '1970-01-01T00:00:00Z']],
  ['array::intersects([1, null], [null])', true],
  ['math::sum([1, null, 2.5])', 3.5],
  ['math::sum([1, "2"])', null],
  ['math::avg([1, 2, null])', 1.5],
  ['math::avg([])', null],
  ['math::max([3, null, -1])', 3],
  ['user::attributes()', {}],
  ['now() == string(dateTime::now()) && now() > "2020"', true],
])('%s', (query, expected) => expect(resultOf(query)).toEqual(expected))

test.each([
  'dateTime()',
  'select("a", 1 => 2)',
  'round(1, 2, 3)',
  'boost(true, 1)',
  'order(a)',
  'text::query("x")',
  'before()',
  'delta::changedAny(a)',
])('%s is rejected', (query) => expect(queryError(query).type).toBe('queryParseError'))

test('text::semanticSimilarity() needs embeddings', () => {
  expect(queryError('* | score(text::semanticSimilarity("x"))').description).toContain('embeddings')
})

describe('functions of documents', () => {
  const span = (text: string) => ({ _type: 'span', text })
  const documents: Fields[] = [
    {
      _id: 'book',
      by: { _ref: 'jane' },
      body: [
        { _type: 'block', children: [span('One. '), { _type: 'x', text: 'no' }, span('Two.')] },
        { _type: 'image' },
        { _type: 'own', children: [] },
      ],
    },
    { _id: 'drafts.book', deep: [{ list: [{ _type: 'reference', _ref: 'jane', _weak: true }] }] },
    { _id: 'jane', name: 'Jane', image: { asset: { aspects: { mood: 'calm' } } } },
    { _id: 'versions.spring.book' },
    { _id: '_.releases.spring', _type: 'system.release', name: 'spring' },
  ]
  test.each([
    ['*[references("jane")]._id', ['book', 'drafts.book']],
    ['*[references("nobody", 1, null, ["jane"])]._id', ['book', 'drafts.book']],
    ['*[_id == "jane"]{"n": count(*[references(^._id)])}[0].n', 2],
    ['*[_id == "book"][0]{"t": pt::text(body)}.t', 'One. Two.\n\n'],
    ['pt::text([{"_type": "image"}])', null],
    ['count(pt(*[_id == "book"][0].body))', 3],
    ['*[sanity::versionOf("book")]._id', ['book', 'drafts.book', 'versions.spring.book']],
    ['*[sanity::partOfRelease("spring")]._id', ['versions.spring.book']],
    ['releases::all()[name == "spring"]{name}', [{ name: 'spring' }]],
    ['documents::get("jane").name', 'Jane'],
    ['documents::get({"_ref": "dataset:local.production:jane"}).name', 'Jane'],
    ['*[_id == "jane"]{"n": documents::incomingRefCount()}[0].n', 2],
    ['*[_id == "jane"]{"m": media::aspect(image.asset, "mood")}[0].m', 'calm'],
  ])('%s', (query, expected) => expect(resultOf(query, { documents })).toEqual(expected))

  test.each([
    'references("jane")',
    'sanity::versionOf("book")',
    'sanity::partOfRelease("spring")',
    'documents::incomingRefCount() > 0',
  ])('%s differs between documents, also beside a subquery', (expression) => {
    const results = resultOf(`*{"is": ${expression}}.is`, { documents })
    expect(new Set(results as boolean[]).size).toBeGreaterThan(1)
    expect(resultOf(`*{"is": select(count(*) > 0 => ${expression})}.is`, { documents })).toEqual(results)
  })
})

describe('differences', () => {
  const before =
    '{"left": 1, "same": 2, "both": {"left": 1, "same": 2, "diff": 3}, "list": [{"name": "A"}, {"name": "B"}], "pop": [1, 2]}'
  const after =
    '{"right": 1, "same": 2, "both": {"right": 1, "same": 2, "diff": 4}, "list": [{"name": "A2"}, {"name": "B"}], "pop": [1]}'
  test.each([
    ['left', true],
    ['right', true],
    ['both.same', false],
    ['(same, left)', true],
    ['both.(same, diff)', true],
    ['list[].name', true],
    ['list[name == "B"].name', false],
    ['pop[@ == 1]', true],
    ['anywhere(name == "A").name', true],
  ])('diff::changedAny on %s', (selector, expected) =>
    expect(resultOf(`diff::changedAny(${before}, ${after}, ${selector})`)).toBe(expected),
  )
  test('diff::changedOnly needs every change to be selected', () => {
    const only = (selector: string) => resultOf(`diff::changedOnly(${before}, ${after}, ${selector})`)
    expect(only('(left, right, both.(left, right, diff), list[].name, pop)')).toBe(true)
    expect(only('(left, right, both, list)')).toBe(false)
  })
  test.each(['a + 1', 'a{b}', 'a[0]', "'a'", '*', '@', 'anywhere()', '$x'])(
    '%s is not a selector',
    (selector) =>
      expect(queryError(`diff::changedAny({}, {}, ${selector})`, { x: 1 }).type).toBe('queryParseError'),
  )
})
