/** Converts the domain to ASCII (RFC 5891): `ann@müller.example` → `ann@xn--mller-kva.example`, as Chromium does. */
export function asciiEmail(email: string): string {
  const [, mailbox = '', domain = email] = /^(.*@)(.*)$/s.exec(email) ?? []
  // A URL would drop or decode these characters; no domain has one.
  if (/^[\0-\x7f]*$|[\s%/\\:?#]/.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? mailbox + new URL(url).hostname : email
}

/** Matches if the part before the @ is ASCII. Many mail servers deliver nothing to others (RFC 6531). */
export const ASCII_MAILBOX = /^[\0-\x7f]*(@|$)/
export const NOT_ASCII_MAILBOX =
  'Invalid email: only plain letters (a to z), digits and symbols can be in front of the @.'
