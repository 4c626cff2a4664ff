import { createSchema, validateDocument } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { answer } from '#studio/validation/rules/rules.test-support.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const schema = createSchema({ name: 'default', types: schemaTypes })

/** Returns the messages in the form of a document, with level and field. */
async function markersOf(document: StoredDocument, client: unknown): Promise<string[]> {
  const markers = await validateDocument({
    document: { _createdAt: '', _updatedAt: '', _rev: '', ...document } as never,
    workspace: { schema, getClient: () => client, i18n: undefined } as never,
    environment: 'studio',
  })
  return markers.map(({ level, path, message }) => `${level} ${path[0] ?? ''}: ${message}`)
}

test('every document of the starting content can be published', async () => {
  const client = await seededClient()
  await client.create({ _id: 'image-abc-1x1-png', _type: 'sanity.imageAsset' })
  for (const document of seedDocuments()) {
    const markers = await markersOf(document, client)
    expect(markers.filter((marker) => marker.startsWith('error'))).toEqual([])
  }
})

test('without a connection the form says that it was not checked, and the editor can publish', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const client = { config: () => ({ dataset: 'offline' }), withConfig: () => ({ fetch }) }
  const { _id, ...fields } = answer('TODO')
  const markers = await markersOf({ ...fields, _id: 'drafts.offline', order: 10 }, client)
  expect(markers).toEqual([expect.stringMatching(/^info : Not checked/)])
})

test('a warning that the published version has too is shown as information', async () => {
  const client = await seededClient()
  const faq = await client.fetch<StoredDocument>('*[_type == "faqItem"][0]')
  await client.patch(faq._id).set({ question: 'TODO' }).commit()
  const draft = { ...faq, _id: `drafts.${faq._id}`, question: 'TODO' }
  expect(await markersOf(draft, client)).toEqual([expect.stringMatching(/^info question: “TODO”/)])
  expect(await markersOf({ ...draft, question: 'TBD' }, client)).toEqual([
    expect.stringMatching(/^warning question: “TBD”/),
  ])
})
