import { describe, expect, test } from 'vitest'
import type { Document } from '../documents/document-ids.ts'
import { clientOf, testLake } from '../lake.test-support.ts'
import { checkDocument } from './limits.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
const wide = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, i) => [`f${i}`, 1]))
const STORED = { _id: 'a', _type: 't', _rev: 'r', _createdAt: '', _updatedAt: '' }
const check = (fields: object, stored?: object) => checkDocument(fields, (stored as Document) ?? null, 0)

describe('a document may have', () => {
  test.each([
    ['20 levels of attributes, in lists too', nested(20), { a: [{ b: [nested(18)] }] }],
    [
      '1,000 attributes of its own',
      { ...wide(1_000), ...STORED },
      { list: Array.from({ length: 3_000 }, () => ({ a: 1 })) },
    ],
  ])('%s', (_, ...documents) => {
    for (const document of documents) expect(() => check(document as object)).not.toThrow()
  })
  test.each([
    [{ a: [nested(20)] }, 'Attribute nesting depth 21 exceeds limit of 20'],
    [
      {
        a: Array(22)
          .fill(0)
          .reduce((list) => [list], 1),
      },
      'Attribute nesting depth 22 exceeds limit of 20',
    ],
    [wide(1_001), 'Total attribute/datatype count 1001 exceeds limit of 1000'],
    // The list and each of its four data types are attributes.
    [{ ...wide(996), list: [2.5, 3.14, 'abc', 'def', true, null] }, /count 1001 /],
    [{ ...wide(998), list: [{ a: 1 }, { a: 'x' }] }, /count 1002 /],
  ])('no more: %.60j', (document, message) => expect(() => check(document)).toThrow(message))

  test('a fault that it was stored with, but no larger one', () => {
    expect(() => check(nested(25) as object, nested(26) as object)).not.toThrow()
    expect(() => check(nested(27) as object, nested(26) as object)).toThrow('27 exceeds limit')
    expect(() => check({ ...wide(1_001), ...(nested(21) as object) }, wide(1_002))).toThrow('nesting depth')
    expect(() => check(wide(1_001), { ...wide(1_000), ...STORED })).toThrow('1001 exceeds')
    const broken = { to: { _ref: 'x', title: 'x' } }
    expect(() => check({ ...broken, n: 1 }, broken)).not.toThrow()
  })
})

describe('a reference', () => {
  test.each([
    { _type: 'reference', _ref: 'x', _weak: true, _key: 'k', _strengthenOnPublish: { type: 'plan' } },
    { _type: 'crossDatasetReference', _ref: 'x', _dataset: 'other', _projectId: 'p', _weak: true },
    { _type: 'reference', _ref: 'x', _weak: true, _strengthenOnPublish: true },
    { _ref: 'media-library:ml:x', _type: 'globalDocumentReference' },
  ])('%j is allowed', (to) => expect(() => check({ list: [to] })).not.toThrow())
  test.each([
    [{ _ref: 'x', _type: 'reference', content: 'x' }, 'Key "content" not allowed in ref'],
    [{ _ref: 'x', toString: 'x' }, 'Key "toString" not allowed in ref'],
    [{ _ref: 5 }, 'Key "_ref" in ref must be of type string'],
    [{ _ref: null }, 'Key "_ref" in ref must be of type string'],
    [{ _ref: 'x', _weak: 'yes' }, 'Key "_weak" in ref must be of type boolean'],
    [{ _ref: 'x', _type: 1 }, 'Key "_type" in ref must be of type string'],
    [{ _ref: 'x', _key: 1.5 }, 'Key "_key" in ref must be of type string'],
    [{ _ref: 'x', _dataset: {} }, 'Key "_dataset" in ref must be of type string'],
    [{ _ref: 'x', _projectId: [] }, 'Key "_projectId" in ref must be of type string'],
    [
      { _ref: 'x', _strengthenOnPublish: 'x' },
      'Key "_strengthenOnPublish" in ref must be of type object or boolean',
    ],
  ])('%j is refused', (to, description) => expect(() => check({ list: [{ to }] })).toThrow(description))
})

test('a document beyond a limit is refused, created or patched', async () => {
  const client = clientOf(await testLake())
  await client.create({ _id: 'a', _type: 't' })
  const to = { _ref: 'x', content: 'x' }
  const description = 'Key "content" not allowed in ref'
  for (const write of [
    client.transaction().create({ _id: 'x', _type: 't' }).create({ _type: 't', to }),
    client.transaction().create({ _id: 'x', _type: 't' }).patch('a', { set: { to } }),
  ])
    await expect(write.commit()).rejects.toMatchObject({
      statusCode: 400,
      message: `Mutation failed: ${description}:\n- ${description}`,
      details: { type: 'mutationError', items: [{ index: 1, error: { description } }] },
    })
  expect(await client.fetch('*{_id, to}')).toEqual([{ _id: 'a', to: null }])
})
