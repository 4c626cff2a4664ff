import type { IncomingMessage } from 'node:http'
import { HttpError } from '#app/backend/http/http-error.ts'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'

/** The site and the lake send none of them. */
const BROWSER_OR_PROXY_HEADERS = [
  'origin',
  'referer',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'via',
]

/** Throws HttpError 403 for a call through a browser or a proxy, 401 for one with neither signature nor token. */
export function checkStaff({ headers }: IncomingMessage, token: string, isSigned: boolean): void {
  if (BROWSER_OR_PROXY_HEADERS.some((name) => headers[name] !== undefined))
    throw new HttpError(403, 'Only the Studio’s server may call this')
  const [, credential = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!isSigned && !isSameSecret(credential, token))
    throw new HttpError(401, 'The staff token is missing or wrong', { 'WWW-Authenticate': 'Bearer' })
}
