// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from '#app/ui/tabs/tabs.tsx'

afterEach(cleanup)

const tabs = (
  <Tabs
    label="About us"
    initial={1}
    tabs={[
      { id: 'our-company', title: 'Our Company', content: 'What we are.' },
      { id: 'our-mission', title: 'Our Mission', content: 'What we do.' },
      { id: 'our-vision', title: 'Our Vision', content: 'What we want.' },
    ]}
  />
)
const html = renderToString(<MemoryRouter>{tabs}</MemoryRouter>)

test('the server renders a tab list with the initial tab selected', () => {
  expect(html).toContain('role="tablist" aria-label="About us"')
  const tabs = [...html.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map((match) => match[0])
  expect(tabs.map((tab) => /aria-selected="(\w+)"/.exec(tab)?.[1])).toEqual(['false', 'true', 'false'])
})

test('before JavaScript each tab is a link to its panel', () => {
  for (const id of ['our-company', 'our-mission', 'our-vision']) {
    expect(html).toContain(`href="#${id}"`)
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*role="tabpanel" aria-labelledby="${id}-tab"`))
  }
  expect(html).not.toMatch(/tabindex="-1"|hidden| style=/)
  expect(html).toContain('What we want.')
})

test('a client-side navigation opens the tab that its hash names', async () => {
  const router = createMemoryRouter([{ path: '*', element: tabs }])
  const { getByRole } = render(<RouterProvider router={router} />)
  const selected = () => getByRole('tab', { selected: true }).textContent
  expect(selected()).toBe('Our Mission')
  await act(() => router.navigate('/#our-vision'))
  expect(selected()).toBe('Our Vision')
  fireEvent.click(getByRole('tab', { name: 'Our Company' }))
  await act(() => router.navigate('/#main'))
  expect(selected()).toBe('Our Company')
})

test('a click, arrow keys, Home and End open another tab', () => {
  const { getByRole } = render(<RouterProvider router={createMemoryRouter([{ path: '*', element: tabs }])} />)
  const selected = () => getByRole('tab', { selected: true })
  fireEvent.click(getByRole('tab', { name: 'Our Vision' }))
  expect(getByRole('tabpanel').textContent).toBe('What we want.')
  for (const [key, title] of [
    ['ArrowRight', 'Our Company'],
    ['ArrowLeft', 'Our Vision'],
    ['Home', 'Our Company'],
    ['End', 'Our Vision'],
  ] as const) {
    fireEvent.keyDown(selected(), { key })
    expect(selected().textContent).toBe(title)
    expect(document.activeElement).toBe(selected())
  }
})
