// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { NoPlan } from '#app/checkout/no-plan.tsx'
import { LateOutcome, Outcome } from '#app/checkout/outcome.tsx'
import { siteKnows, toldOrder } from '#app/checkout/telling.ts'
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

test('a success counts as told once it has stood before somebody’s eyes, or is dismissed; a press before says so itself', async () => {
  vi.useFakeTimers()
  const posted: string[] = []
  let answer = 503
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    posted.push(`${body}`)
    return new Response(null, { status: answer })
  })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => void [vi.unstubAllGlobals(), hidden.mockRestore()])
  const turn = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const view = (outcome?: PaymentOutcome) => (
    <SettingsProvider value={settings}>
      <Outcome outcome={outcome} onDismiss={() => {}} />
    </SettingsProvider>
  )
  const { rerender, getByRole } = render(view({ kind: 'success', orderId: 'O1' }))
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  await wait(5_000) // of a page that nobody sees
  turn(false)
  await wait(900)
  turn(true)
  await wait(5_000)
  expect(posted).toEqual([])
  turn(false)
  await wait(1_000)
  expect(posted).toEqual(['orderID=O1&intent=told'])
  expect(toldOrder(), 'for the next press: the site has not heard it').toBe('O1')
  answer = 204
  turn(false)
  await wait(1_000)
  expect(toldOrder()).toBe('')
  turn(false)
  await wait(5_000)
  expect(posted.splice(0), 'said until it was heard').toHaveLength(2)

  rerender(view({ kind: 'success', orderId: 'O2' }))
  expect(toldOrder()).toBe('O2')
  rerender(view())
  await wait(5_000)
  expect(posted).toEqual([])
  siteKnows('O2')

  rerender(view({ kind: 'success', orderId: 'O3' }))
  fireEvent.click(getByRole('button', { name: 'Dismiss' }))
  expect(posted.splice(0)).toEqual(['orderID=O3&intent=told'])
  for (const outcome of [{ kind: 'success' }, { kind: 'not-recorded', orderId: 'O4' }] as const) {
    rerender(view(outcome))
    fireEvent.click(getByRole('button', { name: 'Dismiss' }))
    await wait(5_000)
  }
  expect(posted).toEqual([])
})

test('a price that has changed since the page was left is said there, and can be dismissed', () => {
  const dismiss = vi.fn()
  const { getByRole } = render(
    <SettingsProvider value={{ ...settings, checkoutWords: { priceChanged: 'Now it is' } } as Settings}>
      <LateOutcome outcome={{ kind: 'price-changed', priceCents: 31_250 }} onDismiss={dismiss} />
    </SettingsProvider>,
  )
  expect(getByRole('alert').textContent).toContain('Now it is $312.50')
  fireEvent.click(getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledOnce()
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
