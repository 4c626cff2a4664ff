import { jsonLog } from '#app/platform/json-log.server.ts'
import type { Log } from '#app/platform/log.ts'

const EMAIL = /([\p{L}\p{N}])[\p{L}\p{N}._%+'-]*@([\p{L}\p{N}.-]+)/gu
/** Phone numbers. `server` matches an IP address or an SMTP status code (RFC 3463), which are not masked. */
const PHONE =
  /(?<server>(?:\d{1,3}\.){3}\d{1,3}(?=:\d|\])|\b[245]\d\d[ -][245]\.\d{1,3}\.\d{1,3}\b)|\+?\d[\d\s().-]{6,}\d/g
const TIMESTAMP = /^\d{4}-\d\d-\d\dT/

/** Masks e-mail addresses except the first letter and the domain, and phone numbers except the last two digits. */
export function maskText(text: string): string {
  if (TIMESTAMP.test(text)) return text
  return text
    .replace(EMAIL, '$1***@$2')
    .replace(PHONE, (number, server) => server ?? `***${number.replace(/\D/g, '').slice(-2)}`)
}

/** Shows only the network of an IP address: three of four bytes, or 48 bits. */
export function maskAddress(address: string): string {
  // Stops at `::`, because the visitor's own part follows it.
  if (address.includes(':')) return address.replace(/^((?:[^:]+:){0,3}).*/, '$1…')
  return address.replace(/\.\d+$/, '.…')
}

const lines = jsonLog('host')

/** The backend's log. It masks all strings except ids, paths and codes. */
export const log: Log = (level, message, detail = {}) => {
  const masked = Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [
      key,
      typeof value === 'string' && !UNMASKED.includes(key) ? maskText(value) : value,
    ]),
  )
  lines(level, message, masked)
}

const UNMASKED = ['requestId', 'messageId', 'id', 'call', 'method', 'path', 'file', 'address', 'code']
