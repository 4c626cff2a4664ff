// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
const scrollIntoView = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {})
const focus = vi.spyOn(HTMLElement.prototype, 'focus')
beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

function visit(...addresses: (string | number)[]) {
  return visitFrom(['/'], ...addresses)
}
type Entries = NonNullable<Parameters<typeof createMemoryRouter>[1]>['initialEntries']
async function visitFrom(initialEntries: Entries, ...addresses: (string | number)[]) {
  vi.resetModules() // a document of its own
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
  const router = createMemoryRouter([root], { initialEntries })
  render(<RouterProvider router={router} />)
  for (const address of addresses) await act(() => router.navigate(address as string))
}

test('the first page stays where the browser put it', async () => {
  await visit()
  expect(scrollTo).not.toHaveBeenCalled()
})

test('every navigation starts at the top and moves the focus, to the page that is shown already too', async () => {
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
  expect(scrollIntoView.mock.invocationCallOrder[0], 'from the top: it may not be shown').toBeGreaterThan(
    scrollTo.mock.invocationCallOrder[1]!,
  )
  expect(document.activeElement?.id, 'a reader and the next Tab go on there').toBe('reviews')
})

test('a link to an anchor on this page is left to the browser: no scroll to the top, no focus change', async () => {
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

test('so it is between places on a page that the browser went to, which share a key', async () => {
  const place = (hash: string) => ({ pathname: '/', hash, key: 'default' })
  await visitFrom([place(''), place('#main'), place('#reviews')], -1)
  expect(scrollIntoView.mock.contexts).toEqual([document.getElementById('main')])
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a failed page with its own layout starts at its top and is announced, and so is the next page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  document.title = 'No such page'
  await visit('/missing')
  expect(scrollTo).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.id).toBe('main')
  await expect.poll(() => document.querySelector('[aria-live]')?.textContent).toBe('No such page')
  cleanup()
  await visit('/missing', '/')
  expect(scrollTo).toHaveBeenCalledTimes(3)
  expect(document.activeElement?.id).toBe('main')
})
