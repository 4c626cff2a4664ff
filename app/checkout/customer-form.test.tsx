// @vitest-environment happy-dom

import { useLoaderData } from '@remix-run/react'
import { act, cleanup, render } from '@testing-library/react'
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

/** A checkout page as the site has it: what is saved is loaded anew once `load` says so. */
function shownForm() {
  let saved: CustomerDetails | null = null
  let loaded = () => {}
  let renderAnew = () => {}
  const form: { current: CustomerFormHandle | null } = { current: null }
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
        action: async ({ request }) => {
          saved = Object.fromEntries(await request.formData()) as CustomerDetails
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
  // Without React Testing Library, which would have React show first what it has put off.
  function type(name: string, value: string) {
    const field = container.querySelector(`[name=${name}]`) as HTMLInputElement
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const save = () => getByRole('button', { name: 'Save Details' }).click()
  /** The router changes what React shows in place, and then asks for the transition to it: `between`. */
  async function load(between: () => void) {
    const stop = router.subscribe(() => {
      flushSync(renderAnew)
      stop()
      between()
    })
    await act(async () => loaded())
  }
  act(() => {
    for (const [name, value] of Object.entries(ANN)) type(name, value)
  })
  return { form, type, save, load }
}

test('saving ends with the page that shows what is saved, not with the answer, which can be there a render before', async () => {
  const { form, save, load } = shownForm()
  await act(async () => save())
  const unsaved = form.current?.saving()?.then(() => form.current?.isUnsaved())
  await load(() => {})
  expect(await unsaved).toBe(false)
})

test('… and not with that of a save before, pressed again before its page is shown', async () => {
  const { form, type, save, load } = shownForm()
  await act(async () => save())
  let unsaved: Promise<boolean | undefined> | undefined
  await load(() => {
    type('city', 'Lewes')
    save()
    unsaved = form.current?.saving()?.then(() => form.current?.isUnsaved())
  })
  await load(() => {})
  expect(await unsaved).toBe(false)
})
