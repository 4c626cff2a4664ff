import { z } from 'zod'

const MAX_CHARS = 320
const required = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(MAX_CHARS, `At most ${MAX_CHARS} characters.`)

/**
 * The seven fields of the `Customer Details` form; the messages are the specification's, section 5, letter for letter.
 * An empty e-mail is missing, not invalid.
 */
export const customerDetailsSchema = z.object({
  firstName: required('First name is required.'),
  lastName: required('Last name is required.'),
  email: required('Email is required.').regex(z.regexes.html5Email, 'Invalid email'),
  phone: required('Phone number is required.'),
  city: required('City is required.'),
  state: required('state is required.'),
  address: required('Address is required.'),
})

export type CustomerDetails = z.infer<typeof customerDetailsSchema>

/** Labels in the specification's order (section 2, "Checkout"), with what browsers may fill in. */
export const CUSTOMER_FIELDS = [
  { name: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'city', label: 'City', type: 'text', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', type: 'text', autoComplete: 'address-level1' },
  { name: 'address', label: 'Address', type: 'text', autoComplete: 'street-address' },
] as const satisfies { name: keyof CustomerDetails; label: string; type: string; autoComplete: string }[]
