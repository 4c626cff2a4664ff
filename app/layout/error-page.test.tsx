import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { FailedPage } from '#app/layout/error-page.tsx'
import { ErrorBoundary } from '#app/root.tsx'
import { fixtureSettings, texts } from '#tests/support/render.tsx'

const folder = join(import.meta.dirname, '../routes')
const names = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.startsWith('preview.'))

test.each(names)('%s: a failure keeps the layout', async (name) => {
  const route = await import(join(folder, name))
  expect(route.ErrorBoundary).toBe(FailedPage)
})

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['development', 'The content lake refused a query: expected }'],
  ['production', 'This page can’t be shown right now. Please try again.'],
])('in %s a failed page says: %s', (mode, text) => {
  vi.stubEnv('NODE_ENV', mode)
  const errors = { root: new Error('The content lake refused a query: expected }') }
  const loaderData = {
    root: { settings: fixtureSettings, siteUrl: 'https://site.example', year: 2031 },
  }
  const route = { id: 'root', path: '/', element: null, ErrorBoundary }
  const router = createMemoryRouter([route], { hydrationData: { loaderData, errors } })
  expect(texts(renderToStaticMarkup(<RouterProvider router={router} />), 'p')).toContain(text)
})
