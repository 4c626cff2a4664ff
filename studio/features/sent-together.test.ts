import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator'
import { expect, test, vi } from 'vitest'
import '#studio/features/sent-together.ts'

const _id = 'drafts.a'

function draft() {
  const document = new BufferedDocument({ _id, _type: 'page', _rev: '1', text: 'One', order: 1 })
  const sent: CommitHandlerMessage[] = []
  document.commitHandler = (commit) => void sent.push(commit)
  const type = (set: Record<string, unknown>) => {
    document.add(new Mutation({ mutations: [{ patch: { id: _id, set } }] }))
    return document.commit()
  }
  return { document, sent, type }
}

test('what is typed while an answer is awaited is sent at once with it, in its order', async () => {
  const { document, sent, type } = draft()
  const stored = [
    type({ text: 'One two' }),
    type({ text: 'One two three' }),
    type({ order: 2 }),
    type({ text: 'One two three four' }),
  ]
  expect(sent).toHaveLength(1)
  sent[0]!.success()
  expect(sent).toHaveLength(2)
  const mutations = sent.map(({ mutation }) => mutation)
  expect(Mutation.applyAll(document.document.HEAD, mutations)).toMatchObject({
    text: 'One two three four',
    order: 2,
  })
  expect(document.LOCAL).toMatchObject({ text: 'One two three four', order: 2 })
  sent[1]!.success()
  await Promise.all(stored)
  expect(sent).toHaveLength(2)
})

test('what piles up where nothing is taken for long is sent in several requests', () => {
  const { document, sent, type } = draft()
  for (let order = 1; order <= 1_000; order++) void type({ order })
  for (let next = 0; next < sent.length; next++) sent[next]!.success()
  expect(sent.map(({ mutation }) => mutation.mutations.length)).toEqual([1, 200, 200, 200, 200, 198])
  expect(document.LOCAL).toMatchObject({ order: 1_000 })
})

test('all of it is told where what it waits for is refused', async () => {
  const { sent, type } = draft()
  void type({ text: 'One two' })
  const told = vi.fn()
  const waiting = [type({ text: 'One two three' }), type({ order: 2 })].map((stored) => stored.catch(told))
  sent[0]!.cancel(new Error('refused'))
  await Promise.all(waiting)
  expect(told).toHaveBeenCalledTimes(2)
})
