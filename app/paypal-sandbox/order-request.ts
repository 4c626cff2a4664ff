import { z } from 'zod'
import { ApiError } from '#app/paypal-sandbox/errors.ts'
import type { Money } from '#app/paypal-sandbox/shapes.ts'

// The messages are PayPal's issues.
const text = (max: number) => z.string().min(1, 'INVALID_STRING_LENGTH').max(max, 'INVALID_STRING_LENGTH')
const money = z.object({
  currency_code: z.string().length(3, 'INVALID_STRING_LENGTH'),
  value: z.string().regex(/^-?(\d+|\d*\.\d+)$/, 'INVALID_PARAMETER_SYNTAX'),
})

/** checkout_orders_v2.json, schema order_request, as far as the backend uses it: one purchase unit, captured at once. */
const orderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        reference_id: text(256).default('default'),
        description: text(127).optional(),
        custom_id: text(127).optional(),
        amount: money,
      }),
    )
    .min(1, 'INVALID_ARRAY_MIN_ITEMS')
    .max(1, 'INVALID_ARRAY_MAX_ITEMS'),
  application_context: z
    .object({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
})

/** Throws PayPal's 400 with one detail for each wrong field, and 422 for an amount that can't be paid. */
export function parseOrderRequest(body: unknown): z.infer<typeof orderRequest> {
  const { data, error } = orderRequest.safeParse(body, {
    error: ({ input }) => (input === undefined ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_SYNTAX'),
  })
  if (error) {
    const details = error.issues.map(({ message, path }) => ({
      issue: message,
      field: `/${path.join('/')}`,
      location: 'body' as const,
    }))
    throw new ApiError(400, ...details)
  }
  for (const unit of data.purchase_units) unit.amount = payable(unit.amount)
  return data
}

/** The amount with two decimals. */
function payable({ currency_code, value }: Money): Money {
  const [whole, decimals = ''] = value.split('.')
  if (!(Number(value) > 0)) throw new ApiError(422, { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' })
  if (decimals.length > 2) throw new ApiError(422, { issue: 'DECIMAL_PRECISION' })
  return { currency_code, value: `${whole || '0'}.${decimals.padEnd(2, '0')}` }
}
