// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenBack } from '#app/checkout/when-back.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Questions that get no answer. */
function asking() {
  const attempt = new AbortController()
  const ask = vi.fn(async () => {})
  whenBack(attempt.signal, ask)
  return { ask, end: () => attempt.abort() }
}
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const isBack = () => window.dispatchEvent(new Event('online'))

test('what fails although the network says that it is back is asked again, ever more rarely', async () => {
  const { ask, end } = asking()
  isBack()
  expect(ask).toHaveBeenCalledTimes(1)
  await passing(3_999)
  expect(ask).toHaveBeenCalledTimes(1)
  await passing(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await passing(600_000)
  const often = ask.mock.calls.length
  expect(often).toBeLessThan(16)
  await passing(60_000)
  expect(ask).toHaveBeenCalledTimes(often + 1)
  end()
})

test('a server that was away is asked again though nothing tells that it is back', async () => {
  const { ask, end } = asking()
  await passing(2_000)
  expect(ask).toHaveBeenCalledTimes(1)
  end()
})

test('nothing is asked once it has ended, nor while nobody looks', async () => {
  const { ask, end } = asking()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  isBack()
  await passing(600_000)
  expect(ask).not.toHaveBeenCalled()
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(1)
  await passing(0)
  end()
  isBack()
  await passing(600_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('one question at a time', async () => {
  const attempt = new AbortController()
  let answer = () => {}
  const ask = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  whenBack(attempt.signal, ask)
  isBack()
  isBack()
  await passing(600_000)
  expect(ask).toHaveBeenCalledTimes(1)
  answer()
  await passing(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  attempt.abort()
})
