// @vitest-environment happy-dom
import { act, render, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ContactForm } from '#app/contact/contact-form.tsx'
import { OUTDATED, SENT } from '#app/contact/enquiry-form.ts'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { BlockPosition } from '#app/ui/section-id.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

const block = (_key: string) => ({ _key, _type: 'contactForm' }) as BlockOf<'contactForm'>

function renderPage(element: ReactNode, route: Partial<RouteObject> = {}, actionData?: unknown) {
  const routes = [
    { id: 'page', path: '/', element, ...route } as RouteObject,
    { path: '/elsewhere', element: null },
  ]
  const hydrationData = actionData ? { loaderData: {}, actionData: { page: actionData } } : undefined
  const router = createMemoryRouter(routes, { hydrationData })
  const page = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
  return { router, ...page }
}

test('each of two forms keeps its own text when the visitor comes back', async () => {
  const forms = ['above', 'below'].map((key) => <ContactForm key={key} block={block(key)} consents={null} />)
  const { router, container } = renderPage(forms)
  const names = () => [...container.querySelectorAll<HTMLInputElement>('[name=firstName]')]
  for (const [index, name] of ['Ann', 'Ben'].entries()) names()[index]!.value = name
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate(-1))
  expect(names().map(({ value }) => value)).toEqual(['Ann', 'Ben'])
})

test.each([
  [undefined, [SENT, undefined]],
  ['enquiry-2', [undefined, SENT]],
])('without JavaScript the result appears in the form that was sent: %s', (place, results) => {
  const forms = [1, 2].map((nth) => (
    <BlockPosition key={nth} value={nth}>
      <ContactForm block={block(`${nth}`)} consents={null} />
    </BlockPosition>
  ))
  const { container } = renderPage(forms, { action: () => null }, { form: 'enquiry', ok: true, place })
  const alerts = [...container.querySelectorAll('form')].map((form) => form.querySelector('[role=alert]'))
  expect(alerts.map((alert) => alert?.querySelector('p')?.textContent)).toEqual(results)
})

test('a tick counts only for its wording: the box of a changed wording is empty, the typed text stays', async () => {
  const wording = (text: string) => ({ text, hash: `hash of ${text}` })
  const offered = { smsConsent: wording('Text me.'), marketingConsent: wording('Write to me.') }
  const changed = { ...offered, smsConsent: wording('Text me daily.') }
  const posted: Record<string, unknown>[] = []
  const { container } = renderPage(<ContactForm block={block('a')} consents={offered} />, {
    action: async ({ request }) => {
      const initialValue = Object.fromEntries(await request.formData())
      posted.push(initialValue)
      if (posted.length > 1) return { form: 'enquiry', ok: true }
      const outdated = { ok: false, reason: 'outdated', status: 409, consents: changed }
      return { form: 'enquiry', ...outdated, submission: { initialValue } }
    },
  })
  const { getByLabelText, getByRole, findByRole } = within(container)
  const boxes = () => [...container.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  // Firefox would restore ticks on reload.
  expect(container.querySelector('form')?.autocomplete).toBe('off')
  const submit = async () => {
    await act(async () => getByRole('button', { name: 'Submit' }).click())
    return (await findByRole('alert')).querySelector('p')?.textContent
  }
  container.querySelector<HTMLInputElement>('[name=firstName]')!.value = 'Ann'
  for (const text of ['Text me.', 'Write to me.']) await act(async () => getByLabelText(text).click())

  expect(await submit()).toBe(OUTDATED)
  expect(boxes().map(({ value, checked }) => [value, checked])).toEqual([
    ['hash of Text me daily.', false],
    ['hash of Write to me.', true],
  ])
  await act(async () => getByLabelText('Text me daily.').click())
  expect(await submit()).toBe(SENT)
  expect(posted[1]).toMatchObject({
    firstName: 'Ann',
    smsConsent: changed.smsConsent.hash,
    marketingConsent: changed.marketingConsent.hash,
  })
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
})
