// Used in the browser too. The schema (enquiry.ts) is used on the server only.

// Numbers copied from an address book contain direction marks and non-breaking hyphens.
export const MARKS = '\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'
export const HYPHENS = '\\u2010\\u2011'
export const PHONE_CHARS = '0-9+\\-\\(\\)\\s'

/** Specification 5, plus invisible characters, which the server removes. Browsers compile it with the `v` flag. */
export const PHONE_PATTERN = `[${PHONE_CHARS}${HYPHENS}${MARKS}]{7,20}`

/** Specification 8, "Contact submit success" and "failure". */
export const SENT = 'Your message has been sent successfully!'
export const NOT_SENT = 'Something went wrong, please try again later.'

/** Shown if a ticked wording has changed. The form then has the new one. */
export const OUTDATED =
  'Your message has not been sent yet: a consent has changed since you opened this page. Please read it, tick it if you agree, and submit again.'
