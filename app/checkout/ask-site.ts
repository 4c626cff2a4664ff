import type { PaymentOutcome } from '#app/checkout/alerts.ts'

/** What has become of an order; undefined where that can't be asked. Captures nothing new. */
export const look = (orderID: string): Promise<PaymentOutcome | undefined> =>
  askSite<PaymentOutcome>('/checkout/capture', { orderID, intent: 'look' }).catch(() => undefined)

/** Asks one of the site's own addresses. Rejects where not the site answers: a gateway's JSON is no outcome. */
export async function askSite<T>(path: string, fields: Record<string, string>): Promise<T> {
  const answer = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
  })
  const said = await answer.json().catch(() => undefined)
  if (said?.kind === undefined && said?.ok === undefined) throw new Error(`${path} answered ${answer.status}`)
  return said
}
