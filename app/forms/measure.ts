/** An action of a visitor, without personal data. The amount is in whole dollars. */
export type MeasuredEvent = {
  name: 'plan_chosen' | 'checkout_started' | 'paid' | 'enquiry_sent' | 'review_sent'
  plan?: string
  amount?: number
}

/** Events from before the provider's code has loaded. */
const waiting: MeasuredEvent[] = []
let send: (event: MeasuredEvent) => void = (event) => void waiting.push(event)

/** Reports an event to the provider in Settings, if there is one and the visitor agrees. */
export const measure = (event: MeasuredEvent): void => send(event)

/** Passes all events to `listener`, including the earlier ones. */
export function onMeasured(listener: (event: MeasuredEvent) => void): void {
  send = listener
  for (const event of waiting.splice(0)) listener(event)
}
