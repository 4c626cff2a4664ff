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

/** Requests to the shop's own origin. */
let asked: { url: string; body: unknown }[]
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
  // happy-dom runs no scripts. This runs the one that PayPal's package inserts, as a browser would.
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
  const handlers = {
    onInit: vi.fn(),
    createOrder: vi.fn(async () => ORDER),
    onApprove: vi.fn(async () => {}),
    onCancel: vi.fn(),
    onError: vi.fn(),
  }
  const page = render(
    <PayPalScriptProvider options={{ clientId: 'test', currency: 'USD', sdkBaseUrl: SDK } as never}>
      <PayPalButtons {...handlers} {...props} />
    </PayPalScriptProvider>,
  )
  return { ...handlers, ...page }
}
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
async function openPanel() {
  await press('PayPal')
  return (await screen.findByRole('dialog', { name: 'Test payment' })) as HTMLDialogElement
}

test('the package of PayPal loads the script once and renders its buttons', async () => {
  const { onInit } = show()
  await button('PayPal')
  await button('Debit or Credit Card')
  expect(onInit).toHaveBeenCalledOnce()
  expect(inserted).toEqual([`${SDK}?client-id=test&currency=USD`])
})

test.each([
  ['Approve', 'approve'],
  ['Decline', 'decline'],
])('%s approves the order at the origin of the shop, then calls the page', async (name, outcome) => {
  const { onApprove, createOrder } = show()
  expect((await openPanel()).textContent).toContain('No money moves')
  await press(name)
  const data = expect.objectContaining({ orderID: ORDER, payerID: 'P1' })
  await waitFor(() => expect(onApprove).toHaveBeenCalledExactlyOnceWith(data, expect.anything()))
  expect(createOrder).toHaveBeenCalledOnce()
  expect(asked).toEqual([
    { url: `https://shop.example/test-payments/orders/${ORDER}/approve`, body: { outcome } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['button', 'Escape'])('Cancel by %s approves nothing', async (by) => {
  const { onApprove, onCancel } = show()
  const panel = await openPanel()
  if (by === 'button') await press('Cancel')
  else panel.close() // what a browser does then
  await waitFor(() => expect(onCancel).toHaveBeenCalledWith({ orderID: ORDER }, expect.anything()))
  expect(onApprove).not.toHaveBeenCalled()
  expect(asked).toEqual([])
})

test('Error, and an order that can’t be created, reach onError', async () => {
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

test('a click that the page rejects creates no order; two clicks create one', async () => {
  const onClick = vi.fn<NonNullable<Props['onClick']>>((_data, actions) => actions.reject())
  const rejecting = show({ onClick })
  await press('PayPal')
  await waitFor(() => expect(onClick).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(rejecting.createOrder).not.toHaveBeenCalled()
  rejecting.unmount()
  const { createOrder } = show()
  await press('PayPal')
  await press('PayPal')
  await screen.findByRole('dialog')
  expect(createOrder).toHaveBeenCalledOnce()
})

test('the script runs under a strict content security policy', () => {
  expect(source).not.toMatch(/eval\(|new Function|innerHTML|setAttribute\('(on|style)/)
  expect(source).not.toMatch(/https?:\/\//)
})
