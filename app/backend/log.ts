import { jsonLog } from '#app/platform/json-log.server.ts'
import type { Log } from '#app/platform/log.ts'

const EMAIL = /([\p{L}\p{N}])[\p{L}\p{N}._%+'-]*@([\p{L}\p{N}.-]+)/gu
/**
 * Or what is none: a server’s address, with its port or in brackets, by which a database that is not reached is named and a
 * mail server names who asks; the code of a mail server’s answer (RFC 3463), which says what to mend.
 */
const PHONE =
  /(?<server>(?:\d{1,3}\.){3}\d{1,3}(?=:\d|\])|\b[245]\d\d[ -][245]\.\d{1,3}\.\d{1,3}\b)|\+?\d[\d\s().-]{6,}\d/g
const TIMESTAMP = /^\d{4}-\d\d-\d\dT/

/** E-mail addresses keep their first letter and domain, telephone numbers their last two digits. */
export function maskText(text: string): string {
  if (TIMESTAMP.test(text)) return text
  return text
    .replace(EMAIL, '$1***@$2')
    .replace(PHONE, (number, server) => server ?? `***${number.replace(/\D/g, '').slice(-2)}`)
}

/** An address keeps what names the network: three of four bytes, or 48 bits. */
export function maskAddress(address: string): string {
  // Never beyond the zeros that are left out: what stands behind them is the visitor’s own part.
  if (address.includes(':')) return address.replace(/^((?:[^:]+:){0,3}).*/, '$1…')
  return address.replace(/\.\d+$/, '.…')
}

const lines = jsonLog('host')

/** The host's log. Strings are masked, but for the names of things: ids, paths, codes. */
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
