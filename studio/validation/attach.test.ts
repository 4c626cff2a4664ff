import { randomUUID } from 'node:crypto'
import type { CustomValidator } from 'sanity'
import { expect, test, vi } from 'vitest'
import { withRules } from '#studio/validation/attach.ts'

/** What the guards on a document type say in the form of this document. */
async function says(document: object, fetch: (query: string) => Promise<unknown>) {
  const client = { config: () => ({ projectId: randomUUID(), dataset: 'd' }), withConfig: () => ({ fetch }) }
  const custom = vi.fn((guarded: CustomValidator) => ({
    warning: () => guarded(document, { getClient: () => client } as never),
  }))
  const validation = withRules({ name: 'faqItem', type: 'document' }) as { validation?: unknown }
  const [answer] = (validation.validation as (rule: unknown) => [unknown])({ custom })
  return answer
}

const dataset = {
  plans: [],
  addresses: [],
  redirects: [],
  names: [],
  published: ['a'],
  earlier: [],
  settings: null,
}

test('without a connection a form says that nobody has looked, and stays without an error', async () => {
  const draft = { _id: 'drafts.a', _type: 'faqItem', question: 'Why?' }
  expect(await says(draft, () => Promise.reject(new TypeError('Failed to fetch')))).toContain('no connection')
})

test('a document of an odd form, as imports leave them, has a warning and no error', async () => {
  const odd = { _id: 'a', _type: 'page', blocks: [null] }
  expect(await says(odd, async () => dataset)).toContain('another form than the site knows')
})

test('what goes out with it in a release is there for the form of its version', async () => {
  const link = { _key: 'l', _type: 'link', target: { _ref: 'page-guide' } }
  const page = (_id: string) => ({ _id, _type: 'page', blocks: [{ _key: 'h', buttons: [link] }] })
  const along = { _id: 'versions.r1.page-guide', _type: 'page', slug: { current: 'guide' } }
  const said = (_id: string) =>
    says(page(_id), async (query) => {
      if (!query.startsWith('*[')) return dataset
      return query.includes('partOfRelease') ? [page(_id), along] : null
    })
  expect(await said('drafts.a')).toEqual([
    {
      path: expect.anything(),
      message: expect.stringContaining('points at something that is not published'),
    },
  ])
  expect(await said('versions.r1.a')).toBe(true)
})

test('a picture that is another one than visitors see is noticed', async () => {
  const withPicture = (_id: string, _ref: string) => ({
    _id,
    _type: 'partner',
    logo: { _type: 'picture', asset: { _ref }, alt: 'A house' },
  })
  expect(
    await says(withPicture('drafts.a', 'image-b-1x1-png'), async (query) =>
      query.startsWith('*[') ? withPicture('a', 'image-a-1x1-png') : dataset,
    ),
  ).toEqual([expect.objectContaining({ path: ['logo', 'alt'] })])
})
