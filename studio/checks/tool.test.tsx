// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Checks } from '#studio/checks/collect.ts'
import { checksTool } from '#studio/checks/tool.tsx'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'

const { lake, workspace, collectChecks } = vi.hoisted(() => ({
  workspace: {},
  lake: {
    tell: (_event: object) => {},
    events: [] as string[],
    listen(_query: string, _params: object, { events = ['mutation'] }: { events?: string[] }) {
      lake.events = events
      return {
        subscribe: ({ next }: { next: (event: object) => void }) => {
          lake.tell = next
          return { unsubscribe: () => {} }
        },
      }
    },
  },
  collectChecks: vi.fn(),
}))
vi.mock('sanity', () => ({
  useClient: () => lake,
  useWorkspace: () => workspace,
  useSchema: () => ({ get: () => undefined }),
}))
vi.mock('sanity/router', () => ({ IntentLink: 'a' }))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: () => {} }) }))
vi.mock('#studio/checks/collect.ts', () => ({
  collectChecks,
  withFieldErrors: async (checks: Checks) => checks,
  FIELDS: { name: 'fields' },
}))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(() => {
  cleanup()
  collectChecks.mockReset()
  vi.useRealTimers()
})

const found = (...messages: string[]) =>
  ({
    content: {},
    checked: messages.map((message) => ({
      document: { _id: message, _type: 'page', title: message },
      id: message,
      hasDraft: false,
      findings: [{ rule: unfinishedText, path: [], message }],
    })),
  }) as unknown as Checks

const shown = () =>
  render(
    <ThemeProvider theme={buildTheme()}>{createElement(checksTool.component as () => null)}</ThemeProvider>,
  )

test('Checks runs again when the network is back', async () => {
  vi.useFakeTimers()
  collectChecks.mockResolvedValue(found('TODO'))
  shown()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('1 place to look at.')
  collectChecks.mockResolvedValue(found('TODO', 'TBD'))
  expect(lake.events).toContain('welcome')
  lake.tell({ type: 'welcome' })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('2 places to look at.')
})

test('the answer of an earlier check does not replace that of a later one', async () => {
  vi.useFakeTimers()
  const slow = Promise.withResolvers<Checks>()
  collectChecks.mockReturnValueOnce(slow.promise).mockResolvedValue(found('TODO', 'TBD'))
  shown()
  lake.tell({ type: 'mutation' })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('2 places to look at.')
  slow.resolve(found())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('2 places to look at.')
})

test('two findings with the same message are both listed, and both go', async () => {
  vi.useFakeTimers()
  const twice = (first: string[]) => {
    const checks = found(...first, 'TBD')
    checks.checked.at(-1)!.findings.push(...found('TBD').checked[0]!.findings)
    return checks
  }
  collectChecks.mockResolvedValue(twice(['TODO']))
  shown()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getAllByRole('group')).toHaveLength(3)
  collectChecks.mockResolvedValue(twice([]))
  lake.tell({ type: 'mutation' })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getAllByRole('group')).toHaveLength(2)
})

test('Checks says that the content could not be reached', async () => {
  vi.useFakeTimers()
  collectChecks.mockRejectedValue(new TypeError('Failed to fetch'))
  shown()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('alert').textContent).toBe(
    'Nothing was checked. The content could not be reached. Try again in a moment.',
  )
})
