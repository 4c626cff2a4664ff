import type { Workspace } from 'sanity'
import { expect, test, vi } from 'vitest'
import { collectChecks, saveFixed, withFieldErrors } from '#studio/checks/collect.ts'
import { conflictDocuments } from '#studio/validation/seed.test-support.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'
import { withAllFixes } from '#studio/validation/typed-amounts.ts'

const { validateDocument } = vi.hoisted(() => ({
  validateDocument: vi.fn(async (): Promise<object[]> => []),
}))
vi.mock('sanity', async (original) => ({ ...(await original<object>()), validateDocument }))

const collect = async (client: object) =>
  withFieldErrors(await collectChecks(client as never), {} as Workspace)

test('Checks lists errors of fields and findings of rules, for the draft if there is one', async () => {
  const client = await seededClient()
  const plan = (await client.getDocument('plan-pro-closer'))!
  await client.createOrReplace({ ...plan, _id: `drafts.${plan._id}`, title: 'TODO' } as never)
  const error = { level: 'error', path: ['price'], message: 'Required' }
  validateDocument.mockImplementation((async ({ document }: { document: { _id: string } }) =>
    document._id === `drafts.${plan._id}` ? [error, { ...error, level: 'warning' }] : []) as never)
  const { checked } = await collect(client)
  const found = checked.filter(({ id }) => id === plan._id)
  expect(found.map(({ hasDraft }) => hasDraft)).toEqual([true])
  expect(found[0]?.findings.map(({ rule }) => rule.name)).toEqual(
    expect.arrayContaining(['unfinished-text', 'fields']),
  )
  expect(found[0]?.findings.filter(({ rule }) => rule.name === 'fields')).toHaveLength(1)
})

test('a fix is published at once, and rejected if somebody has changed the document', async () => {
  const client = await seededClient()
  for (const document of conflictDocuments()) await client.createOrReplace(document as never)
  const { checked, content } = await collect(client)
  const [first, second] = checked.filter(({ findings }) => findings.some(({ fixes }) => fixes?.length === 1))
  await saveFixed(client as never, first!, withAllFixes(first!.document, content))
  expect(JSON.stringify(await client.getDocument(first!.id))).toContain('priceReference')
  expect(await client.fetch('*[_id in path("drafts.**")]._id')).toEqual([])
  await client.patch(second!.id).set({ title: 'Changed' }).commit()
  const fixed = withAllFixes(second!.document, content)
  await expect(saveFixed(client as never, second!, fixed)).rejects.toThrow('Somebody has changed')
})
