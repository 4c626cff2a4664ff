import { from, lastValueFrom } from 'rxjs'
import type { DocumentLocationResolver, DocumentLocationsState } from 'sanity/presentation'
import { expect, test } from 'vitest'
import { locations } from '#studio/presentation/locations.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

test('an editor sees which pages show a document; an FAQ block with chosen questions shows only those', async () => {
  const client = await seededClient()
  const documentStore = {
    listenQuery: ({ fetch }: { fetch: string }, params: object, { perspective }: { perspective: 'drafts' }) =>
      from(client.fetch(fetch, params, { perspective })),
  }
  const shownOn = async (type: string, id: string) => {
    const found = locations(
      { id, type, perspectiveStack: [] } as unknown as Parameters<DocumentLocationResolver>[0],
      { documentStore } as unknown as Parameters<DocumentLocationResolver>[1],
    )
    const { locations: places } = (await lastValueFrom(found as never)) as DocumentLocationsState
    return places?.map(({ href }) => href) ?? []
  }
  const pick = (...ids: string[]) =>
    client.createOrReplace({
      _id: 'page-picks',
      _type: 'page',
      title: 'Picks',
      slug: { _type: 'slug', current: 'picks' },
      blocks: [
        { _key: 'f', _type: 'faq', items: ids.map((id) => ({ _key: id, _type: 'reference', _ref: id })) },
      ],
    })
  await pick('faq-contracts')
  expect(await shownOn('faqItem', 'faq-contracts')).toEqual(['/picks', '/pricing'])
  expect(await shownOn('faqItem', 'faq-prepaid-bundles')).toEqual(['/pricing'])
  expect(await shownOn('plan', 'plan-pro-closer')).not.toContain('/picks')
  await pick('faq-contracts', 'faq-prepaid-bundles')
  expect(await shownOn('plan', 'plan-pro-closer')).toEqual(expect.arrayContaining(['/picks', '/pricing']))
  await pick()
  expect(await shownOn('plan', 'plan-pro-closer')).toEqual(expect.arrayContaining(['/picks', '/pricing']))
})
