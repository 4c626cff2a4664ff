import { useEffect } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'

/** What has stood on the screen for so long was told. */
const READ_MS = 1_000

/** The order whose payment this page has told of, and whether the site has heard that it did. */
let told = ''
let isHeard = false

/** The order whose payment this page has told of last; empty where there is none. */
export const lastTold = (): string => told

/** The same for the next press, which buys again: it says that it was made by somebody who knows; empty where the site knows. */
export const toldOrder = (): string => (isHeard ? '' : told)

/** The site has heard it. */
export function siteKnows(orderId: string): void {
  if (told === orderId) isHeard = true
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
    isHeard = false
    let timer: number | undefined
    const stand = () => {
      window.clearTimeout(timer)
      if (!document.hidden && toldOrder() === orderId)
        timer = window.setTimeout(confirmTold, READ_MS, outcome)
    }
    stand()
    document.addEventListener('visibilitychange', stand)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', stand)
    }
  }, [outcome])
}
