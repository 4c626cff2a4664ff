import { useEffect, useRef, useState } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { askSite } from '#app/checkout/post-to-site.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/** The outcome that a page shows. While it is unknown or pending, the page asks the site again after 2, 4 … 60 s. */
export function useOutcome(returned: PaymentOutcome | null) {
  const [outcome, setOutcome] = useState(returned ?? undefined)
  const [dismissed, setDismissed] = useState<PaymentOutcome>()
  /** The key of the paid order whose success was shown last. The next press buys again. */
  const paid = useRef('')
  if (outcome?.kind === 'success') paid.current = outcome.key

  useEffect(() => {
    if (outcome?.kind !== 'unknown' && outcome?.kind !== 'pending') return
    const { kind, key } = outcome
    let isOver = false
    let wait = FIRST_WAIT_MS
    let timer = setTimeout(look, wait)
    async function look() {
      const next = await askSite<PaymentOutcome>('/checkout/capture', { intent: 'look', key }).catch(
        () => undefined,
      )
      if (isOver) return
      if (next && next.kind !== kind) return setOutcome(next)
      wait = Math.min(2 * wait, LONGEST_WAIT_MS)
      timer = setTimeout(look, wait)
    }
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [outcome])

  function dismiss(): void {
    setDismissed(outcome)
    // If this post is lost, the next page shows the success again.
    if (outcome?.kind === 'success')
      askSite('/checkout/capture', { intent: 'dismiss', key: outcome.key }).catch(() => {})
  }
  return { outcome: outcome === dismissed ? undefined : outcome, setOutcome, paid, dismiss }
}
