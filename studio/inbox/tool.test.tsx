// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { inboxTool } from '#studio/inbox/tool.tsx'

vi.mock('sanity', () => ({ useProjectId: () => 'local' }))
vi.mock('#studio/inbox/inbox-table.tsx', () => ({ InboxTable: () => 'The list' }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an inbox that could not be reached is there once it can be, and is asked for no more', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetch.mockImplementation(async () => Response.json({ available: true }))
  vi.stubGlobal('fetch', fetch)
  render(
    <ThemeProvider theme={buildTheme()}>{createElement(inboxTool.component as () => null)}</ThemeProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('The Studio’s server can’t be reached.')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  screen.getByText('The list')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetch).toHaveBeenCalledTimes(2)
})
