import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readForm, sendOnce } from '#app/forms/form-post.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The same form from a new sender. */
function newSender(sender: string, native = true) {
  const form = new FormData()
  form.set('firstName', 'Ann')
  const send = vi.fn<(key: string) => Promise<void>>(async () => {})
  return { send, press: () => sendOnce('enquiry', form, { sender, native }, send) }
}

test('a double click sends the form once', async () => {
  const { send, press } = newSender('double')
  await vi.advanceTimersByTimeAsync(10_000) // the process has run for a while
  await press()
  await vi.advanceTimersByTimeAsync(400)
  await press()
  expect(send).toHaveBeenCalledTimes(1)
})

test('a form is sent once while its call runs', async () => {
  const { send, press } = newSender('waiting')
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  send.mockReturnValueOnce(promise)
  const first = press()
  await vi.advanceTimersByTimeAsync(20_000)
  const second = press()
  answer()
  await Promise.all([first, second])
  expect(send).toHaveBeenCalledTimes(1)
})

test('a later try calls the backend again with the same submission key', async () => {
  const { send, press } = newSender('again')
  await press()
  await vi.advanceTimersByTimeAsync(600)
  send.mockRejectedValueOnce(new Error('down'))
  await expect(press()).rejects.toThrow('down')
  await press()
  expect(send).toHaveBeenCalledTimes(3)
  expect(new Set(send.mock.calls.map(([key]) => key)).size).toBe(1)
})

test('a form is read without the list fields and control fields of Conform', async () => {
  const names = [
    'firstName[100000000]',
    'a[0].b[300000000].c',
    'phone.x',
    'email[]',
    '__intent__',
    '__state__',
  ]
  const body = new URLSearchParams(names.map((name) => [name, 'x']))
  for (const lastName of ['Lee', 'Low']) body.append('lastName', lastName)
  body.set('hp-4f2', '')
  const form = await readForm(new Request('http://site.test/', { method: 'POST', body }))
  expect([...form]).toEqual([
    ['lastName', 'Low'],
    ['hp-4f2', ''],
  ])
})
