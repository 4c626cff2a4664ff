// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import VisualEditing from '#app/preview/visual-editing.tsx'

vi.mock('@sanity/visual-editing/enable-visual-editing', () => ({ enableVisualEditing: () => () => {} }))

/** The site's stream, which a test speaks for. */
let stream: { onmessage?: () => void } = {}
vi.stubGlobal(
  'EventSource',
  class {
    onmessage = undefined
    constructor() {
      stream = this
    }
    close() {}
  },
)

test('each change is read, also where one was read before React had shown that it was asked for', async () => {
  const loader = vi.fn(() => null)
  const page = { path: '/', loader, element: <VisualEditing />, shouldRevalidate: () => true }
  const router = createMemoryRouter([page], { hydrationData: { loaderData: { 0: null } } })
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />)
  for (const times of [1, 2, 3]) {
    await act(async () => {
      stream.onmessage?.()
      await expect.poll(() => router.state.revalidation).toBe('idle')
    })
    expect(loader).toHaveBeenCalledTimes(times)
  }
})

test('what changes while the page is read is read after that, once', async () => {
  let answer = () => {}
  const loader = vi.fn(() => new Promise<null>((resolve) => (answer = () => resolve(null))))
  const page = { path: '/', loader, element: <VisualEditing />, shouldRevalidate: () => true }
  const router = createMemoryRouter([page], { hydrationData: { loaderData: { 0: null } } })
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />)
  for (const _ of '123') stream.onmessage?.()
  expect(loader).toHaveBeenCalledTimes(1)
  answer()
  await expect.poll(() => loader).toHaveBeenCalledTimes(2)
  answer()
  await expect.poll(() => router.state.revalidation).toBe('idle')
  expect(loader).toHaveBeenCalledTimes(2)
})
