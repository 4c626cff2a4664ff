import { expect, test } from 'vitest'
import { faqProjection } from '#app/blocks/faq/query.ts'
import { inlineText, picture, planFields, richText } from '#app/content/projections.ts'
import { type Fields, resultOf } from '#studio/lake/groq/query.test-support.ts'

const quote = { _type: 'priceReference', show: 'price', plan: { _type: 'reference', _ref: 'plan' } }
const project = (projection: string, amount: unknown, kind: string) => {
  const plan = {
    _id: 'plan',
    _type: 'plan',
    kind,
    price: amount,
    cap: amount,
    credit: amount,
    text: [{ children: [quote] }],
  }
  return resultOf(`*[0]{ ${projection} }`, { documents: [plan as unknown as Fields], params: { now: null } })
}

test('prices are limited, property values are not', () => {
  expect(project(planFields, 100_000, 'rate')).toMatchObject({ price: 100_000 })
  expect(project(planFields, 200_000, 'rate')).toMatchObject({ price: null, cap: 200_000 })
  expect(project(planFields, 200_000, 'bundle')).toMatchObject({ price: null, credit: 200_000 })
})

test.each([
  [499, 499],
  [99.5, 99.5],
  [0, null],
  [-5, null],
  [99.999, null],
  [1e9, null],
  ['499', null],
  [true, null],
  [null, null],
])("a plan's amount %j is shown and quoted as %j", (amount, shown) => {
  for (const [kind, amounts] of [
    ['rate', { price: shown, cap: shown, credit: null }],
    ['bundle', { price: shown, cap: null, credit: shown }],
  ] as const) {
    expect(project(planFields, amount, kind)).toMatchObject(amounts)
    expect(project(`text[]{ ${inlineText} }`, amount, kind)).toMatchObject({
      text: [{ children: [{ plan: amounts }] }],
    })
  }
})

test.each<[object | null, object | null, boolean]>([
  [{ top: 0, bottom: 0.5, left: 0.25, right: 0 }, { x: 0.5, y: 1, width: 0.2, height: 0.3 }, true],
  [{ top: -1e-16, bottom: 0, left: 0, right: 0 }, { x: 0.5, y: 0.5, width: 1 + 1e-15, height: 1 }, true],
  [{ top: -0.1, bottom: 0, left: 0, right: 0 }, { x: -0.5, y: 0, width: 0.2, height: 0.3 }, false],
  [{ top: 0.5, bottom: 0.5, left: 0, right: 0 }, { x: 0.5, y: 0.5 }, false],
  [{ top: 0, bottom: 0, left: 0 }, {}, false],
  [null, null, false],
])('crop %j and hotspot %j are valid: %s', (crop, hotspot, isValid) => {
  const documents = [{ _id: 'p', picture: { crop, hotspot } } as unknown as Fields]
  expect(resultOf(`*[0].picture{ ${picture} }`, { documents, params: {} })).toMatchObject(
    isValid ? { crop, hotspot } : { crop: null, hotspot: null },
  )
})

test('a quoted plan stays secret until its time', () => {
  const plan = { _id: 'plan', title: 'Platinum', price: 499, showFrom: '2026-10-02T00:00:00Z' }
  const documents = [{ _id: 'page', text: [{ children: [quote] }] }, plan] as unknown as Fields[]
  const page = (now: string) =>
    JSON.stringify(
      resultOf(`*[_id == "page"][0].text[]{ ${inlineText} }`, { documents, params: { now } as never }),
    )
  expect(page('2026-10-01T00:00:00Z')).not.toMatch(/Platinum|499/)
  expect(page('2026-10-02T00:00:00Z')).toContain('499')
})

test('a selected question stays secret until its time', () => {
  const now = '2026-10-01T00:00:00Z'
  const block = (text: string) => [{ _type: 'block', children: [{ _type: 'span', text }] }]
  const documents = [
    { _id: 'block', items: [{ _ref: 'later' }, { _ref: 'open' }] },
    {
      _id: 'later',
      question: 'Later?',
      answer: block('From October 2 on.'),
      showFrom: '2026-10-02T00:00:00Z',
    },
    { _id: 'open', question: 'Open?', answer: block('Yes.') },
  ] as unknown as Fields[]
  const page = (at: string | null) =>
    JSON.stringify(
      resultOf(`*[_id == "block"][0]{ ${faqProjection} }`, { documents, params: { now: at } as never }),
    )
  expect(page(now)).toContain('Yes.')
  expect(page(now)).not.toMatch(/Later\?|From October/)
  for (const at of [null, '2026-10-02T00:00:00Z']) expect(page(at)).toMatch(/Later\?.*From October/)
})

test.each<[object, object]>([
  [
    { style: 'h3', listItem: 'number', level: 6 },
    { style: 'h3', listItem: 'number', level: 6 },
  ],
  [{ listItem: 'bullet' }, { style: null, listItem: 'bullet', level: 1 }],
  [{ style: 'normal' }, { style: null, listItem: null }],
  [
    { style: 'h1', listItem: '' },
    { style: 'h2', listItem: null },
  ],
  ...[0, 1.5, 11, '2', null].map(
    (level) => [{ listItem: 'bullet', level }, { level: 1 }] as [object, object],
  ),
])('the paragraph %j becomes %j', (paragraph, expected) => {
  const document = { _id: 'a', _type: 'article', body: [{ _type: 'block', ...paragraph }] }
  expect(
    resultOf(`*[0]{ body[]{ ${richText} } }`, { documents: [document], params: { now: null } }),
  ).toMatchObject({ body: [expected] })
})
