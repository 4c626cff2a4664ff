import { expect, test } from 'vitest'
import { blog } from '#studio/lake/groq/blog.test-support.ts'
import { runQuery } from '#studio/lake/query.ts'

test('a fetch by slug or reference takes as few steps among many documents as among few', () => {
  const [small, large] = [blog(1000), blog(4000)]
  const steps = { stepBudget: 60 }
  const bySlug = '*[_type == "post" && slug.current == $slug][0]{title, "author": author->name, body}'
  for (const context of [small, large])
    expect(runQuery(bySlug, { slug: 'post-777' }, context, steps).result).toMatchObject({ title: 'Post 777' })
  const ofOne = '*[_type == "post" && author._ref == "author-7"]._id'
  expect(runQuery(ofOne, {}, large, { stepBudget: 200 }).result).toHaveLength(40)
})
