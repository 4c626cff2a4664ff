// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { NoPlan } from '#app/checkout/no-plan.tsx'
import { LateOutcome, Outcome } from '#app/checkout/outcome.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { Settings } from '#app/content/types.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

const settings = {
  ...fixtureSettings,
  checkoutWords: { paymentPending: 'PayPal is still checking.' },
} as Settings
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('what a buyer has to know is said where a screen reader listens already', () => {
  const view = (outcome?: PaymentOutcome) => (
    <SettingsProvider value={settings}>
      <Outcome outcome={outcome} onDismiss={() => {}} />
    </SettingsProvider>
  )
  const { getByRole, rerender } = render(view())
  const status = getByRole('status')
  expect(status.childNodes).toHaveLength(0)
  rerender(view({ kind: 'pending' }))
  expect(getByRole('status')).toBe(status)
  expect(status.textContent).toBe('PayPal is still checking.')
})

test('… also on another page than the one that was paid on', () => {
  vi.useFakeTimers()
  const { getByRole } = render(
    <SettingsProvider value={settings}>
      <LateOutcome outcome={{ kind: 'pending' }} onDismiss={() => {}} />
    </SettingsProvider>,
  )
  const status = getByRole('status')
  expect(status.childNodes).toHaveLength(0)
  act(() => void vi.runAllTimers())
  expect(getByRole('alert').textContent).toContain('Payment Failed')
  expect(getByRole('status')).toBe(status)
  expect(status.textContent).toBe('PayPal is still checking.')
})

const withoutPlan = (returned: PaymentOutcome | null) => {
  const page = (
    <SettingsProvider value={settings}>
      <main id="main" tabIndex={-1}>
        <NoPlan returned={returned} />
      </main>
    </SettingsProvider>
  )
  return <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
}

test('a plan that went with what was pressed leaves the focus to the page, which takes none as it is loaded', () => {
  const container = document.body.appendChild(document.createElement('div'))
  const loaded = withoutPlan(null)
  container.innerHTML = renderToString(loaded)
  render(loaded, { container, hydrate: true })
  expect(document.activeElement).toBe(document.body)
  cleanup()
  render(withoutPlan(null))
  expect(document.activeElement?.id).toBe('main')
})

test('without a plan an alert that is dismissed gives the focus to the page', () => {
  const { getByRole, queryByRole } = render(withoutPlan({ kind: 'declined' }))
  const dismiss = getByRole('button', { name: 'Dismiss' })
  dismiss.focus()
  fireEvent.click(dismiss)
  expect(queryByRole('alert')).toBeNull()
  expect(document.activeElement?.id).toBe('main')
})
