import { htmlToText, SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'

export type Fields = Record<string, string>

/** Returns the fields that a browser without JavaScript sends with the enquiry form of a page. */
export function enquiryFields(html: string, typed: Fields): Fields {
  const form = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)]
    .map(([text]) => text)
    .find((text) => text.includes('name="firstName"'))
  if (!form) throw new Error(`No enquiry form: ${htmlToText(html).slice(0, 300)}`)
  const fields: Fields = {}
  for (const [input] of form.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]
    const name = attribute('name')
    if (name && attribute('type') !== 'checkbox') fields[name] = attribute('value') ?? ''
  }
  return { ...fields, ...typed }
}

export async function postEnquiry(siteUrl: string, fields: Fields, headers: Fields = {}) {
  const answer = await fetch(`${siteUrl}/contact-us`, {
    method: 'POST',
    headers: { ...SAME_ORIGIN_HEADERS, Origin: siteUrl, ...headers },
    body: new URLSearchParams(fields),
  })
  const html = await answer.text()
  const alert = /<[^>]*role="alert"[^>]*>(.*?)<\/(?:div|p|section)>/s.exec(html)?.[1]
  return { status: answer.status, html, alert: alert && htmlToText(alert).trim() }
}
