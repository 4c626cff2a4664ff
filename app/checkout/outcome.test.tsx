// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { NoPlan } from '#app/checkout/choose-plan-first.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import { fixtureSettings } from '#tests/support/render.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a checkout page and answers its posts in turn. */
function checkoutWith(returned: PaymentOutcome, answers: (object | undefined)[]) {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    posted.push(`${body}`)
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  const element = (
    <SettingsProvider value={fixtureSettings}>
      <NoPlan returned={returned} />
    </SettingsProvider>
  )
  const page = render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return { ...page, posted }
}

test.each(['unknown', 'pending'] as const)(
  'the page asks about an outcome that is %s after 2 s, 4 s and so on, until it is known',
  async (kind) => {
    vi.useFakeTimers()
    const answers = [
      undefined,
      { message: 'from a gateway' },
      { kind, key: 'K1' },
      { kind: 'success', key: 'K1' },
    ]
    const { posted, getByRole } = checkoutWith({ kind, key: 'K1' }, answers)
    const before = getByRole('alert')
    for (const [at, wait] of [2_000, 4_000, 8_000, 16_000].entries()) {
      await act(() => vi.advanceTimersByTimeAsync(wait - 1))
      expect(posted).toHaveLength(at)
      expect(getByRole('alert'), 'not announced again').toBe(before)
      await act(() => vi.advanceTimersByTimeAsync(1))
      expect(posted).toHaveLength(at + 1)
    }
    expect(getByRole('alert').textContent).toBe('✅ Payment Success!')
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(posted).toEqual(Array(4).fill('intent=look&key=K1'))
  },
)
