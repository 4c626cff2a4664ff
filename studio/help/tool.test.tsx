// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, render, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { helpTool } from '#studio/help/tool.tsx'
import { blocks } from '#studio/schema/blocks.ts'
import { RULES } from '#studio/validation/rules.ts'

afterEach(cleanup)

test('Help has eleven tasks in steps, every block with its thumbnail, and every rule', () => {
  render(
    <ThemeProvider theme={buildTheme()}>{createElement(helpTool.component as () => null)}</ThemeProvider>,
  )
  const section = (name: string) => within(screen.getByRole('region', { name }))
  expect(section('Everyday tasks').getAllByRole('list')).toHaveLength(11)
  const thumbnails = screen.getByRole('region', { name: 'Blocks of a page' }).querySelectorAll('img')
  expect(thumbnails).toHaveLength(blocks.length)
  for (const { title } of RULES) section('What the Studio checks').getByText(title)
})
