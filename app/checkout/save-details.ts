import type { ClientActionFunctionArgs } from '@remix-run/react'
import { CUSTOMER_FIELDS } from '#app/checkout/customer-details.ts'
import type { DetailsOutcome } from '#app/checkout/save-details.server.ts'
import { serverActionOr } from '#app/forms/client-action.ts'

/** Sends the customer details to the site; where it can't be reached, what was typed stays, and that is said. */
export const saveDetailsFromHere = (args: ClientActionFunctionArgs) =>
  serverActionOr(args, (form): DetailsOutcome => {
    const initialValue = Object.fromEntries(
      CUSTOMER_FIELDS.map(({ name }) => [name, String(form.get(name) ?? '')]),
    )
    return { ok: false, reason: 'unreachable', submission: { status: 'error', initialValue } }
  })
