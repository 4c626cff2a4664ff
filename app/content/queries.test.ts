import { expect, test } from 'vitest'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import * as queries from '#app/content/queries.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { VISIBLE_QUERY } from '#app/content/visible-documents.ts'
import { Content } from '#studio/lake/content.ts'
import { createQueries } from '#studio/lake/queries.ts'

test('the local lake answers all queries of the site without its worker pool', async () => {
  const pooled: string[] = []
  const lake = createQueries({
    dataset: 'production',
    generation: 0,
    projectId: 'local',
    content: new Content([]),
    pool: {
      evaluate: async ({ query }) => {
        pooled.push(query)
        return { json: new Uint8Array(), syncTags: [] }
      },
      close: async () => {},
    },
  })
  const params = { slug: 'a', address: 'a', now: null, from: 0, to: 1 }
  const asked = { params, perspective: 'published', editor: false, identity: '' } as const
  for (const query of [
    ...Object.values(queries),
    ...Object.values(PAGE_QUERIES),
    SCHEDULE_QUERY,
    VISIBLE_QUERY,
  ])
    for (const sourceMap of [false, true]) await lake.answer({ ...asked, query, sourceMap })
  expect(pooled).toEqual([])
})
