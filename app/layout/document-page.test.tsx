// @vitest-environment happy-dom
import { act, fireEvent, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { SettingsProvider } from '#app/content/settings.tsx'
import { DocumentPage } from '#app/layout/document-page.tsx'
import { packed } from '#app/page-data.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'

const tab = (title: string) => ({ _key: title, title, text: paragraphs(`About ${title}`) })
const blocks = [{ _key: 'tabs', _type: 'tabs', heading: 'About us', openTab: 1, tabs: ['a', 'b'].map(tab) }]

test('a page and its copy, whose blocks have the same keys, are two pages: what was done on one is not done on the other', async () => {
  const loader = ({ params: { slug } }: { params: { slug?: string } }) =>
    packed({ kind: 'page', page: { _id: slug, slug, title: slug, blocks }, listPage: 1, extras: {} })
  const router = createMemoryRouter([{ path: '/:slug', loader, element: <DocumentPage /> }], {
    initialEntries: ['/page'],
  })
  const shown = render(
    <SettingsProvider value={fixtureSettings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
  const selected = () => shown.getByRole('tab', { selected: true }).textContent
  fireEvent.click(await shown.findByRole('tab', { name: 'b' }))
  expect(selected()).toBe('b')
  await act(() => router.navigate('/copy'))
  expect(selected()).toBe('a')
})
