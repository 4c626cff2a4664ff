import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FailedPage } from '#app/layout/failed-page.tsx'
import { packed } from '#app/page-data.ts'
import { siteOf } from '#app/seo/meta.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

const folder = join(import.meta.dirname, '../routes')
const names = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.startsWith('preview.'))

test.each(names)('%s: what is missing or fails there leaves the layout, with an open chat', async (name) => {
  const route = await import(join(folder, name))
  expect(route.ErrorBoundary).toBe(route.default && FailedPage)
})

test('the head of a page that failed says nothing of it: no second title, no address to find it under', () => {
  const data = packed({ settings: fixtureSettings, siteUrl: 'https://site.example' })
  expect(siteOf([{ id: 'root', data }])?.siteUrl).toBe('https://site.example')
  const error = new Error('a component threw')
  expect(
    siteOf([
      { id: 'root', data, error },
      { id: 'routes/$slug', error },
    ]),
  ).toBeUndefined()
})
