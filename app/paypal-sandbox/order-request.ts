import { z } from 'zod'
import { ApiError } from '#app/paypal-sandbox/errors.ts'

/** The part of `order_request` in PayPal's checkout_orders_v2.json that the backend uses: one unit, intent CAPTURE. */
const orderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      reference_id: z.string().min(1).max(256).default('default'),
      description: z.string().min(1).max(127).optional(),
      custom_id: z.string().min(1).max(127).optional(),
      amount: z.object({
        currency_code: z.string().length(3),
        value: z
          .string()
          .regex(/^\d+\.\d{2}$/)
          .refine((value) => Number(value) > 0),
      }),
    }),
  ]),
  application_context: z
    .object({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
})

/** Throws PayPal's 400 with one detail for each wrong field. */
export function parseOrderRequest(body: unknown): z.infer<typeof orderRequest> {
  const { data, error } = orderRequest.safeParse(body)
  if (data) return data
  const details = error!.issues.map(({ path }) => ({
    issue: 'INVALID_PARAMETER_SYNTAX',
    field: `/${path.join('/')}`,
    location: 'body' as const,
  }))
  throw new ApiError(400, ...details)
}
