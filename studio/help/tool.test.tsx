// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, render, screen, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TASKS } from '#studio/help/tasks.ts'
import { helpTool } from '#studio/help/tool.tsx'
import { blocks } from '#studio/schema/blocks.ts'
import { RULES } from '#studio/validation/rules.ts'

vi.mock('sanity/router', () => ({
  IntentLink: ({ intent, params, children }: { intent: string; params: object; children: ReactNode }) => (
    <a href={`/intent/${intent}/${Object.values(params).join('/')}`}>{children}</a>
  ),
}))

afterEach(cleanup)

test('Help has ten tasks in steps, every block with its thumbnail, and every rule', () => {
  render(
    <ThemeProvider theme={buildTheme()}>{createElement(helpTool.component as () => null)}</ThemeProvider>,
  )
  const section = (name: string) => within(screen.getByRole('region', { name }))
  expect(section('Everyday tasks').getAllByRole('list')).toHaveLength(10)
  expect(section('Everyday tasks').getAllByRole('listitem')).toHaveLength(
    TASKS.flatMap(({ steps }) => steps).length,
  )
  expect(section('Everyday tasks').getAllByText('Publish', { selector: 'strong' }).length).toBeGreaterThan(5)
  const { pathname } = section('Everyday tasks').getByRole<HTMLAnchorElement>('link', { name: 'new page' })
  expect(pathname).toBe('/intent/create/page/page')

  const pictures = screen.getByRole('region', { name: 'Blocks of a page' }).querySelectorAll('img')
  expect(pictures).toHaveLength(blocks.length)
  for (const { title } of RULES) section('What the Studio checks').getByText(title)
})
