// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Alert } from '#app/ui/alert.tsx'
import { forgetLate, LateAlert, sayLate } from '#app/ui/late-alert.tsx'

afterEach(cleanup)

const say = (about: Parameters<typeof sayLate>[0], text: string) =>
  act(() => sayLate(about, (dismiss) => <Alert onDismiss={dismiss}>{text}</Alert>))

test('what came too late stays until it is dismissed or the same is tried anew, also on a page with a layout of its own', () => {
  const page = render(<LateAlert />)
  say('payment', 'Paid')
  say('enquiry', 'Sent')
  page.unmount()
  const { queryAllByRole, getAllByRole } = render(<LateAlert />)
  const said = () => queryAllByRole('alert').map(({ textContent }) => textContent)
  expect(said()).toEqual(['Paid', 'Sent'])
  act(() => forgetLate('enquiry'))
  expect(said()).toEqual(['Paid'])
  fireEvent.click(getAllByRole('button')[0] as HTMLElement)
  expect(said()).toEqual([])
})
