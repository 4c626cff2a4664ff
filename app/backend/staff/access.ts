import type { IncomingMessage } from 'node:http'
import { HttpError } from '#app/backend/http-error.ts'
import { isSameSecret } from '#app/platform/same-secret.server.ts'
import { keptSecret } from '#app/platform/secret.server.ts'

export const STAFF_TOKEN_FILE = 'staff-token'

/** What the Studio’s server shows to read what visitors sent: the file `staff-token` of DATA_DIR (mode 0600), made by the host. */
export const staffToken = (dataDir: string): string => keptSecret(dataDir, STAFF_TOKEN_FILE)

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** What a browser or a proxy adds. The staff’s calls come from a server on this machine, which adds none of it. */
const FROM_OUTSIDE = [
  'origin',
  'referer',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'via',
]

/**
 * Throws HttpError 403 for a call that came by a browser, a proxy or another name of this machine; 401 for one that neither the
 * site signed nor has the token.
 */
export function checkStaff(req: IncomingMessage, token: string, isSigned: boolean): void {
  if (!LOOPBACK.test(req.headers.host ?? '')) throw new HttpError(403, 'Host not allowed')
  if (FROM_OUTSIDE.some((name) => req.headers[name] !== undefined))
    throw new HttpError(403, 'Only the Studio’s server may ask this')
  if (isSigned) return
  const given = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? ''
  if (!isSameSecret(given, token))
    throw new HttpError(401, 'The staff’s token is missing or wrong', { 'www-authenticate': 'Bearer' })
}
