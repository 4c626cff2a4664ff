import { useEffect } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'

/** What has stood on the screen for so long was told. */
const READ_MS = 1_000

/** The order whose payment this page has told of, which the site does not know yet. */
let told = ''

/** The same for the next press, which buys again: it says that it was made by somebody who knows; empty where there is none. */
export const toldOrder = (): string => told

/** The site has heard it. */
export function siteKnows(orderId: string): void {
  if (told === orderId) told = ''
}

/** Says to the site that its visitor was told. What the network loses, the next press says. */
export function confirmTold(outcome: PaymentOutcome | undefined): void {
  if (outcome?.kind !== 'success' || !outcome.orderId) return
  const { orderId } = outcome
  void fetch('/checkout/capture', {
    method: 'POST',
    body: new URLSearchParams({ orderID: orderId, intent: 'told' }),
    headers: { Accept: 'application/json' },
    keepalive: true,
  }).then(
    ({ ok }) => ok && siteKnows(orderId),
    () => {},
  )
}

/** Confirms a success that has stood before the visitor's eyes: an answer may come to a page that is just being left. */
export function useTelling(outcome: PaymentOutcome | undefined): void {
  useEffect(() => {
    if (outcome?.kind !== 'success' || !outcome.orderId) return
    const { orderId } = outcome
    told = orderId
    let timer: number | undefined
    const stand = () => {
      window.clearTimeout(timer)
      if (!document.hidden && told === orderId) timer = window.setTimeout(confirmTold, READ_MS, outcome)
    }
    stand()
    document.addEventListener('visibilitychange', stand)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', stand)
    }
  }, [outcome])
}
