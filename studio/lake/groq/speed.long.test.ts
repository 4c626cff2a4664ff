import { test } from 'vitest'
import { blog } from '#studio/lake/groq/blog.test-support.ts'
import { runQuery } from '#studio/lake/query.ts'
import { encodeAnswer } from '#studio/lake/query-task.ts'

const QUERIES = {
  'fetch by slug, with a dereference':
    '*[_type == "post" && slug.current == $slug][0]{title, "author": author->name, body}',
  'list of 20 of all posts in order, with a dereference':
    '*[_type == "post"] | order(publishedAt desc)[0...20]{_id, title, "slug": slug.current, author->{name}}',
  'authors with the number of their posts':
    '*[_type == "author"][0...20]{name, "posts": count(*[_type == "post" && author._ref == ^._id])}',
  'text match': '*[_type == "post" && title match "post 12*"][0...20]._id',
}
const params = { slug: 'post-777' }

test('the CPU time of a query is measured by the number of documents', () => {
  for (const [name, query] of Object.entries(QUERIES)) {
    const figures = [1000, 10_000, 50_000].map((size) => {
      const context = blog(size)
      const answer = () => encodeAnswer(runQuery(query, params, context), {})
      for (let i = 0; i < 5; i++) answer()
      const before = process.cpuUsage()
      for (let i = 0; i < 20; i++) answer()
      const { user, system } = process.cpuUsage(before)
      return `${size}: ${((user + system) / 20_000).toFixed(2)} ms`
    })
    console.log(`${name} – ${figures.join(', ')}`)
  }
}, 300_000)
