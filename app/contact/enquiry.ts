import { z } from '#app/zod.ts'

// What a phone's or a Mac's contacts copy around a number and put into it is not seen: marks of direction, and hyphens that don't break.
const MARKS = '\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'
const HYPHENS = '\\u2010\\u2011'
const DIGITS_AND_SIGNS = '0-9+\\-\\(\\)\\s'

/**
 * Digits, plus, hyphen, parentheses and white space (specification 5), and what nobody sees in a number that was pasted, which
 * is not sent on. Browsers compile it under the `v` flag.
 */
export const PHONE_PATTERN = `[${DIGITS_AND_SIGNS}${HYPHENS}${MARKS}]{7,20}`

const withoutUnseen = (phone: string) =>
  phone.replace(new RegExp(`[${MARKS}]`, 'g'), '').replace(new RegExp(`[${HYPHENS}]`, 'g'), '-')

/** Specification 8, "Contact submit success" and "failure". */
export const SENT = 'Your message has been sent successfully!'
export const NOT_SENT = 'Something went wrong, please try again later.'

/** Far above what anybody types; the host refuses more. */
const MAX_CHARS = 320

const typed = z.string().max(MAX_CHARS, `At most ${MAX_CHARS} characters.`).default('')
const orEmpty = (check: z.ZodType<string>) => z.union([z.literal(''), check]).default('')

/**
 * An enquiry as it is typed (specification 3 and 5): nothing is required, nothing is trimmed. E-mail is what the browser's
 * own check lets through (WHATWG, "valid e-mail address").
 */
export const enquirySchema = z.object({
  firstName: typed,
  lastName: typed,
  email: orEmpty(z.string().max(MAX_CHARS).regex(z.regexes.html5Email, 'Enter a valid email address.')),
  phone: orEmpty(
    z
      .string()
      .overwrite(withoutUnseen)
      .regex(
        new RegExp(`^[${DIGITS_AND_SIGNS}]{7,20}$`),
        'Use 7 to 20 digits, spaces, +, - and parentheses.',
      ),
  ),
  smsConsent: z.boolean().default(false),
  marketingConsent: z.boolean().default(false),
})

export type Enquiry = z.infer<typeof enquirySchema>
