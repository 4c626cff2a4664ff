import { describe, expect, test } from 'vitest'
import { answer, type Fields, refusal } from '#studio/lake/groq/test-query.ts'

const documents: Fields[] = [
  {
    _id: 'book',
    title: 'Emma',
    by: { _ref: 'jane' },
    body: [
      {
        _type: 'block',
        children: [
          { _type: 'span', text: 'One. ' },
          { _type: 'x', text: 'no' },
          { _type: 'span', text: 'Two.' },
        ],
      },
      { _type: 'image' },
      { _type: 'own', children: [] },
    ],
  },
  {
    _id: 'drafts.book',
    title: 'Emma!',
    deep: [{ list: [{ _type: 'reference', _ref: 'jane', _weak: true }] }],
  },
  { _id: 'jane', name: 'Jane', image: { asset: { aspects: { mood: 'calm' } } } },
  { _id: 'versions.spring.book', title: 'Emma 2' },
  { _id: '_.releases.spring', _type: 'system.release', name: 'spring' },
]

describe('of one or a few values', () => {
  test.each([
    ['coalesce()', null],
    ['coalesce(null, missing, false, 1)', false],
    ['global::coalesce(null, "x")', 'x'],
    ['select(1 > 2 => "a", 2 > 1 => "b", "c")', 'b'],
    ['select(null => "a", "c")', 'c'],
    ['select(1 => "a")', null],
    ['select()', null],
    ['defined(0)', true],
    ['defined("")', true],
    ['defined([])', true],
    ['defined(missing)', false],
    ['count([1, null])', 2],
    ['count("ab")', null],
    ['count((1 .. 2))', null],
    ['length("a😀")', 2],
    ['length([1])', 1],
    ['length({})', null],
    ['length({"length": 3})', null],
    ['length((1 => 2))', null],
    ['lower("ÆØ")', 'æø'],
    ['upper("straße")', 'STRASSE'],
    ['lower(1)', null],
    ['upper(null)', null],
    ['string(1.15)', '1.15'],
    ['string(false)', 'false'],
    ['string("x")', 'x'],
    ['string(dateTime("1985-04-12T23:20:50.52Z"))', '1985-04-12T23:20:50.520Z'],
    ['string([1])', null],
    ['string((1 .. 3))', null],
    ['round(3.5)', 4],
    ['round(-2.5)', -3],
    ['round(9.87654, 2)', 9.88],
    ['round(9.87654, 4)', 9.8765],
    ['round("3")', null],
    ['round(3.1, "1")', null],
    ['round(0.5)', 1],
    ['round(1e21)', 1e21],
    ['round(3.14, 100)', 3.14],
    ['round(3.14, 101)', null],
    ['round(3.14, -1)', null],
    ['round(3.14, 1.5)', null],
    ['dateTime("2002-10-02T12:34:56Z")', '2002-10-02T12:34:56Z'],
    ['dateTime(dateTime("2002-10-02T12:34:56.001Z"))', '2002-10-02T12:34:56.001Z'],
    ['dateTime("2002-10-02T12:34:56+01:00")', '2002-10-02T11:34:56Z'],
    ['dateTime("2002-10-02 12:34:56Z")', null],
    ['dateTime("2002-10-02")', null],
    ['dateTime("2023-02-29T00:00:00Z")', null],
    ['dateTime("2024-02-29T00:00:00Z")', '2024-02-29T00:00:00Z'],
    ['dateTime("2024-01-01T24:00:00Z")', null],
    ['dateTime("2024-01-00T00:00:00Z")', null],
    ['dateTime("2024-01-01T00:00:00+24:00")', null],
    ['dateTime("0000-02-29T00:00:00Z")', '0000-02-29T00:00:00Z'],
    ['dateTime("2024-13-01T00:00:00Z")', null],
    ['dateTime(123)', null],
    ['dateTime((1 => 2))', null],
    ['[{"at": dateTime("2024-01-01T00:00:00Z")}]', [{ at: '2024-01-01T00:00:00Z' }]],
    ['path("a.*")', 'a.*'],
    ['path(1)', null],
    ['identity()', 'someone'],
    ['sanity::projectId()', 'local'],
    ['sanity::dataset()', 'production'],
    ['string::split("a,b,", ",")', ['a', 'b', '']],
    ['string::split("", ",")', []],
    ['string::split("ø😀", "")', ['ø', '😀']],
    ['string::split(1, ",")', null],
    ['string::split("a", null)', null],
    ['string::startsWith("abc", "")', true],
    ['string::startsWith("abc", "c")', false],
    ['string::startsWith([], "b")', null],
    ['string::lower("A")', 'a'],
    ['string::upper("a")', 'A'],
    ['array::join(["a", 1, true], "-")', 'a-1-true'],
    ['array::join([], "-")', ''],
    ['array::join(["a", null, {"b": 1}, [2]], "-")', 'a-<INVALID>-<INVALID>-<INVALID>'],
    ['array::join(["a"], 1)', null],
    ['array::join("a", "-")', null],
    ['array::compact([null, 1, null, false])', [1, false]],
    ['array::compact({})', null],
    ['array::unique([1, 2, "1", 1, null, true, null, true])', [1, 2, '1', null, true]],
    ['array::unique([[1], [1], {"a": 1}, {"a": 1}])', [[1], [1], { a: 1 }, { a: 1 }]],
    [
      'array::unique([dateTime("2024-01-01T00:00:00Z"), dateTime("2024-01-01T01:00:00+01:00")])',
      ['2024-01-01T00:00:00Z'],
    ],
    ['{"a": [1]}{"u": array::unique([a, a])}.u', [[1], [1]]],
    ['array::unique(["time:0", dateTime("1970-01-01T00:00:00Z")])', ['time:0', '1970-01-01T00:00:00Z']],
    ['array::unique(1)', null],
    ['array::intersects([1, null], [null])', true],
    ['array::intersects([1], ["1"])', false],
    ['array::intersects([[1]], [[1]])', false],
    ['array::intersects([dateTime("2024-01-01T00:00:00Z")], ["2024-01-01T00:00:00Z"])', false],
    ['array::intersects([dateTime("2024-01-01T00:00:00Z")], [dateTime("2024-01-01T00:00:00Z")])', true],
    ['array::intersects([1], null)', null],
    ['array::intersects(null, [1])', null],
    ['math::sum([1, null, 2.5])', 3.5],
    ['math::sum([null])', 0],
    ['math::sum([1, "2"])', null],
    ['math::avg([1, 2, null])', 1.5],
    ['math::avg([3])', 3],
    ['math::avg([])', null],
    ['math::min([3, null, -1])', -1],
    ['math::max([3, null, -1])', 3],
    ['math::max([])', null],
    ['math::min([[1]])', null],
    ['math::min(1)', null],
    ['pt(1)', null],
    ['user::attributes()', {}],
    ['operation()', null],
  ])('%s', (query, expected) => expect(answer(query)).toEqual(expected))

  test('now() is a text, dateTime::now() a time, and both stay the same through a query', () => {
    const before = Date.now()
    const { text, time, same, past } = answer(
      '{"text": now(), "time": dateTime::now(), "same": dateTime(now()) == dateTime::now(), "past": now() > "2020"}',
    ) as Record<string, string>
    expect(Date.parse(text!)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(time!)).toBe(Date.parse(text!))
    expect([same, past]).toEqual([true, true])
  })

  test.each([
    'identity(1)',
    'dateTime()',
    'defined(1, 2)',
    'select("a", 1 => 2)',
    'select("a", "b")',
    'string::lower("a", "b")',
    'string::upper("a", "b")',
    'string::startsWith("a", "b", "c")',
    'math::sum([1], [2])',
    'pt::text([], [])',
    'pt([], [])',
    'count([], [])',
    'length("a", "b")',
    'lower("a", "b")',
    'upper("a", "b")',
    'string(1, 2)',
    'round(1, 2, 3)',
    'now(1)',
    'path("a", "b")',
    'geo({}, {})',
    'dateTime("a", "b")',
    'sanity::versionOf()',
    'sanity::partOfRelease("a", "b")',
    'releases::all(1)',
    'boost(true, 1)',
    '{"a": boost(true, 1)}',
    'score(a == 1)',
    'order(a)',
    'text::query("x")',
  ])('%s is refused', (query) => expect(refusal(query).type).toBe('queryParseError'))
  test('text::semanticSimilarity() says what it lacks', () => {
    expect(refusal('* | score(text::semanticSimilarity("x"))').description).toContain('embeddings')
  })
})

