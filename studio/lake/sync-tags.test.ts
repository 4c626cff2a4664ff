import { expect, test } from 'vitest'
import { openDataset } from '#studio/lake/dataset.ts'
import { openStore } from '#studio/lake/store.ts'
import { tagsOfChanges } from '#studio/lake/sync-tags.ts'
import { seeded, temporaryFolder } from '#studio/lake/test-lake.ts'

const EDITOR = { editor: true, identity: 'editor' }
const TYPES = ['plan', 'faq', 'page']
const QUERIES = [
  '*[_type == "plan"]',
  '*[_type == "faq"]{q, "title": plan->title, "deep": plan->next->title}',
  '*[_type == "page"][0]{"plans": *[_type == "plan" && price > 2]{title}, "by": *[references(^._id)]._id}',
  '*[_id == "d1"][0]{..., "next": next->{title, next->}}',
  '*[_id in ["d1", $id] || _type == $type] | order(price desc)[0..2]',
  '*[_type in ["plan", "faq"] && defined(next)]{_id, "n": next->_type == "page"}',
  '{"count": count(*), "one": *[_id == "d2"][0]}',
  '*[price > 3]._id',
  '*[_type == "plan" && [@, _id] match text::query("word*")]{title}',
  '*[_type == "page"]{plan->{"back": *[_type == "faq" && plan._ref == ^._id]._id}}',
]

test('no answer ever changes without an event that carries one of its tags', () => {
  const store = openStore(temporaryFolder())
  const dataset = openDataset('production', 'local', store)
  const random = seeded(20260101)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
  const params = { id: 'd3', type: 'page' }
  let quiet = 0
  let told = 0
  for (let round = 0; round < 400; round++) {
    const ids = Array.from({ length: 8 }, (_, i) => `d${i}`)
    const reference = () => ({ _type: 'reference', _ref: pick(ids), _weak: true })
    const perspectives = ['published', ['drafts']] as const
    const answers = perspectives.map((perspective) =>
      QUERIES.map((query) => dataset.query(query, params, perspective as never, EDITOR)),
    )
    const id = (random() < 0.3 ? 'drafts.' : '') + pick(ids)
    const { transaction } = dataset.commit(
      random() < 0.2
        ? [{ delete: { id } }]
        : [
            {
              createOrReplace: {
                _id: id,
                _type: pick(TYPES),
                title: pick(['word', 'words', 'other']),
                price: Math.floor(random() * 6),
                next: reference(),
                plan: reference(),
              },
            },
          ],
      { author: 'editor' },
    )
    const tags = new Set(tagsOfChanges(transaction.changes, (changed) => dataset.content.versions(changed)))
    perspectives.forEach((perspective, p) => {
      QUERIES.forEach((query, q) => {
        const before = answers[p]![q]!
        const after = dataset.query(query, params, perspective as never, EDITOR)
        const named = before.syncTags.some((tag) => tags.has(tag))
        if (JSON.stringify(after.result) !== JSON.stringify(before.result)) {
          expect(named, `${query} after ${JSON.stringify(transaction.changes)}`).toBe(true)
          told++
        } else if (!named) quiet++
      })
    })
  }
  expect(told).toBeGreaterThan(500)
  expect(quiet).toBeGreaterThan(1000) // and the tags are not just "everything"
  store.close()
})
