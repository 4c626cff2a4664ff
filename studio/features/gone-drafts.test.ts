import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator'
import { expect, test } from 'vitest'
import '#studio/features/gone-drafts.ts'

const _id = 'drafts.a'
const published = { _id, _type: 'page', _rev: '1', text: 'One' }

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
    publish: () =>
      document.arrive(
        new Mutation({
          transactionId: '2',
          transition: 'disappear',
          previousRev: '1',
          resultRev: '2',
          mutations: [{ delete: { id: _id } }],
        }),
      ),
    /** The lake makes a draft of what is published, where there is none. */
    hear({ mutation: { transactionId, mutations } }: CommitHandlerMessage, previousRev?: string) {
      const copy = previousRev ? [] : [{ create: { ...published } }]
      const all = [...copy, ...mutations]
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
