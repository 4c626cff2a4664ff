import { contextOf, type Fields, viewOf } from '#studio/lake/groq/test-query.ts'

/** A blog with 100 authors. */
export function blog(size: number) {
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
