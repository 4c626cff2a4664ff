import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Passage, readKnowledge } from '#app/content/knowledge.ts'
import { FollowingIndex } from '#app/content/passage-index.ts'
import type { Article } from '#app/content/types.ts'

const article = (slug: string) =>
  ({ _id: slug, slug, title: slug, description: `On ${slug}.`, body: null }) as unknown as Article
const [a, b, c] = ['a', 'b', 'c'].map(article) as [Article, Article, Article]
const [first, second] = [await readKnowledge([]), await readKnowledge([])]

/** An index that is the paths in it; each source takes so long to put in, or to take out. */
function following({ takesMs = 0, passages = () => [] as never[] } = {}) {
  const held = new Map<number, string>()
  let nextId = 0
  const takeTime = () => {
    for (const end = performance.now() + takesMs; performance.now() < end; );
  }
  const index = new FollowingIndex({
    create: () => ({
      add(passages) {
        takeTime()
        return passages.map(({ path }) => {
          held.set(nextId, path)
          return nextId++
        })
      },
      remove(ids) {
        takeTime()
        for (const id of ids) held.delete(id)
      },
    }),
    passages,
    hasArticle: () => true,
  })
  return { index, paths: () => [...held.values()].sort() }
}

/** How often others are answered meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await nextTurn()
  })()
  await work
  isOver = true
  await others
  return turns
}

test('who asks while much is put in or taken out waits, and others are answered in between', async () => {
  const { index, paths } = following({ takesMs: 11 })
  const turns = turnsDuring(Promise.all([index.at(first, [a, b]), index.at(second, [b, c])]))
  expect(await turns).toBeGreaterThan(3)
  expect(paths()).toEqual(['/resources/b', '/resources/c'])
  await index.at(second, [a, b, c])
  expect(await turnsDuring(index.at(second, []))).toBeGreaterThan(3)
  expect(paths()).toEqual([])
})

test('of the documents beside articles only those that say something else are put in anew', async () => {
  const question = (id: string, text: string) =>
    ({
      documentId: id,
      kind: 'faq',
      source: id,
      path: `/${id}`,
      heading: id,
      context: '',
      lines: [{ text }],
    }) as Passage
  const known = await readKnowledge([])
  const saying = (...passages: Passage[]) => ({ ...known, passages })
  const put: string[] = []
  const taken: number[] = []
  const index = new FollowingIndex({
    create: () => ({
      add: (passages) => passages.map(({ documentId }) => put.push(documentId)),
      remove: (ids) => void taken.push(...ids),
    }),
    passages: ({ passages }) => passages,
    hasArticle: () => true,
  })
  await index.at(saying(question('a', 'One.'), question('b', 'Two.'), question('a', 'More.')), [])
  expect(put.splice(0)).toEqual(['a', 'a', 'b'])
  await index.at(saying(question('a', 'One.'), question('b', 'Other.'), question('a', 'More.')), [])
  expect([put.splice(0), taken]).toEqual([['b'], [3]])
})

test('a reading that fails fails for itself alone', async () => {
  let fails = true
  const passages = () => {
    if (fails) throw new Error('no')
    return []
  }
  const { index, paths } = following({ passages })
  await expect(index.at(first, [a])).rejects.toThrow('no')
  fails = false
  await index.at(first, [a])
  expect(paths()).toEqual(['/resources/a'])
})
