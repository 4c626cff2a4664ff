import { z } from 'zod'
import { apiError, type Detail, type Issue } from '#app/paypal-sandbox/errors.ts'
import type { ApiReply, Money } from '#app/paypal-sandbox/shapes.ts'

const text = (max: number) => z.string().min(1).max(max)
/** checkout_orders_v2.json, schema money. */
const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^-?(\d+|\d*\.\d+)$/),
})

/** checkout_orders_v2.json, schema order_request, as far as the host uses it: one purchase unit, captured at once. */
export const orderRequest = z.object({
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
    .length(1),
  application_context: z
    .object({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
})
/** Schema patch_request. The one change that anybody makes: a browser with PayPal's SDK may, too. */
export const patchRequest = z.array(
  z.object({
    op: z.literal('replace'),
    path: z.literal("/purchase_units/@reference_id=='default'/amount"),
    value: money,
  }),
)
/** payments_payment_v2.json, schema refund_request. */
export const refundRequest = z.object({ amount: money.optional() })

/** What was asked for is not as PayPal's schemas want it. */
export class Refusal extends Error {
  readonly reply: ApiReply
  constructor(reply: ApiReply) {
    super('refused')
    this.reply = reply
  }
}

type ZodIssue = z.core.$ZodIssue
type Naming = (issue: ZodIssue, body: unknown) => Issue

/** The body by its schema. Throws a Refusal with PayPal's 400 and one detail for each thing that is wrong. */
export function readRequest<T>(schema: z.ZodType<T>, body: unknown, name: Naming = issueOf): T {
  const { data, error } = schema.safeParse(body)
  if (!error) return data
  const details = error.issues.map((issue): Detail => {
    const field = `/${issue.path.join('/')}`
    return { issue: name(issue, body), field, location: 'body' }
  })
  throw new Refusal(apiError(400, details))
}

function issueOf(issue: ZodIssue, body: unknown): Issue {
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    if (issue.origin !== 'array') return 'INVALID_STRING_LENGTH'
    return issue.code === 'too_big' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_ARRAY_MIN_ITEMS'
  }
  if (at(body, issue.path) === undefined) return 'MISSING_REQUIRED_PARAMETER'
  return issue.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX'
}

/** PayPal's own names for what is wrong with a patch (schema orders.patch-400). */
export function patchIssueOf({ path }: ZodIssue): Issue {
  if (path[1] === 'op') return 'INVALID_PATCH_OPERATION'
  return path[1] === 'path' ? 'FIELD_NOT_PATCHABLE' : 'INVALID_PARAMETER_SYNTAX'
}

/** PayPal's names for what is wrong with a refund (schema captures.refund-400, which has three). */
export function refundIssueOf(issue: ZodIssue, body: unknown): Issue {
  const named = issueOf(issue, body)
  return named === 'MISSING_REQUIRED_PARAMETER' || named === 'INVALID_STRING_LENGTH'
    ? named
    : 'INVALID_PARAMETER_SYNTAX'
}

/** The amount with two decimals. Throws a Refusal with PayPal's 422 for one that can't be paid. */
export function payable({ currency_code, value }: Money): Money {
  const [whole = '', decimals = ''] = value.split('.')
  if (!(Number(value) > 0)) throw new Refusal(apiError(422, [{ issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' }]))
  if (decimals.length > 2) throw new Refusal(apiError(422, [{ issue: 'DECIMAL_PRECISION' }]))
  return { currency_code, value: `${whole || '0'}.${decimals.padEnd(2, '0')}` }
}

function at(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], body)
}
