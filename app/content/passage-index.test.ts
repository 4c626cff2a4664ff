import { expect, test } from 'vitest'
import type { Passage } from '#app/content/knowledge.ts'
import { LiveIndex } from '#app/content/passage-index.ts'
import { readKnowledge } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'

const passage = (documentId: string, text: string) =>
  ({ documentId, lines: [{ text }] }) as unknown as Passage
const knowledgeOf = (...passages: Passage[]) => ({ ...readKnowledge([]), passages })
const article = (slug: string) =>
  ({ _id: slug, slug, title: slug, description: `On ${slug}.`, body: null }) as unknown as Article

test('only changed documents are indexed again', async () => {
  const added: string[] = []
  const removed: number[] = []
  const index = new LiveIndex({
    create: () => ({
      add: (passages) => passages.map(({ documentId }) => added.push(documentId)),
      remove: (ids) => void removed.push(...ids),
    }),
    passages: ({ passages }) => passages,
    hasArticle: () => true,
  })
  const [speed, leads] = [article('speed'), article('leads')]
  await index.updateTo(knowledgeOf(passage('a', 'One.'), passage('b', 'Two.'), passage('a', 'More.')), [
    speed,
  ])
  expect(added.splice(0)).toEqual(['a', 'a', 'b', 'speed'])
  await index.updateTo(knowledgeOf(passage('a', 'One.'), passage('b', 'Other.'), passage('a', 'More.')), [
    speed,
    leads,
  ])
  expect([added.splice(0), removed]).toEqual([['b', 'leads'], [3]])
})
