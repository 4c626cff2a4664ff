import { ASCII_MAILBOX, asciiEmail, NOT_ASCII_MAILBOX } from '#app/platform/email-address.ts'
import { z } from '#app/platform/zod.ts'

/** The limits of the backend. After the payment, it can't refuse a longer field. */
const required = (message: string, maxChars: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(maxChars, `At most ${maxChars} characters.`)
    .refine((value) => !value.includes('\0'), message)

/** The seven fields of the `Customer Details` form, with the messages of specification section 5. */
export const customerDetailsSchema = z.object({
  firstName: required('First name is required.', 200),
  lastName: required('Last name is required.', 200),
  email: required('Email is required.', 254)
    .overwrite(asciiEmail)
    .regex(ASCII_MAILBOX, NOT_ASCII_MAILBOX)
    .regex(z.regexes.html5Email, 'Invalid email'),
  phone: required('Phone number is required.', 40),
  city: required('City is required.', 200),
  state: required('state is required.', 200),
  address: required('Address is required.', 320),
})

/** The anchor that a form without JavaScript returns to after it was saved. */
export const SAVED_ID = 'details-saved'

export type CustomerDetails = z.infer<typeof customerDetailsSchema>

/** The fields in the order of the specification (section 2, "Checkout"). */
export const CUSTOMER_FIELDS = [
  { name: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'city', label: 'City', type: 'text', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', type: 'text', autoComplete: 'address-level1' },
  { name: 'address', label: 'Address', type: 'text', autoComplete: 'address-line1' },
] as const satisfies { name: keyof CustomerDetails; label: string; type: string; autoComplete: string }[]