describe('of documents', () => {
  test.each([
    ['*[references("jane")]._id', ['book', 'drafts.book']],
    ['*[references("nobody", 1, null, 5 => 7, ["jane"])]._id', ['book', 'drafts.book']],
    ['*[references([["jane"]])]._id', []],
    ['*[references(null)]._id', []],
    ['*[_id == "jane"]{"n": count(*[references(^._id)])}[0].n', 2],
    ['*[title == "Emma"]{"r": references("jane"), by, "no": by{"r": references("jane")}}[0].r', true],
    ['*[_id == "book"][0]{"t": pt::text(body)}.t', 'One. Two.\n\n'],
    ['pt::text([{"_type": "image"}])', null],
    ['pt::text({"_type": "block"})', null],
    ['pt::text({"_type": "own", "children": [{"_type": "span", "text": "x"}]})', 'x'],
    [
      'pt::text([[{"_type": "own", "children": [{"_type": "span", "text": "x"}]}], [{"_type": "image"}]])',
      'x',
    ],
    ['pt::text({"children": [{"_type": "span", "text": "x"}]})', null],
    ['pt::text({"_type": "own", "children": [null, "x", {"_type": "span", "text": 1}]})', ''],
    ['{"to": [{"_ref": "nobody"}, {"_ref": "jane"}]}{"r": references("jane")}.r', true],
    ['{"to": {"_ref": 1}}{"r": references("jane", 1)}.r', false],
    ['count(pt(*[_id == "book"][0].body))', 3],
    ['*[sanity::versionOf("book")]._id', ['book', 'drafts.book', 'versions.spring.book']],
    ['*[!sanity::versionOf("book")]._id', ['_.releases.spring', 'jane']],
    ['*[sanity::versionOf(true)]._id', []],
    ['*[sanity::partOfRelease("spring")]._id', ['versions.spring.book']],
    ['*[!sanity::partOfRelease("spring")]._id', ['_.releases.spring', 'book', 'drafts.book', 'jane']],
    ['[1][sanity::versionOf("book") == null && sanity::partOfRelease("spring") == null]', [1]],
    ['*[_id == "book"][0]{"v": sanity::versionOf(1), "r": sanity::partOfRelease(1)}', { v: null, r: null }],
    ['{"n": documents::incomingRefCount(), "d": documents::get(1)}', { n: null, d: null }],
    ['*[_id == "jane"]{"_id": "drafts.jane"}{"n": documents::incomingRefCount()}[0].n', 2],
    ['releases::all()._id', ['_.releases.spring']],
    ['releases::all()[name == "spring"]{name}', [{ name: 'spring' }]],
    ['documents::get("jane").name', 'Jane'],
    ['*[_id == "book"][0]{"a": documents::get(by)}.a.name', 'Jane'],
    ['documents::get({"_ref": "dataset:local.production:jane"}).name', 'Jane'],
    ['documents::get("nobody")', null],
    ['*[_id == "jane"]{"n": documents::incomingRefCount()}[0].n', 2],
    ['*[_id == "jane"]{"n": documents::incomingGlobalDocumentReferenceCount()}[0].n', 0],
    ['*[_id == "jane"]{"m": media::aspect(image.asset, "mood")}[0].m', 'calm'],
  ])('%s', (query, expected) => expect(answer(query, { documents })).toEqual(expected))
})

