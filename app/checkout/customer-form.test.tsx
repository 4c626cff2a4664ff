// @vitest-environment happy-dom

import { useLoaderData } from '@remix-run/react'
import { cleanup, render } from '@testing-library/react'
import { startTransition, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { type CustomerDetails, customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { CustomerForm, type CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import { fixtureSettings } from '#tests/support/render.tsx'

afterEach(cleanup)

const ANN: CustomerDetails = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@xn--mller-kva.example',
  phone: '3025550100',
  city: 'Dover',
  state: 'DE',
  address: '1 Main St',
}

/** A checkout page as the site has it: what is saved is loaded anew once `load` says so. */
function shownForm() {
  let saved: CustomerDetails | null = null
  let loaded: (() => void) | undefined
  let renderAnew = () => {}
  const form: { current: CustomerFormHandle | null } = { current: null }
  function Page() {
    renderAnew = useReducer((count: number) => count + 1, 0)[1]
    const shown = useLoaderData() as { saved: CustomerDetails | null }
    return <CustomerForm saved={shown.saved} handle={form} />
  }
  const router = createMemoryRouter(
    [
      {
        id: 'checkout',
        path: '/',
        element: <Page />,
        loader: () => new Promise((resolve) => (loaded = () => resolve({ saved }))),
        action: async ({ request }) => {
          saved = customerDetailsSchema.parse(Object.fromEntries(await request.formData()))
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
  // Without `act`, which makes one transition of all that are asked for in it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  function type(name: string, value: string) {
    const field = container.querySelector(`[name=${name}]`) as HTMLInputElement
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const save = () => getByRole('button', { name: 'Save Details' }).click()
  /** The router changes in place what React shows, and asks for a transition to it: React shows something before that. */
  async function load(): Promise<void> {
    await expect.poll(() => loaded).toBeDefined()
    const asked = new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        stop()
        resolve()
      })
    })
    loaded?.()
    loaded = undefined
    await asked
    flushSync(renderAnew)
  }
  for (const [name, value] of Object.entries(ANN)) type(name, value)
  type('email', 'ann@müller.example') // as Firefox keeps it, whatever is saved
  return { form, type, save, load, renderAnew: () => renderAnew() }
}

test('saving ends with the page that shows what is saved, not with the answer, which can be there a render before', async () => {
  const { form, type, save, load, renderAnew } = shownForm()
  // In what order React shows what it was asked for in transitions depends on how many there were, ten in a round.
  for (let count = 0; count < 12; count++) {
    type('city', `City ${count}`)
    save()
    const unsaved = form.current?.saving()?.then(() => form.current?.isUnsaved())
    await load()
    expect(await unsaved, `after ${count} others`).toBe(false)
    for (let more = 0; more < 3; more++) {
      startTransition(renderAnew)
      await new Promise((resolve) => setTimeout(resolve)) // one for each
    }
  }
})
