// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InboxTable } from '#studio/inbox/inbox-table.tsx'
import { LISTS } from '#studio/inbox/lists.ts'

// Its animations end with errors where nothing is drawn.
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: () => {} }) }))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('once the only row of the last page is gone, the page before it is shown', async () => {
  const reviews = ['Ann', 'Ben', 'Eve'].map((firstName) => ({ id: firstName, firstName }))
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') reviews.pop()
    const page = Number(new URL(path, 'http://studio').searchParams.get('page'))
    const items = reviews.slice(2 * page - 2, 2 * page)
    return Response.json({ items, total: reviews.length, page, limit: 2 })
  })
  render(
    <ThemeProvider theme={buildTheme()}>
      <InboxTable list={LISTS.find(({ name }) => name === 'reviews')!} />
    </ThemeProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Hide: Eve' }))
  expect(await screen.findByRole('button', { name: 'Hide: Ben' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hide: Eve' })).toBeNull()
})
