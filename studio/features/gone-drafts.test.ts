import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator'
import { expect, test } from 'vitest'
import '#studio/features/gone-drafts.ts'

const _id = 'drafts.a'
const published = { _id, _type: 'page', _rev: '1', _createdAt: '2026-01-01T00:00:00Z', text: 'One' }

function draft() {
  const document = new BufferedDocument({ ...published })
  const sent: CommitHandlerMessage[] = []
  const isStored: boolean[] = []
  document.commitHandler = (commit) => void sent.push(commit)
  document.onConsistencyChanged = (isStoredNow) => void isStored.push(isStoredNow)
  return {
    document,
    sent,
    isStored,
    type: (text: string) =>
      document.add(new Mutation({ mutations: [{ patch: { id: _id, set: { text } } }] })),
    publish: (previousRev = '1') =>
      document.arrive(
        new Mutation({
          transactionId: `${previousRev}+`,
          transition: 'disappear',
          previousRev,
          resultRev: `${previousRev}+`,
          mutations: [{ delete: { id: _id } }],
        }),
      ),
    /** The lake makes a draft of what is published, where there is none. */
    hear({ mutation: { transactionId, mutations } }: CommitHandlerMessage, previousRev?: string) {
      const copy = previousRev ? [] : [{ create: { ...published } }]
      const all = structuredClone([...copy, ...mutations])
      document.arrive(new Mutation({ transactionId, previousRev, resultRev: transactionId, mutations: all }))
    },
  }
}

test('what was on its way, what waited and what was just typed go into a new draft, where somebody publishes meanwhile', () => {
  const { document, sent, isStored, type, publish, hear } = draft()
  type('One two')
  void document.commit()
  type('One two three')
  void document.commit()
  type('One two three four')
  publish()
  expect(document.LOCAL).toBeNull()

  for (let heard: string | undefined, i = 0; i < 3; i++) {
    sent[i]!.success()
    hear(sent[i]!, heard)
    heard = sent[i]!.mutation.transactionId
  }
  expect(sent).toHaveLength(3)
  expect(document.LOCAL).toMatchObject({ text: 'One two three four' })
  expect(document.document.HEAD).toMatchObject({ text: 'One two three four' })
  expect(isStored.at(-1)).toBe(true)
})

test('the form has what is in the new draft, where that is published, too, before it was heard of', () => {
  const { document, sent, type, publish, hear } = draft()
  type('One two')
  void document.commit()
  document.add(new Mutation({ mutations: [{ patch: { id: _id, set: { order: 2 } } }] }))
  sent[0]!.success()
  publish()
  const begun = { createIfNotExists: { ...published } }
  const set = { order: 3 }
  document.add(new Mutation({ mutations: [begun, { patch: { id: _id, set } }] }))
  hear(sent[0]!)
  publish(sent[0]!.mutation.transactionId)
  void document.commit()
  sent[1]!.success()
  hear(sent[1]!)
  sent[2]!.success()
  hear(sent[2]!, sent[1]!.mutation.transactionId)
  expect(document.document.HEAD).toMatchObject(set)
  expect(document.LOCAL).toMatchObject(set)
})

test('what was typed just now goes into a new draft, where nothing else was on its way', () => {
  const { document, sent, isStored, type, publish, hear } = draft()
  type('One two')
  publish()
  expect(sent).toHaveLength(1)
  hear(sent[0]!)
  sent[0]!.success()
  expect(document.LOCAL).toMatchObject({ text: 'One two' })
  expect(isStored.at(-1)).toBe(true)
})

test('a draft that goes without anything typed is gone', () => {
  const { document, sent, publish } = draft()
  publish()
  expect(document.LOCAL).toBeNull()
  expect(sent).toEqual([])
})

test('what was typed is given up, and nothing waits for it, where the lake refuses it: the release of its version went out', () => {
  const { document, sent, isStored, type, publish } = draft()
  type('One two')
  void document.commit()
  type('One two three')
  publish()
  sent[0]!.cancel(new Error('Release is published'))
  expect(sent).toHaveLength(1)
  expect(document.LOCAL).toBeNull()
  expect(isStored.at(-1)).toBe(true)
})
