// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { SanityClient } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { InboxTable } from '#studio/inbox/inbox-table.tsx'
import { LISTS } from '#studio/inbox/lists.ts'
import { staffApi } from '#studio/inbox/staff-api.ts'

// Its animations end with errors where nothing is drawn.
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: () => {} }) }))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const api = staffApi({} as SanityClient)
const table = (name: string) => (
  <ThemeProvider theme={buildTheme()}>
    <InboxTable api={api} list={LISTS.find((list) => list.name === name)!} />
  </ThemeProvider>
)

test('focus moves from the button that turns the page, which may be disabled then, to the top of the list', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    const page = Number(new URL(path, 'http://studio').searchParams.get('page'))
    return Response.json({ items: [{ id: `${page}` }], total: 2, page, limit: 1 })
  })
  render(table('reviews'))
  const older = await screen.findByRole('button', { name: 'Older' })
  older.focus()
  fireEvent.click(older)
  const status = await screen.findByText('2 entries, page 2 of 2')
  expect(status.closest('[role="status"]')).toBe(document.activeElement)
})

test('a double click acts once; other rows can be acted on meanwhile', async () => {
  const posts: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') posts.push(String(body))
    const paid = { state: 'captured', recordedAt: '2026-01-01T00:00:00Z' }
    const items = ['Ann', 'Ben'].map((firstName) => ({ ...paid, id: firstName, firstName }))
    return Response.json({ items, total: 2, page: 1, limit: 50 })
  })
  render(table('purchases'))
  const again = await screen.findByRole('button', { name: 'Send receipt again: Ann' })
  fireEvent.click(again)
  fireEvent.click(again)
  fireEvent.click(screen.getByRole('button', { name: 'Send receipt again: Ben' }))
  await expect.poll(() => posts).toEqual([expect.stringContaining('Ann'), expect.stringContaining('Ben')])
})

test('the page before is shown when the only row of the last page is gone', async () => {
  const reviews = ['Ann', 'Ben', 'Eve'].map((firstName) => ({ id: firstName, firstName }))
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') reviews.pop()
    const page = Number(new URL(path, 'http://studio').searchParams.get('page'))
    const items = reviews.slice(2 * page - 2, 2 * page)
    return Response.json({ items, total: reviews.length, page, limit: 2 })
  })
  render(table('reviews'))
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Hide: Eve' }))
  expect(await screen.findByRole('button', { name: 'Hide: Ben' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hide: Eve' })).toBeNull()
})

test('focus moves from a button that disappeared with its row to the top of the list', async () => {
  const reviews = ['Ann', 'Ben'].map((firstName) => ({ id: firstName, firstName }))
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') reviews.shift()
    return Response.json({ items: reviews, total: reviews.length, page: 1, limit: 50 })
  })
  render(table('reviews'))
  const hide = await screen.findByRole('button', { name: 'Hide: Ann' })
  hide.focus()
  fireEvent.click(hide)
  const status = await screen.findByText('1 entry')
  expect(status.closest('[role="status"]')).toBe(document.activeElement)
})

test('a late answer does not replace the answer to a newer request', async () => {
  let answerLate = () => {}
  vi.stubGlobal('fetch', async (path: string) => {
    const q = new URL(path, 'http://studio').searchParams.get('q')
    if (q === 'late') await new Promise<void>((resolve) => (answerLate = resolve))
    return Response.json({ items: [{ id: '1', firstName: q ?? 'Anybody' }], total: 1, page: 1, limit: 50 })
  })
  render(table('reviews'))
  const find = (words: string) => {
    fireEvent.change(screen.getByLabelText('Search in Reviews'), { target: { value: words } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  }
  await screen.findByRole('button', { name: 'Hide: Anybody' })
  find('late')
  find('Ann')
  await screen.findByRole('button', { name: 'Hide: Ann' })
  const read = vi.spyOn(Response.prototype, 'json')
  await act(async () => {
    answerLate()
    await expect.poll(() => read).toHaveBeenCalledOnce()
    await read.mock.results[0]!.value
  })
  expect(screen.getByRole('button', { name: 'Hide: Ann' })).toBeTruthy()
})

test('choosing a filter also applies the typed search', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, 'http://studio').search)
    return Response.json({ items: [], total: 0, page: 1, limit: 50 })
  })
  render(table('reviews'))
  await screen.findByText('0 entries')
  fireEvent.change(screen.getByLabelText('Search in Reviews'), { target: { value: ' Ann ' } })
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'hidden' } })
  await expect.poll(() => asked.at(-1)).toBe('?q=Ann&state=hidden&page=1')
})

test('the editor reads why there is no list; the list appears as soon as it can be had', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetch.mockImplementation(async () => Response.json({ items: [], total: 0, page: 1, limit: 50 }))
  vi.stubGlobal('fetch', fetch)
  render(table('reviews'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('alert').textContent).toBe('The Studio’s server can’t be reached.')
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  screen.getByText('0 entries')
  expect(screen.queryByRole('alert')).toBeNull()
})
