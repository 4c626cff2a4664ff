import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ORDER_STATES,
  type OrderEvent,
  type OrderState,
  transition,
  wasCaptureRequested,
} from '#app/backend/payments/order-states.ts'

const STATES = Object.keys(ORDER_STATES) as OrderState[]
const EVENTS = [
  'order_created',
  'order_refused',
  'order_closed',
  'buyer_approved',
  'approval_lost',
  'capture_requested',
  'order_completed',
  'capture_completed',
  'capture_mismatched',
  'capture_pending',
  'capture_declined',
  'partly_refunded',
  'fully_refunded',
  'purchase_recorded',
  'purchase_missing',
] as const satisfies OrderEvent[]
test('the table of states and events (a dash: ignored)', () => {
  const cell = (state: OrderState, event: OrderEvent) => {
    const next = transition(state, event)
    if (next === 'ignored') return '–'
    const to = next.state === state ? 'stays' : next.state
    return next.effect ? `${to}, ${next.effect}` : to
  }
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const markdown = [
    row(['', ...STATES]),
    row(['', ...STATES].map(() => '---')),
    ...EVENTS.map((event) => row([event, ...STATES.map((state) => cell(state, event))])),
  ].join('\n')
  expect(markdown).toMatchInlineSnapshot(`
    "|  | creating | created | approved | capturing | pending | captured | partially_refunded | refunded | declined | mismatch | failed |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | order_created | created | – | – | – | – | – | – | – | – | – | created |
    | order_refused | failed | – | – | – | – | – | – | – | – | – | – |
    | order_closed | failed | failed | failed | failed | – | – | – | – | failed | – | – |
    | buyer_approved | – | approved | – | – | – | – | – | – | approved | – | – |
    | approval_lost | – | – | created, new_request_id | created, new_request_id | – | – | – | – | – | – | – |
    | capture_requested | – | – | capturing, request_capture | stays, request_capture | – | – | – | – | – | – | – |
    | order_completed | – | capturing | capturing | – | – | – | – | – | – | – | – |
    | capture_completed | captured | captured | captured | captured | captured | – | – | – | captured | – | captured |
    | capture_mismatched | mismatch, log_mismatch | mismatch, log_mismatch | mismatch, log_mismatch | mismatch, log_mismatch | mismatch, log_mismatch | – | – | – | mismatch, log_mismatch | – | mismatch, log_mismatch |
    | capture_pending | pending | pending | pending | pending | – | – | – | – | pending | – | pending |
    | capture_declined | – | declined, new_request_id | – | declined, new_request_id | declined, new_request_id | – | – | – | – | – | – |
    | partly_refunded | partially_refunded | partially_refunded | partially_refunded | partially_refunded | partially_refunded | partially_refunded | – | – | partially_refunded | – | partially_refunded |
    | fully_refunded | refunded | refunded | refunded | refunded | refunded | refunded | refunded | – | refunded | refunded | refunded |
    | purchase_recorded | – | – | – | – | – | stays, store_purchase | stays, store_purchase | – | – | – | – |
    | purchase_missing | – | – | – | – | – | stays, notify_staff | stays, notify_staff | – | – | stays, notify_staff | – |"
  `)
})

/** An order and the results of its effects. */
type Order = { state: OrderState; requestId: number; captured: number[]; stored: number; path: OrderState[] }
function applyEvents(events: OrderEvent[], state: OrderState = 'creating'): Order {
  const order: Order = { state, requestId: 1, captured: [], stored: 0, path: [state] }
  for (const event of events) {
    const next = transition(order.state, event)
    if (next === 'ignored') continue
    order.state = next.state
    order.path.push(next.state)
    if (next.effect === 'new_request_id') order.requestId += 1
    if (next.effect === 'request_capture') order.captured.push(order.requestId)
    if (next.effect === 'store_purchase') order.stored += 1
  }
  return order
}
const events = fc.array(fc.constantFrom<OrderEvent>(...EVENTS), { maxLength: 30 })

test('a repeated or late event never undoes a payment', () => {
  fc.assert(
    fc.property(events, events, (before, after) => {
      const { state } = applyEvents([...before, 'capture_completed', ...after])
      expect(['paid', 'wrong', 'returned']).toContain(ORDER_STATES[state].money)
    }),
  )
})

test('a capture has a new PayPal-Request-Id after a decline or a new approval, otherwise the same', () => {
  fc.assert(
    fc.property(events, (sequence) => {
      let ended = false
      let last: number | undefined
      sequence.forEach((_event, at) => {
        const order = applyEvents(sequence.slice(0, at + 1))
        const before = applyEvents(sequence.slice(0, at))
        if (order.captured.length === before.captured.length) {
          if (before.state === 'capturing' && ['declined', 'created'].includes(order.state)) ended = true
          if (before.state === 'pending' && order.state === 'declined') ended = true
          return
        }
        const requestId = order.captured.at(-1)
        if (last !== undefined && ended) expect(requestId).not.toBe(last)
        if (last !== undefined && before.state === 'capturing' && !ended) expect(requestId).toBe(last)
        last = requestId
        ended = false
      })
    }),
  )
})

test('a capture counts as requested while money may be taken and after it was', () => {
  expect(STATES.filter(wasCaptureRequested)).toEqual([
    'capturing',
    'pending',
    'captured',
    'partially_refunded',
    'mismatch',
  ])
})
