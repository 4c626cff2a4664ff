import { expect, test } from 'vitest'
import { contentFor, readContent } from '#studio/validation/published-content.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

test('the content for a version includes the changes of its release', async () => {
  const client = await seededClient()
  const releaseId = 'r1'
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
  const put = (publishedId: string, document: { _type: string; [field: string]: unknown }) =>
    client.createVersion({ releaseId, publishedId, document })
  await put('page-pricing', { _type: 'page', title: 'Prices', slug: { current: 'prices' } })
  await put('redirect', { _type: 'redirect', from: '/pricing', target: { _ref: 'page-pricing' } })
  await put('old-terms', { _type: 'policyVersion', policy: { _ref: 'policy-terms-of-use' }, title: 'Terms' })
  await client.unpublishVersion({ releaseId, publishedId: 'plan-pro-closer' })

  const content = await contentFor(client, 'versions.r1.page-pricing')
  expect(content.addresses.find(({ _id }) => _id === 'page-pricing')).toMatchObject({ slug: 'prices' })
  expect(content.redirects).toMatchObject([
    { _id: 'redirect', targetSlug: { _type: 'page', slug: 'prices' } },
  ])
  expect(content.textsInRelease).toMatchObject([{ _id: 'old-terms', title: 'Terms' }])
  expect(content.published).not.toContain('plan-pro-closer')
  expect((await contentFor(client, 'drafts.page-pricing')).redirects).toEqual([])
})

test('the content lists the earlier texts in scheduled releases', async () => {
  const client = await seededClient()
  const releaseId = 'r1'
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'scheduled' } })
  const document = { _type: 'policyVersion', policy: { _ref: 'policy-terms-of-use' } }
  await client.createVersion({ releaseId, publishedId: 'old-terms', document })
  expect((await readContent(client)).scheduledTexts).toEqual([])
  await client.releases.schedule({ releaseId, publishAt: '2999-01-01T00:00:00Z' })
  expect((await readContent(client, { fresh: true })).scheduledTexts).toEqual([
    { document: 'policy-terms-of-use', release: 'r1', title: 'Spring' },
  ])
})
