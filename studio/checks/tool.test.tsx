// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Checks } from '#studio/checks/collect.ts'
import { checksTool } from '#studio/checks/tool.tsx'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'

const { collectChecks, toast } = vi.hoisted(() => ({ collectChecks: vi.fn(), toast: vi.fn() }))
vi.mock('sanity', () => ({
  useClient: () => undefined,
  useWorkspace: () => undefined,
  useSchema: () => ({ get: () => undefined }),
}))
vi.mock('sanity/router', () => ({ IntentLink: 'a' }))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: toast }) }))
vi.mock('#studio/checks/collect.ts', () => ({
  collectChecks,
  withFieldErrors: async (checks: Checks) => checks,
  FIELDS: { name: 'fields' },
}))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(() => {
  cleanup()
  collectChecks.mockReset()
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

test('two findings with the same message are both listed, and both go', async () => {
  const twice = (first: string[]) => {
    const checks = found(...first, 'TBD')
    checks.checked.at(-1)!.findings.push(...found('TBD').checked[0]!.findings)
    return checks
  }
  collectChecks.mockResolvedValue(twice(['TODO']))
  shown()
  await screen.findByText('3 places to look at.')
  expect(screen.getAllByRole('group')).toHaveLength(3)
  collectChecks.mockResolvedValue(twice([]))
  screen.getByRole('button', { name: 'Check again' }).click()
  await screen.findByText('2 places to look at.')
  expect(screen.getAllByRole('group')).toHaveLength(2)
})

test('Checks says that the content could not be reached', async () => {
  collectChecks.mockRejectedValue(new TypeError('Failed to fetch'))
  shown()
  await screen.findByText('Nothing was checked. Press “Check again”.')
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Nothing was checked',
      description: 'The content could not be reached. Try again in a moment.',
    }),
  )
})
