import { expect, test } from 'vitest'
import type { Content } from '#app/content/content.server.ts'
import type { Settings } from '#app/content/types.ts'
import { articleFeed } from '#app/seo/feed.server.tsx'

test('a date that is none, as imported content may have it, is left out, and every other article is there', async () => {
  const dates = ['2026-01-05', '2026-01-04T10:30:00+02:00', '5 < 6 & more', '2026-13-45']
  const content = {
    addresses: async () => ({ articles: dates }),
    article: async (date: string) => ({
      _id: date,
      _updatedAt: '2026-02-01T00:00:00Z',
      slug: date,
      date,
      body: [],
    }),
  }
  const feed = await articleFeed(content as unknown as Content, {} as Settings, 'https://site.example')
  expect(feed.match(/<entry>/g)).toHaveLength(4)
  expect([...feed.matchAll(/<published>(.*)<\/published>/g)].map(([, at]) => at)).toEqual([
    '2026-01-05T00:00:00Z',
    '2026-01-04T08:30:00Z',
  ])
})
