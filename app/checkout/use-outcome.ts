import { useEffect, useRef, useState } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { postToSite } from '#app/checkout/post-to-site.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/** The outcome that a page shows. While it is unknown or pending, the page requests it again after 2, 4 … 60 s. */
export function useOutcome(returned: PaymentOutcome | null) {
  const [outcome, setOutcome] = useState(returned ?? undefined)
  const [dismissed, setDismissed] = useState<PaymentOutcome>()
  /** The key of the paid order whose success was shown last. The next press buys again. */
  const paid = useRef('')
  if (outcome?.kind === 'success') paid.current = outcome.key

  useEffect(() => {
    if (outcome?.kind !== 'unknown' && outcome?.kind !== 'pending') return
    const { kind, key } = outcome
    let isStopped = false
    let wait = FIRST_WAIT_MS
    let timer = setTimeout(poll, wait)
    async function poll() {
      const next = await postToSite<PaymentOutcome>('/checkout/capture', { intent: 'look', key }).catch(
        () => undefined,
      )
      if (isStopped) return
      if (next && next.kind !== kind) return setOutcome(next)
      wait = Math.min(2 * wait, LONGEST_WAIT_MS)
      timer = setTimeout(poll, wait)
    }
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [outcome])

  function dismiss(): void {
    setDismissed(outcome)
    // If this request is lost, the next page shows the success again.
    if (outcome?.kind === 'success')
      postToSite('/checkout/capture', { intent: 'dismiss', key: outcome.key }).catch(() => {})
  }
  return { outcome: outcome === dismissed ? undefined : outcome, setOutcome, paid, dismiss }
}
