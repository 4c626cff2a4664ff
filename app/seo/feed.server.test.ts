import { expect, test } from 'vitest'
import type { Content } from '#app/content/content.server.ts'
import type { Settings } from '#app/content/types.ts'
import { articleFeed } from '#app/seo/feed.server.tsx'

test('an invalid date of an imported article is left out', async () => {
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

test('the feed contains the latest fifty indexed articles and their last change', async () => {
  const dayOf = (slug: string) => new Date(Date.UTC(2026, 0, Number(slug))).toISOString().slice(0, 10)
  const content = {
    addresses: async () => ({ articles: Array.from({ length: 60 }, (_, n) => String(n + 1)) }),
    article: async (slug: string) => ({
      _id: slug,
      _updatedAt:
        slug === '30' ? '2026-05-01T00:00:00Z' : slug === '60' ? '2026-06-01T00:00:00Z' : dayOf(slug),
      slug,
      date: dayOf(slug),
      seo: slug === '60' ? { noIndex: true } : null,
      body: [],
    }),
  }
  const feed = await articleFeed(content as unknown as Content, {} as Settings, 'https://site.example')
  const slugs = [...feed.matchAll(/resources\/(\d+)"/g)].map(([, slug]) => Number(slug))
  expect(slugs).toEqual(Array.from({ length: 50 }, (_, n) => 59 - n))
  expect(/<updated>(.*)<\/updated>/.exec(feed)?.[1]).toBe('2026-05-01T00:00:00Z')
})
