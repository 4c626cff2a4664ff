// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type NumberInputProps, set, unset } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { AmountInput } from '#studio/schema/objects/amount-input.tsx'

const useReportParseError = vi.hoisted(() => vi.fn())
vi.mock('sanity', () => ({
  set: (value: unknown) => ({ set: value }),
  unset: () => ({ unset: true }),
  useReportParseError,
}))

afterEach(cleanup)

test('what can’t be read stays to be mended, until a figure comes from another window', () => {
  const onChange = vi.fn()
  const path = ['price']
  const field = (value?: number) => {
    const elementProps = { id: 'price', onBlur: () => {} }
    return (
      <ThemeProvider theme={buildTheme()}>
        <AmountInput {...({ elementProps, onChange, path, value } as unknown as NumberInputProps)} />
      </ThemeProvider>
    )
  }
  const { rerender } = render(field(510))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  input.focus()
  fireEvent.change(input, { target: { value: '5x' } })
  expect(onChange).toHaveBeenLastCalledWith(unset())
  // What was sent last comes back late: it is being typed still.
  rerender(field(5))
  expect(input.value).toBe('5x')
  rerender(field())
  input.blur()
  expect([input.value, screen.getByRole('alert').textContent]).toEqual(['5x', expect.stringContaining('5x')])
  // Publish goes by that: the figure may be one that a plan can do without.
  expect(useReportParseError).toHaveBeenLastCalledWith(path, expect.stringContaining('5x'))
  rerender(field(520))
  expect(input.value).toBe('520')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(useReportParseError).toHaveBeenLastCalledWith(path, null)
  fireEvent.change(input, { target: { value: '1,530' } })
  expect(onChange).toHaveBeenLastCalledWith(set(1530))
})
