// @vitest-environment happy-dom
import { act, cleanup, configure, render } from '@testing-library/react'
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { ContentPage } from '#app/layout/content-page.tsx'
import App from '#app/root.tsx'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(cleanup)

async function siteAt(first: string, loader: (slug: string | undefined) => object | string) {
  const root = {
    id: 'root',
    path: '/',
    element: <App />,
    loader: () => ({ settings: fixtureSettings, siteUrl: '', year: 2026 }),
    children: [
      {
        path: ':slug',
        element: <ContentPage />,
        loader: ({ params }: LoaderFunctionArgs) => loader(params.slug),
      },
    ],
  }
  const router = createMemoryRouter([root], { initialEntries: [first] })
  Object.assign(window, { scrollTo: () => {} })
  const shown = render(<RouterProvider router={router} />)
  await shown.findByRole('main')
  return { shown, go: (to: string) => act(() => router.navigate(to)) }
}

test('a client-side navigation replaces a policy that the browser has translated', async () => {
  const texts: Record<string, string[]> = { long: ['One', 'two', 'three'], short: ['Four'] }
  const { shown, go } = await siteAt('/long', (slug = '') => {
    const intro = paragraphs(...(texts[slug] ?? []))
    return {
      kind: 'policy',
      policy: { _id: slug, slug, title: slug, intro, sections: [], versions: [] },
    }
  })
  const main = await shown.findByRole('main')
  const all = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (all.nextNode()) found.push(all.currentNode)
  for (const text of found) {
    const font = document.createElement('font')
    font.textContent = `¡${text.textContent}!`
    text.parentNode?.replaceChild(font, text)
  }
  expect(main.textContent).toBe('¡Front!¡long!¡long!¡One!¡two!¡three!')
  await go('/short')
  expect(main.textContent).toBe('FrontshortshortFour')
})
