import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Content } from '#app/content/content.server.ts'
import type { Article, Page } from '#app/content/types.ts'
import { createShareCards } from '#app/seo/share-cards.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('an imported document with an unusual slug has its share image at its own path', async () => {
  let title = 'Before'
  const documentAt = (slug: string) => ({ _id: slug, slug, title, seo: null })
  const pages = ['home', 'about_us', 'about_us.html', '/über uns']
  const content = {
    settings: async () => ({ brand: 'Keyturn' }),
    page: async (slug: string) => (pages.includes(slug) ? documentAt(slug) : null),
    policy: async () => null,
    article: async (slug: string) => (slug === 'No. 1' ? documentAt(slug) : null),
  } as unknown as Content
  const dataDir = newFolder()
  const log = () => {}
  const cards = createShareCards({ content, dataDir, lakeOrigin: 'http://localhost:1', log })
  const cardAt = (address: string) => cards.get(decodeURIComponent(address.replace('/share/', '')))
  const addresses = () =>
    Promise.all([
      ...pages.map((slug) => cards.pathOf({ _type: 'page', document: documentAt(slug) as Page })),
      cards.pathOf({ _type: 'article', document: documentAt('No. 1') as Article }),
    ])
  const before = await addresses()
  for (const address of before) expect((await cardAt(address))?.kind, address).toBe('png')
  expect(readdirSync(`${dataDir}/share`)).toHaveLength(5)
  title = 'After'
  const after = await addresses()
  for (const [index, address] of before.entries())
    expect(await cardAt(address)).toEqual({ kind: 'moved', to: after[index] })
  // It replaces only its own previous image.
  expect((await cardAt(after[1]!))?.kind).toBe('png')
  expect(readdirSync(`${dataDir}/share`)).toHaveLength(5)
  for (const missing of ['/share/missing.0123456789.png', '/share/home'])
    expect(await cardAt(missing)).toBeUndefined()
})
