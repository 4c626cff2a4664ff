// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
const scrollIntoView = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {})
const focus = vi.spyOn(HTMLElement.prototype, 'focus')
beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

async function visit(...addresses: (string | number)[]) {
  vi.resetModules() // as a new document
  const { NavigationEffects } = await import('#app/layout/navigation-effects.tsx')
  const page = (
    <>
      <main id="main" tabIndex={-1}>
        <h2 id="reviews">Reviews</h2>
      </main>
      <NavigationEffects />
    </>
  )
  const missing = { path: '/missing', element: page, loader: () => Promise.reject(new Error('no such page')) }
  const root = {
    path: '/',
    errorElement: page,
    children: [missing, { path: '*', element: page }, { index: true, element: page }],
  }
  const router = createMemoryRouter([root], { initialEntries: ['/'] })
  render(<RouterProvider router={router} />)
  for (const address of addresses) await act(() => router.navigate(address as string))
}

test('the first page keeps its scroll position', async () => {
  await visit()
  expect(scrollTo).not.toHaveBeenCalled()
})

test('every navigation scrolls to the top and moves the focus, also to the current page', async () => {
  await visit('/pricing', '/pricing')
  expect(scrollTo.mock.calls).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(document.activeElement?.id).toBe('main')
})

test('a link to an anchor on another page scrolls to that anchor', async () => {
  await visit('/about-us', '/#reviews')
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
  expect(
    scrollIntoView.mock.invocationCallOrder[0],
    'after scrolling to the top, because the anchor may be hidden',
  ).toBeGreaterThan(scrollTo.mock.invocationCallOrder[1]!)
  expect(document.activeElement?.id).toBe('reviews')
})

test('the browser handles a link to an anchor on the current page', async () => {
  await visit('/#reviews')
  expect(scrollTo).not.toHaveBeenCalled()
  expect(focus).not.toHaveBeenCalled()
})

test('going back to an anchor on this page scrolls there', async () => {
  await visit('/', '/#reviews', '/', -1)
  expect(scrollIntoView).toHaveBeenCalledTimes(2)
  expect(scrollIntoView.mock.invocationCallOrder.at(-1)).toBeGreaterThan(
    scrollTo.mock.invocationCallOrder.at(-1)!,
  )
})

test('a failed page starts at its top and is announced', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  document.title = 'No such page'
  await visit('/missing')
  expect(scrollTo).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.id).toBe('main')
  await expect.poll(() => document.querySelector('[aria-live]')?.textContent).toBe('No such page')
})
