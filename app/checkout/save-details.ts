import type { ClientActionFunctionArgs } from '@remix-run/react'
import { CUSTOMER_FIELDS } from '#app/checkout/customer-details.ts'
import type { DetailsOutcome } from '#app/checkout/save-details.server.ts'
import { serverActionWithFallback } from '#app/forms/client-action.ts'

/** Sends the customer details to the site. If it can't be reached, the page shows an error and preserves the typed text. */
export const saveDetailsClientAction = (args: ClientActionFunctionArgs) =>
  serverActionWithFallback(args, (form): DetailsOutcome => {
    const initialValue = Object.fromEntries(
      CUSTOMER_FIELDS.map(({ name }) => [name, String(form.get(name) ?? '')]),
    )
    return { ok: false, reason: 'unreachable', submission: { status: 'error', initialValue } }
  })
