import { expect, test } from 'vitest'
import { ADDRESSES_QUERY, POLICY_VERSION_QUERY } from '#app/content/queries.ts'
import { answer, type Fields } from '#studio/lake/groq/test-query.ts'

const policy = { _id: 'refunds', _type: 'policy', slug: { current: 'refund-policy' } }
const version = {
  _id: 'refunds-version-2026-11-01',
  _type: 'policyVersion',
  policy: { _type: 'reference', _ref: 'refunds', _weak: true },
  slug: 'refund-policy',
  address: '2026-11-01',
}
const ask = (query: string, documents: Fields[], params = {}) =>
  answer(query, { documents, params: { now: null, ...params } })

test.each([
  ['stands beside its policy', [policy, version], ['refund-policy'], 'refund-policy'],
  [
    'moves with its policy, and stays',
    [{ ...policy, slug: { current: 'refunds' } }, version],
    ['refunds', 'refund-policy'],
    'refunds',
  ],
  [
    'kept before addresses were',
    [policy, { ...version, slug: undefined }],
    ['refund-policy', null],
    'refund-policy',
  ],
  ['stays where its policy is no longer published', [version], [null, 'refund-policy'], null],
])('an earlier text of a policy %s', (_what, documents, slugs, current) => {
  expect(ask(ADDRESSES_QUERY, documents)).toMatchObject({
    policyVersions: [{ slugs, address: '2026-11-01' }],
  })
  for (const slug of slugs.filter((one) => one !== null))
    expect(ask(POLICY_VERSION_QUERY, documents, { slug, address: '2026-11-01' })).toMatchObject({
      _id: version._id,
      current,
    })
})

test('the texts of a policy that moved, and is no longer published, stay wherever they were', () => {
  const last = { ...version, _id: 'refunds-version-2026-12-01', slug: 'refunds', address: '2026-12-01' }
  const slugs = ['refund-policy', 'refunds']
  expect(ask(ADDRESSES_QUERY, [version, last])).toMatchObject({
    policyVersions: [
      { slugs: [null, ...slugs], address: '2026-11-01' },
      { slugs: [null, ...slugs], address: '2026-12-01' },
    ],
  })
  for (const { _id, address } of [version, last])
    for (const slug of slugs)
      expect(ask(POLICY_VERSION_QUERY, [version, last], { slug, address })).toMatchObject({ _id })
})

test('where texts of two policies come to stand at one address, the one of the policy that is there is shown', () => {
  const moved = { ...policy, _id: 'terms' }
  const theirs = { ...version, _id: 'terms-version', policy: { ...version.policy, _ref: 'terms' } }
  const place = { slug: 'refund-policy', address: '2026-11-01' }
  for (const documents of [
    [version, moved, theirs],
    [moved, theirs, version],
  ])
    expect(ask(POLICY_VERSION_QUERY, documents, place)).toMatchObject({ _id: theirs._id })
})
