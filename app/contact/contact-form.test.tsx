// @vitest-environment happy-dom
import { act, render, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ContactForm } from '#app/contact/contact-form.tsx'
import { OUTDATED, SENT } from '#app/contact/enquiry-form.ts'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { BlockNumber } from '#app/ui/section-id.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'

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

test('of two forms on a page that one tells what came of it, without script, that was sent', () => {
  const forms = [1, 2].map((nth) => (
    <BlockNumber key={nth} value={nth}>
      <ContactForm
        block={{ _key: `${nth}`, _type: 'contactForm' } as BlockOf<'contactForm'>}
        consents={null}
      />
    </BlockNumber>
  ))
  for (const [place, said] of [
    [undefined, [SENT, undefined]],
    ['enquiry-2', [undefined, SENT]],
  ] as const) {
    const router = createMemoryRouter([{ id: 'page', path: '/', action: () => null, element: forms }], {
      hydrationData: { loaderData: {}, actionData: { page: { form: 'enquiry', ok: true, place } } },
    })
    const { container, unmount } = render(
      <SettingsProvider value={fixtureSettings}>
        <RouterProvider router={router} />
      </SettingsProvider>,
    )
    const alerts = [...container.querySelectorAll('form')].map((form) => form.querySelector('[role=alert]'))
    expect(alerts.map((alert) => alert?.querySelector('p')?.textContent)).toEqual(said)
    const places = [...container.querySelectorAll('form')].map((form) => new FormData(form).get('place'))
    expect(places).toEqual([null, 'enquiry-2'])
    unmount()
  }
})

test('a tick belongs to its wording: beside another the box is empty, and what was typed stays', async () => {
  const wording = (text: string) => ({ text, hash: `hash of ${text}` })
  const page = { smsConsent: wording('Text me.'), marketingConsent: wording('Write to me.') }
  const changed = { ...page, smsConsent: wording('Text me daily.') }
  const posted: Record<string, unknown>[] = []
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <ContactForm block={{ _key: 'a', _type: 'contactForm' } as BlockOf<'contactForm'>} consents={page} />
      ),
      action: async ({ request }) => {
        const initialValue = Object.fromEntries(await request.formData())
        posted.push(initialValue)
        if (posted.length > 1) return { form: 'enquiry', ok: true }
        return {
          form: 'enquiry',
          ok: false,
          reason: 'outdated',
          status: 409,
          consents: changed,
          submission: { initialValue },
        }
      },
    },
  ])
  const { container } = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
  const { getByLabelText, getByRole, findByRole } = within(container)
  const boxes = () => [...container.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  // Firefox restores a form when it is reloaded, unless the form says not to.
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
  expect(posted).toMatchObject([
    { firstName: 'Ann', smsConsent: page.smsConsent.hash, marketingConsent: page.marketingConsent.hash },
    { firstName: 'Ann', smsConsent: changed.smsConsent.hash, marketingConsent: page.marketingConsent.hash },
  ])
  expect(getByLabelText('Text me daily.'), 'after it was sent').not.toBeNull()
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
})

test('a link beside the form opens a new tab, and says so', () => {
  const [text] = paragraphs('Privacy Policy')
  const legal = [
    {
      ...text,
      children: [{ _type: 'span', text: 'Privacy Policy', marks: ['a'] }],
      markDefs: [{ _key: 'a', _type: 'textLink', href: 'https://elsewhere.example/', target: null }],
    },
  ]
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <ContactForm
          block={{ _key: 'a', _type: 'contactForm', legal } as unknown as BlockOf<'contactForm'>}
          consents={null}
        />
      ),
    },
  ])
  const { getByRole } = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
  const link = getByRole('link', { name: 'Privacy Policy' })
  expect([link.getAttribute('target'), link.title]).toEqual(['_blank', 'Opens in a new tab'])
})
