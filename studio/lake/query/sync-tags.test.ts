import { expect, test } from 'vitest'
import { openDataset } from '../dataset.ts'
import type { Perspective } from '../documents/perspectives.ts'
import { seeded, temporaryFolder } from '../lake.test-support.ts'
import { silent } from '../log.ts'
import { openStore } from '../store/store.ts'
import { createQueryPool } from './query-pool.ts'
import { decodeAnswer } from './query-task.ts'
import { runQuery } from './run-query.ts'
import { tagsOf, tagsOfReads } from './sync-tags.ts'

const EDITOR = { seesDrafts: true, identity: 'editor' }
const TYPES = ['plan', 'faq', 'page']
const QUERIES = [
  '*[_type == "plan"]',
  '*[_type == "faq"]{q, "title": plan->title, "deep": plan->next->title}',
  '*[_type == "page"][0]{"plans": *[_type == "plan" && price > 2]{title}, "by": *[references(^._id)]._id}',
  '*[_id == "d1"][0]{..., "next": next->{title, next->}}',
  '*[_id in ["d1", $id] || _type == $type] | order(price desc)[0..2]',
  '{"count": count(*), "one": *[_id == "d2"][0]}',
  '*[_type == "plan" && [@, _id] match text::query("word*")]{title}',
  '*[_type == "page"]{plan->{"back": *[_type == "faq" && plan._ref == ^._id]._id}}',
  '*[slug.current in ["s1", $slug]]{_id, price}',
  '*[_type == "plan" && references("d2", "d3")]{title}',
  '*[sanity::versionOf("d2")]{_id, title}',
  '*[next._ref == $id && price > 1]{price, "title": plan->title}',
  '*[_id == "d1"]{"n": documents::incomingRefCount(), "from": *[references(^._id) && _type == "faq"]._id}',
  '{"n": count(*[_type == "faq"]), "p": select(*[_id == "d4"][0].price > 2 => *[_id == "d5"][0].title)}',
]

test('every changed answer has an event with one of its tags', async () => {
  const store = openStore(temporaryFolder())
  const source = { file: store.file, projectId: 'local', assetBase: () => '' }
  const pool = createQueryPool({ ...source, budgetMs: 10_000, log: silent })
  const dataset = openDataset({ name: 'production', projectId: 'local', store, pool })
  const random = seeded(20260101)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
  const params = { id: 'd3', type: 'page', slug: 's2' }
  let unaffected = 0
  let changedAnswers = 0
  const ids = Array.from({ length: 8 }, (_, i) => `d${i}`)
  const reference = () => ({ _type: 'reference', _ref: pick(ids), _weak: true })
  const perspectives: Perspective[] = ['published', ['drafts']]
  const fresh = (query: string, perspective: Perspective) => {
    const view = dataset.content.view(perspective, true)
    const answer = runQuery(query, params, { view, projectId: 'local', dataset: 'production', ...EDITOR })
    return { text: JSON.stringify(answer.result), syncTags: answer.syncTags }
  }
  const answers = perspectives.map((perspective) => QUERIES.map((query) => fresh(query, perspective)))
  for (let round = 0; round < 300; round++) {
    const id = (random() < 0.3 ? 'drafts.' : '') + pick(ids)
    const { transaction } = await dataset.commit(
      random() < 0.2
        ? [{ delete: { id } }]
        : [
            {
              createOrReplace: {
                _id: id,
                _type: pick(TYPES),
                title: pick(['word', 'words', 'other']),
                slug: { current: pick(['s1', 's2', 's3', 's4']) },
                price: Math.floor(random() * 6),
                next: reference(),
                plan: reference(),
              },
            },
          ],
      { author: 'editor' },
    )
    const tags = (await tagsOf(transaction.changes, (changed) => dataset.content.versions(changed))).all
    for (const [p, perspective] of perspectives.entries()) {
      for (const [q, query] of QUERIES.entries()) {
        const before = answers[p]![q]!
        const after = fresh(query, perspective)
        answers[p]![q] = after
        const hasTag = before.syncTags.some((tag) => tags.has(tag))
        if (after.text !== before.text) {
          expect(hasTag, `${query} after ${JSON.stringify(transaction.changes)}`).toBe(true)
          changedAnswers++
        } else if (!hasTag) unaffected++
        // The cache and the workers give the same answer.
        const served = decodeAnswer(await dataset.query(query, params, perspective, EDITOR))
        expect(JSON.stringify(served.result), query).toBe(after.text)
      }
    }
  }
  expect(changedAnswers).toBeGreaterThan(300)
  expect(unaffected, 'the tags are specific').toBeGreaterThan(1000)
  await pool.close()
  await store.close()
})

test('an answer has each tag once, and at most 120 tags', () => {
  const reads = (ids: string[]) => ({
    everything: false,
    ids: new Set(ids),
    slugs: new Set<string>(),
    types: new Set(['t']),
    references: new Set<string>(),
  })
  expect(tagsOfReads(reads(['a', 'drafts.a', 'versions.r1.a']))).toEqual(['s1:type:t', 's1:doc:a'])
  const many = (count: number) => reads(Array.from({ length: count }, (_, i) => `doc-${i}`))
  expect(tagsOfReads(many(119))).toHaveLength(120)
  expect(tagsOfReads(many(120))).toEqual(['s1:all'])
})
