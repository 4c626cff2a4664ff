// @vitest-environment happy-dom
import { configure, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { packed } from '#app/page-data.ts'
import { ErrorBoundary } from '#app/root.tsx'
import { fixtureSettings } from '#tests/support/render.tsx'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

const { effects } = vi.hoisted(() => ({ effects: { run: 0 } }))
/** As a browser without what it calls would have it. After some rounds it gives in, or the test would never end. */
vi.mock('#app/layout/header.tsx', () => ({
  Header: () => {
    useEffect(() => {
      if (effects.run++ < 20) throw new Error('not in this browser')
    })
    return <header>Header</header>
  },
}))
vi.mock('#app/layout/footer.tsx', () => ({ Footer: () => null }))
vi.mock('#app/chat/chat-widget.tsx', () => ({ ChatWidget: () => null }))
vi.mock('#app/layout/navigation-effects.tsx', () => ({ NavigationEffects: () => null }))

test('where header or footer fail themselves, the page says so without them, and is not made anew for ever', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        loader: () => null,
        Component: () => {
          throw new Error('a page that fails')
        },
        ErrorBoundary,
      },
    ],
    { hydrationData: { loaderData: { root: packed({ settings: fixtureSettings, year: 2031 }) } } },
  )
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('heading')).textContent).toBe('Back in a moment')
  expect(effects.run).toBe(1)
})
