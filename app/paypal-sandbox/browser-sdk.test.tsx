// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PayPalButtons,
  type PayPalButtonsComponentProps,
  PayPalScriptProvider,
} from '@paypal/react-paypal-js'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SDK = 'https://shop.example/test-payments/sdk/js'
const source = readFileSync(join(import.meta.dirname, 'browser-sdk.js'), 'utf8')
const ORDER = 'O'.repeat(17)
type Props = PayPalButtonsComponentProps

/** What was asked of the shop's own origin. */
let asked: { url: string; body: unknown }[]
/** happy-dom runs no scripts: the one that PayPal's package inserts is run here, as a browser would. */
let inserted: string[]

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

beforeEach(() => {
  asked = []
  inserted = []
  const { settings } = (window as unknown as { happyDOM: { settings: Record<string, boolean> } }).happyDOM
  Object.assign(settings, { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, body: JSON.parse(String(init.body)) })
    return Response.json({ orderID: ORDER, payerID: 'P1' })
  })
  const insert = document.head.insertBefore.bind(document.head)
  vi.spyOn(document.head, 'insertBefore').mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement)) return insert(node, before)
    inserted.push(node.src)
    Object.defineProperty(document, 'currentScript', { value: node, configurable: true })
    new Function(source)()
    setTimeout(() => node.onload?.(new Event('load')))
    return node
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(props: Partial<Props> = {}) {
  const told = {
    onInit: vi.fn(),
    createOrder: vi.fn(async () => ORDER),
    onApprove: vi.fn(async () => {}),
    onCancel: vi.fn(),
    onError: vi.fn(),
  }
  const page = render(
    <PayPalScriptProvider options={{ clientId: 'test', currency: 'USD', sdkBaseUrl: SDK } as never}>
      <PayPalButtons {...told} {...props} />
    </PayPalScriptProvider>,
  )
  return { ...told, ...page }
}
const button = (name: string) => screen.findByRole('button', { name })
async function openPanel() {
  fireEvent.click(await button('PayPal'))
  return screen.findByRole('dialog', { name: 'Test payment' })
}
const press = async (name: string) => fireEvent.click(await button(name))

test('PayPal’s own package loads it once, with client id and currency, and renders its buttons', async () => {
  const { onInit } = show()
  await button('PayPal')
  await button('Debit or Credit Card')
  expect(onInit).toHaveBeenCalledOnce()
  expect(inserted).toEqual([`${SDK}?client-id=test&currency=USD`])
})

test('Approve: the order is approved at the shop’s own origin, then the page is told', async () => {
  const { onApprove, createOrder } = show()
  const panel = await openPanel()
  expect(panel.textContent).toContain('No money moves')
  expect(document.activeElement?.textContent).toBe('Approve')
  await press('Approve')
  await waitFor(() => expect(onApprove).toHaveBeenCalledOnce())
  expect(onApprove).toHaveBeenCalledWith(
    expect.objectContaining({ orderID: ORDER, payerID: 'P1' }),
    expect.anything(),
  )
  expect(createOrder).toHaveBeenCalledOnce()
  expect(asked).toEqual([
    { url: `https://shop.example/test-payments/orders/${ORDER}/approve`, body: { outcome: 'approve' } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['button', 'Escape'])('Cancel by %s: nothing is approved', async (by) => {
  const { onApprove, onCancel } = show()
  const panel = await openPanel()
  if (by === 'button') await press('Cancel')
  else panel.dispatchEvent(new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(onCancel).toHaveBeenCalledWith({ orderID: ORDER }, expect.anything()))
  expect(onApprove).not.toHaveBeenCalled()
  expect(asked).toEqual([])
})

test('Decline: the capture will be declined; restart asks again on the same order', async () => {
  let tries = 0
  const onApprove = vi.fn<NonNullable<Props['onApprove']>>(async (_data, actions) => {
    if (++tries === 1) return actions.restart()
  })
  const { createOrder } = show({ onApprove })
  await openPanel()
  await press('Decline')
  await waitFor(() => expect(screen.queryByText(/last payment was declined/)).not.toBeNull())
  await press('Approve')
  await waitFor(() => expect(onApprove).toHaveBeenCalledTimes(2))
  expect(createOrder).toHaveBeenCalledOnce()
  expect(asked.map(({ body }) => body)).toEqual([{ outcome: 'decline' }, { outcome: 'approve' }])
})

test('Slow: says so, and approves after some seconds', async () => {
  const { onApprove } = show()
  await openPanel()
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Slow' }))
  expect(screen.getByRole('status').textContent).toMatch(/Approving/)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onApprove).toHaveBeenCalledOnce()
})

test('Error, and an order that can’t be made, reach onError', async () => {
  const { onError, unmount } = show()
  await openPanel()
  await press('Error')
  await waitFor(() => expect(onError).toHaveBeenCalledOnce())
  unmount()
  const broken = show({ createOrder: async () => Promise.reject(new Error('no order')) })
  await press('PayPal')
  await waitFor(() => expect(broken.onError).toHaveBeenCalledWith(new Error('no order')))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page that rejects the click starts no order', async () => {
  const onClick = vi.fn<NonNullable<Props['onClick']>>((_data, actions) => actions.reject())
  const { createOrder } = show({ onClick })
  await press('PayPal')
  await waitFor(() => expect(onClick).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(createOrder).not.toHaveBeenCalled()
})

test('two clicks make one order; disabled buttons make none', async () => {
  const { createOrder, unmount } = show()
  const first = await button('PayPal')
  fireEvent.click(first)
  fireEvent.click(first)
  await screen.findByRole('dialog')
  expect(createOrder).toHaveBeenCalledOnce()
  unmount()
  const off = show({ disabled: true })
  await waitFor(async () => expect((await button('PayPal')).hasAttribute('disabled')).toBe(true))
  await press('PayPal')
  expect(off.createOrder).not.toHaveBeenCalled()
})

test('leaving the page takes buttons and panel away and tells nobody', async () => {
  const { onCancel, onError, unmount } = show()
  await openPanel()
  unmount()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onCancel).not.toHaveBeenCalled()
  expect(onError).not.toHaveBeenCalled()
})

test('needs nothing that a strict policy forbids', () => {
  expect(source).not.toMatch(
    /eval\(|new Function|innerHTML|setAttribute\('on|setAttribute\('style|\.on[a-z]+ =/,
  )
  expect(source.match(/https?:\/\//)).toBeNull()
})
