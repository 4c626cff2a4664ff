// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Alert } from '#app/ui/alert.tsx'
import { forgetLate, LateAlert, sayLate } from '#app/ui/late-alert.tsx'

afterEach(cleanup)

const say = (text: string) => act(() => sayLate((dismiss) => <Alert onDismiss={dismiss}>{text}</Alert>))

test('a late outcome stays until it is dismissed or the form is sent again, also on a page with its own layout', () => {
  const page = render(<LateAlert />)
  say('Sent')
  page.unmount()
  const { queryByRole, getByRole } = render(<LateAlert />)
  expect(getByRole('alert').textContent).toBe('Sent')
  act(forgetLate)
  expect(queryByRole('alert')).toBeNull()
  say('Failed')
  fireEvent.click(getByRole('button'))
  expect(queryByRole('alert')).toBeNull()
})
