/**
 * Writes the domain of an e-mail address in ASCII, as mail servers do (RFC 5891): `ann@müller.example` becomes
 * `ann@xn--mller-kva.example`. Chromium sends the second, Firefox what was typed. Anything else is returned as it is.
 */
export function asciiEmail(email: string): string {
  const [, mailbox = '', domain = email] = /^(.*@)(.*)$/s.exec(email) ?? []
  // A URL would drop or decode these characters; no domain has one.
  if (/^[\0-\x7f]*$|[\s%/\\:?#]/.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? mailbox + new URL(url).hostname : email
}

/** The part before the @ is ASCII, or there is no @. Beyond ASCII (RFC 6531) many mail servers deliver nothing. */
export const ASCII_MAILBOX = /^[\0-\x7f]*(@|$)/
export const NOT_ASCII_MAILBOX =
  'Invalid email: only plain letters (a to z), digits and symbols can be in front of the @.'
