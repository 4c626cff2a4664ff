import { expect, test } from 'vitest'
import { ADDRESSES_QUERY, POLICY_VERSION_QUERY } from '#app/content/queries.ts'
import { type Fields, resultOf } from '#studio/lake/groq/query.test-support.ts'

const policy = { _id: 'refunds', _type: 'policy', slug: { current: 'refund-policy' } }
const version = {
  _id: 'refunds-version-2026-11-01',
  _type: 'policyVersion',
  policy: { _type: 'reference', _ref: 'refunds', _weak: true },
  slug: 'refund-policy',
  address: '2026-11-01',
}
const run = (query: string, documents: Fields[], params = {}) =>
  resultOf(query, { documents, params: { now: null, ...params } })

test.each([
  ['below its policy', [policy, version], ['refund-policy'], 'refund-policy'],
  [
    'below the old and the new slug after a move',
    [{ ...policy, slug: { current: 'refunds' } }, version],
    ['refunds', 'refund-policy'],
    'refunds',
  ],
  ['at the same path after its policy was unpublished', [version], [null, 'refund-policy'], null],
])('an earlier version of a policy is %s', (_, documents, slugs, current) => {
  expect(run(ADDRESSES_QUERY, documents)).toMatchObject({
    policyVersions: [{ slugs, address: '2026-11-01' }],
  })
  for (const slug of slugs.filter((one) => one !== null))
    expect(run(POLICY_VERSION_QUERY, documents, { slug, address: '2026-11-01' })).toMatchObject({
      _id: version._id,
      current,
    })
})

test('the version of the published policy wins where two share a path', () => {
  const moved = { ...policy, _id: 'terms' }
  const other = { ...version, _id: 'terms-version', policy: { ...version.policy, _ref: 'terms' } }
  const params = { slug: 'refund-policy', address: '2026-11-01' }
  expect(run(POLICY_VERSION_QUERY, [version, moved, other], params)).toMatchObject({
    _id: other._id,
  })
})
