// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PublishFacts } from '#studio/publish/facts.ts'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { formatDateTime, localDate } from '#studio/schema/dates.ts'

afterEach(cleanup)

const dated = { name: 'The text', since: '2026-01-01', dateField: 'effectiveDate', versionUntil: vi.fn() }

test('of a date before the words that it replaces it is said why it can’t be', () => {
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        // An earlier text comes back, with its date, by its history or a reverted release: it holds from now on.
        asked={[{ id: 'a', facts: { questions: [], dated: { ...dated, proposed: '2025-06-01' } } }]}
        busy={false}
        onCancel={() => {}}
        onPublish={() => {}}
      />
    </ThemeProvider>,
  )
  const date = screen.getByLabelText<HTMLInputElement>('In force from')
  expect(date.value).toBe(localDate(new Date()))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(date, { target: { value: '2025-12-31' } })
  expect(screen.getByRole('alert').textContent).toContain('2026-01-01 or later')
})

test.each([
  ['2026-05-01', '2026-05-01', 'one that the draft has got'],
  ['2026-01-01', '2026-01-01', 'the same day'],
])('proposed %s is asked for as %s: %s', (proposed, asked) => {
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        asked={[{ id: 'a', facts: { questions: [], dated: { ...dated, proposed } } }]}
        busy={false}
        onCancel={() => {}}
        onPublish={() => {}}
      />
    </ThemeProvider>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('In force from').value).toBe(asked)
})

test('a year has four digits: the browser takes no more', () => {
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        asked={[{ id: 'a', facts: { questions: [], dated } }]}
        busy={false}
        onCancel={() => {}}
        onPublish={() => {}}
      />
    </ThemeProvider>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('In force from').max).toBe('9999-12-31')
})

test('Enter in the date of one document sends nothing out where another is refused', () => {
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

test('a page whose place another takes is led to by nothing', () => {
  const onPublish = vi.fn()
  const successor = { _id: 'b', _type: 'page', slug: 'prices', title: 'What it costs' }
  const moved = { from: '/prices', to: '/plans', inNavigation: true, successor, redirect: undefined }
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        asked={[{ id: 'a', facts: { questions: [], moved: { ...moved, isKnown: false, obsolete: [] } } }]}
        busy={false}
        onCancel={() => {}}
        onPublish={onPublish}
      />
    </ThemeProvider>,
  )
  expect(screen.getByText(/Who comes to \/prices finds “What it costs” there\./)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Publish with this' }))
  expect(onPublish).toHaveBeenCalledWith(new Map([['a', {}]]))
})

test('what is scheduled says when it goes out', () => {
  const publishAt = '2026-11-30T17:00:00.000Z'
  render(
    <ThemeProvider theme={buildTheme()}>
      <PublishDialog
        asked={[{ id: 'a', facts: { questions: [], dated } }]}
        publishAt={publishAt}
        busy={false}
        onCancel={() => {}}
        onPublish={() => {}}
      />
    </ThemeProvider>,
  )
  expect(screen.getByText(`Goes out ${formatDateTime(publishAt)}.`)).toBeTruthy()
})
