// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PublishFacts } from '#studio/guards/actions/facts.ts'
import { PublishDialog } from '#studio/guards/actions/publish-dialog.tsx'

test('Enter in the date of one document sends nothing out where another is refused', () => {
  const dated = { name: 'The text', since: '2026-01-01', dateField: 'effectiveDate', versionUntil: vi.fn() }
  const onPublish = vi.fn()
  const dialog = (facts: PublishFacts[]) => (
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        asked={facts.map((one, i) => ({ id: `${i}`, name: `Document ${i}`, facts: one }))}
        busy={false}
        onCancel={() => {}}
        onPublish={onPublish}
      />
    </ThemeProvider>
  )
  const allowed = { questions: [], dated }
  const { rerender } = render(dialog([allowed, { questions: [], refusal: 'Never.' }]))
  // As a browser does where a form has one field and no button.
  const enter = () => fireEvent.submit(screen.getByLabelText('In force from').closest('form')!)
  enter()
  expect(onPublish).not.toHaveBeenCalled()
  rerender(dialog([allowed]))
  enter()
  expect(onPublish).toHaveBeenCalledOnce()
})
