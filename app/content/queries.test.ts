import { expect, test } from 'vitest'
import * as queries from '#app/content/queries.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { SHOWN_QUERY } from '#app/content/visible-documents.ts'
import { Content } from '#studio/lake/content.ts'
import { createQueries } from '#studio/lake/queries.ts'

test('the lake answers what a page is made of at once, and leaves none of it to a thread that reads all documents first', async () => {
  const left: string[] = []
  const lake = createQueries({
    dataset: 'production',
    generation: 0,
    projectId: 'local',
    content: new Content([]),
    pool: {
      evaluate: async ({ query }) => {
        left.push(query)
        return { json: new Uint8Array(), syncTags: [] }
      },
      close: async () => {},
    },
  })
  const params = { slug: 'a', address: 'a', now: null, from: 0, to: 1 }
  const asked = { params, perspective: 'published', editor: false, identity: '' } as const
  for (const query of [...Object.values(queries), SCHEDULE_QUERY, SHOWN_QUERY])
    for (const sourceMap of [false, true]) await lake.answer({ ...asked, query, sourceMap })
  expect(left).toEqual([])
})
