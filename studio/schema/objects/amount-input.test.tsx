// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type NumberInputProps, set, unset } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { AmountInput } from '#studio/schema/objects/amount-input.tsx'

vi.mock('sanity', () => ({ set: (value: unknown) => ({ set: value }), unset: () => ({ unset: true }) }))

afterEach(cleanup)

test('what can’t be read stays to be mended, until a figure comes from another window', () => {
  const onChange = vi.fn()
  const field = (value?: number) => {
    const elementProps = { id: 'price', onBlur: () => {} }
    return (
      <ThemeProvider theme={buildTheme()}>
        <AmountInput {...({ elementProps, onChange, value } as unknown as NumberInputProps)} />
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
  rerender(field(520))
  expect(input.value).toBe('520')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(input, { target: { value: '1,530' } })
  expect(onChange).toHaveBeenLastCalledWith(set(1530))
})
