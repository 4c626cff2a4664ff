// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, configure, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { DocumentActionProps } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { sharePreview } from '#studio/presentation/share-preview.tsx'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

vi.mock('sanity', () => ({ useClient: () => ({}) }))
vi.mock('@sanity/preview-url-secret/create-secret', () => ({
  createPreviewSecret: async () => ({ secret: 's' }),
}))
vi.mock('#studio/site-url.ts', () => ({ siteUrl: async () => 'http://site' }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 'The site can’t be reached'],
  [
    'answers with an error page of its proxy',
    async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'The site answered with error 502.',
  ],
  [
    'says why',
    async () => Response.json({ error: 'This document has no page yet.' }, { status: 404 }),
    'This document has no page yet.',
  ],
])('the dialog says why there is no link if the site %s', async (_what, answer, words) => {
  vi.stubGlobal('fetch', answer)
  const props = { type: 'page', draft: { _id: 'drafts.a' } } as unknown as DocumentActionProps
  const { result } = renderHook(() => sharePreview(props))
  act(() => result.current?.onHandle?.())
  const { content } = result.current!.dialog as { content: ReactNode }
  render(<ThemeProvider theme={buildTheme()}>{content}</ThemeProvider>)
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(`No link was made: ${words}`)
})
