// @vitest-environment happy-dom

import { useLoaderData } from '@remix-run/react'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useReducer } from 'react'
import { flushSync } from 'react-dom'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { CustomerForm, type CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import { fixtureSettings } from '#tests/support/render.tsx'

afterEach(cleanup)

const ANN: CustomerDetails = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '3025550100',
  city: 'Dover',
  state: 'DE',
  address: '1 Main St',
}

test('saving ends with the page that shows what is saved, not with the answer, which can be there a render before', async () => {
  let saved: CustomerDetails | null = null
  let loaded = () => {}
  const form: { current: CustomerFormHandle | null } = { current: null }
  let renderAnew = () => {}
  function Page() {
    renderAnew = useReducer((count: number) => count + 1, 0)[1]
    const shown = useLoaderData() as { saved: CustomerDetails | null }
    return <CustomerForm saved={shown.saved} handle={form} onCleared={() => {}} focusFirst={false} />
  }
  const router = createMemoryRouter(
    [
      {
        id: 'checkout',
        path: '/',
        element: <Page />,
        loader: () => new Promise((resolve) => (loaded = () => resolve({ saved }))),
        action: () => {
          saved = ANN
          return { ok: true, cleared: false }
        },
      },
    ],
    { hydrationData: { loaderData: { checkout: { saved } } } },
  )
  const { container, getByRole } = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </SettingsProvider>,
  )
  for (const [name, value] of Object.entries(ANN)) {
    fireEvent.input(container.querySelector(`[name=${name}]`) as HTMLInputElement, { target: { value } })
  }
  await act(async () => fireEvent.click(getByRole('button', { name: 'Save Details' })))
  const unsaved = form.current?.saving()?.then(() => form.current?.isUnsaved())
  // The router changes what React shows in place, and then asks for the transition to it.
  const stop = router.subscribe(() => flushSync(renderAnew))
  await act(async () => loaded())
  stop()
  expect(await unsaved).toBe(false)
})
