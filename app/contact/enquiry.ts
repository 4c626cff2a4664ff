import { HYPHENS, MARKS, PHONE_CHARS } from '#app/contact/enquiry-form.ts'
import { ASCII_MAILBOX, asciiEmail, NOT_ASCII_MAILBOX } from '#app/platform/email-address.ts'
import { z } from '#app/platform/zod.ts'

const removeInvisible = (phone: string) =>
  phone.replace(new RegExp(`[${MARKS}]`, 'g'), '').replace(new RegExp(`[${HYPHENS}]`, 'g'), '-')

/** The limit of the backend. */
const MAX_CHARS = 320

const optionalText = z.string().max(MAX_CHARS, `At most ${MAX_CHARS} characters.`).default('')
const orEmpty = (check: z.ZodType<string>) => z.union([z.literal(''), check]).default('')

/**
 * The enquiry form's fields (specification 3 and 5). Nothing is required or trimmed. E-mail addresses are validated as by
 * browsers (WHATWG, "valid e-mail address"). Their domain is converted to ASCII.
 */
export const enquirySchema = z.object({
  firstName: optionalText,
  lastName: optionalText,
  email: orEmpty(
    z
      .string()
      .max(MAX_CHARS)
      .overwrite(asciiEmail)
      .regex(ASCII_MAILBOX, NOT_ASCII_MAILBOX)
      .regex(z.regexes.html5Email, 'Enter a valid email address.'),
  ),
  phone: orEmpty(
    z
      .string()
      .overwrite(removeInvisible)
      .regex(new RegExp(`^[${PHONE_CHARS}]{7,20}$`), 'Use 7 to 20 digits, spaces, +, - and parentheses.'),
  ),
  /** The hash of the ticked wording. Empty for an unticked box. */
  smsConsent: z.string().default(''),
  marketingConsent: z.string().default(''),
})

export type EnquiryFields = z.infer<typeof enquirySchema>
