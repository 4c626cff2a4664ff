// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { SanityClient } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { InboxTable } from '#studio/inbox/inbox-table.tsx'
import { LISTS } from '#studio/inbox/lists.ts'
import { staffApi } from '#studio/inbox/staff-api.ts'

// The toast's animations fail in happy-dom.
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: () => {} }) }))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const api = staffApi({} as SanityClient)

/** Simulates a server that returns two rows per page. */
function createList(name: string, rows: object[], onPost = (_body: string): unknown => undefined) {
  const queries: string[] = []
  const answer = async (path: string, { method, body }: RequestInit = {}) => {
    const { search, searchParams } = new URL(path, 'http://studio')
    if (method === 'POST') onPost(String(body))
    else queries.push(search)
    const page = Number(searchParams.get('page') ?? 1)
    return Response.json({ items: rows.slice(2 * page - 2, 2 * page), total: rows.length, page, limit: 2 })
  }
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const show = () =>
    render(
      <ThemeProvider theme={buildTheme()}>
        <InboxTable api={api} list={LISTS.find((list) => list.name === name)!} />
      </ThemeProvider>,
    )
  return { queries, fetch, show }
}
const reviews = (...names: string[]) => names.map((firstName) => ({ id: firstName, firstName }))

test('a double click sends one receipt; other rows stay usable', async () => {
  const posts: string[] = []
  const paid = { state: 'captured', recordedAt: '2026-01-01T00:00:00Z' }
  const rows = reviews('Ann', 'Ben').map((row) => ({ ...row, ...paid }))
  createList('purchases', rows, (body) => posts.push(body)).show()
  const resend = await screen.findByRole('button', { name: 'Send receipt again: Ann' })
  fireEvent.click(resend)
  fireEvent.click(resend)
  fireEvent.click(screen.getByRole('button', { name: 'Send receipt again: Ben' }))
  await expect.poll(() => posts).toEqual([expect.stringContaining('Ann'), expect.stringContaining('Ben')])
})

test('the list shows the previous page when the only row of the last page disappears', async () => {
  const rows = reviews('Ann', 'Ben', 'Eve')
  createList('reviews', rows, () => rows.pop()).show()
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  const status = await screen.findByText('3 entries, page 2 of 2')
  expect(status.closest('[role="status"]')).toBe(document.activeElement)
  fireEvent.click(await screen.findByRole('button', { name: 'Hide: Eve' }))
  expect(await screen.findByRole('button', { name: 'Hide: Ben' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hide: Eve' })).toBeNull()
})

test('a filter also applies the typed search', async () => {
  const { queries, show } = createList('reviews', [])
  show()
  await screen.findByText('0 entries')
  fireEvent.change(screen.getByLabelText('Search in Reviews'), { target: { value: ' Ann ' } })
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'hidden' } })
  await expect.poll(() => queries.at(-1)).toBe('?q=Ann&state=hidden&page=1')
})

test('an editor reads why there is no list, and sees it when the server responds again', async () => {
  vi.useFakeTimers()
  const { fetch, show } = createList('reviews', [])
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('alert').textContent).toBe('The Studio’s server can’t be reached.')
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  screen.getByText('0 entries')
  expect(screen.queryByRole('alert')).toBeNull()
})
