import { test } from 'vitest'
import { encodeAnswer } from '../query/query-task.ts'
import { runQuery } from '../query/run-query.ts'
import { contextOf, type Fields, viewOf } from './query.test-support.ts'

/** A blog with 100 authors. */
function blog(size: number) {
  const documents: Fields[] = Array.from({ length: 100 }, (_, i) => ({
    _id: `author-${i}`,
    _type: 'author',
    name: `Author ${i}`,
  }))
  for (let i = 0; i < size; i++)
    documents.push({
      _id: `post-${i}`,
      _type: 'post',
      title: `Post ${i}`,
      slug: { current: `post-${i}` },
      publishedAt: new Date(1.6e12 + ((i * 7919) % size) * 1e6).toISOString(),
      author: { _ref: `author-${i % 100}` },
      body: Array.from({ length: 5 }, (_, k) => ({
        _key: `k${k}`,
        _type: 'block',
        text: `Some text of paragraph ${k} of post ${i}`,
      })),
    })
  return contextOf(viewOf(documents))
}

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

test('CPU time of queries by number of documents', () => {
  for (const [name, query] of Object.entries(QUERIES)) {
    const results = [1000, 10_000, 50_000].map((size) => {
      const context = blog(size)
      const run = () => encodeAnswer(runQuery(query, params, context), {})
      for (let i = 0; i < 5; i++) run()
      const before = process.cpuUsage()
      for (let i = 0; i < 20; i++) run()
      const { user, system } = process.cpuUsage(before)
      return `${size}: ${((user + system) / 20_000).toFixed(2)} ms`
    })
    console.log(`${name} – ${results.join(', ')}`)
  }
}, 300_000)
