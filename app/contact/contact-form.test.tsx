// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ContactForm } from '#app/contact/contact-form.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

test('of two forms on a page each has its own words again where Back leads', async () => {
  const forms = ['above', 'below'].map((_key) => (
    <ContactForm
      key={_key}
      block={{ _key, _type: 'contactForm' } as BlockOf<'contactForm'>}
      consents={null}
    />
  ))
  const router = createMemoryRouter([
    { path: '/', element: forms },
    { path: '/elsewhere', element: null },
  ])
  const { container } = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
  const names = () => [...container.querySelectorAll<HTMLInputElement>('[name=firstName]')]
  for (const [index, name] of ['Ann', 'Ben'].entries()) names()[index]!.value = name
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate(-1))
  expect(names().map(({ value }) => value)).toEqual(['Ann', 'Ben'])
})
