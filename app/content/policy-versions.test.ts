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
  ['stands beside its policy', [policy, version], 'refund-policy', 'refund-policy'],
  ['moves with its policy', [{ ...policy, slug: { current: 'refunds' } }, version], 'refunds', 'refunds'],
  ['kept before addresses were', [policy, { ...version, slug: undefined }], 'refund-policy', 'refund-policy'],
  ['stays where its policy is no longer published', [version], 'refund-policy', null],
])('an earlier text of a policy %s', (_what, documents, slug, current) => {
  expect(ask(ADDRESSES_QUERY, documents)).toMatchObject({
    policyVersions: [{ slugs: [slug], address: '2026-11-01' }],
  })
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
      { slugs, address: '2026-11-01' },
      { slugs, address: '2026-12-01' },
    ],
  })
  for (const { _id, address } of [version, last])
    for (const slug of slugs)
      expect(ask(POLICY_VERSION_QUERY, [version, last], { slug, address })).toMatchObject({ _id })
})