test.each([
  'references("jane")',
  'sanity::versionOf("book")',
  'sanity::partOfRelease("spring")',
  'documents::incomingRefCount() > 0',
])('%s is asked of each document, also beside what is the same for all', (asked) => {
  const each = answer(`*{"is": ${asked}}.is`, { documents })
  expect(new Set(each as boolean[]).size).toBeGreaterThan(1)
  expect(answer(`*{"is": select(count(*) > 0 => ${asked})}.is`, { documents })).toEqual(each)
})

describe('of differences', () => {
  const before =
    '{"left": 1, "same": 2, "both": {"left": 1, "same": 2, "diff": 3}, "list": [{"name": "A"}, {"name": "B"}], "pop": [1, 2]}'
  const after =
    '{"right": 1, "same": 2, "both": {"right": 1, "same": 2, "diff": 4}, "list": [{"name": "A2"}, {"name": "B"}], "pop": [1]}'
  test.each([
    ['left', true],
    ['right', true],
    ['same', false],
    ['missing', false],
    ['both', true],
    ['both.same', false],
    ['both.diff', true],
    ['(same, left)', true],
    ['(same, missing)', false],
    ['both.(same, missing)', false],
    ['both.(same, diff)', true],
    ['(both).diff', true],
    ['both["same"]', false],
    ['both["diff"]', true],
    ['missing.a.b', false],
    ['list[].name', true],
    ['list[name == "A"].name', true],
    ['list[name == "B"].name', false],
    ['pop[@ == 1]', true],
    ['same[]', false],
    ['anywhere(name == "B").name', false],
    ['anywhere(name == "A").name', true],
    ['anywhere(same == 2).diff', true],
  ])('diff::changedAny on %s', (selector, expected) =>
    expect(answer(`diff::changedAny(${before}, ${after}, ${selector})`)).toBe(expected),
  )
  test.each([
    ['(left, right, both, list, pop)', true],
    ['(left, right, both.(left, right, diff), list[].name, pop)', true],
    ['(left, right, both, list)', false],
    ['same', false],
  ])('diff::changedOnly on %s', (selector, expected) =>
    expect(answer(`diff::changedOnly(${before}, ${after}, ${selector})`)).toBe(expected),
  )
  test.each(['[1]', '{"b": 1}', '1'])('that %s came or went', (value) => {
    for (const sides of [`{"a": ${value}}, {}`, `{}, {"a": ${value}}`, `{"a": ${value}}, {"a": "x"}`])
      expect(answer(`[diff::changedAny(${sides}, a), diff::changedOnly(${sides}, b)]`)).toEqual([true, false])
  })

  test('there is no change of a document to look at in a query', () => {
    expect(answer('[operation(), delta::operation()]')).toEqual([null, null])
    for (const call of ['before()', 'after()', 'delta::changedAny(a)', 'delta::changedOnly(a)'])
      expect(refusal(call).description).toBe(
        `function "${call.replace('(a)', '()')}" is only available in delta mode`,
      )
  })
  test.each([
    'a + 1',
    'a{b}',
    '(a, b + 1)',
    'a[0]',
    "'a'",
    '123',
    '*',
    '@',
    '^',
    'count(a)',
    'anywhere()',
    '$x',
  ])('%s is no selector', (selector) =>
    expect(refusal(`diff::changedAny({}, {}, ${selector})`, { x: 1 }).type).toBe('queryParseError'),
  )
})
