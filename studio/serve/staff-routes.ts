import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { httpError } from '#studio/lake/errors.ts'
import { type Call, type Route, readBody, sendJson } from '#studio/lake/http/http.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const ANSWER_WITHIN_MS = 10_000
const NAMES = 'enquiries|reviews|purchases|consents|evidence|review|receipt'

/** The embedded backend, or an external one without a staff API. */
export type StaffHost = { url: string } | { external: true }

/** Forwards the Inbox's requests to the backend with the staff token, which the browser never sees. */
export function staffRoutes({ staffHost, dataDir }: { staffHost?: StaffHost; dataDir: string }): Route[] {
  async function ask({ req, res, search }: Call, name: string) {
    checkSameOrigin(req)
    if (!staffHost) throw httpError(503, 'No backend runs beside this Studio.')
    if ('external' in staffHost)
      throw httpError(
        503,
        'The site uses another backend (HOST_URL). Enquiries, reviews, purchases and consents are stored there.',
      )
    const posting = req.method === 'POST'
    const body = posting ? await readBody(req, BODY_LIMIT_BYTES) : undefined
    let answer: Response
    try {
      answer = await fetch(`${staffHost.url}/api/staff/${name}${search.size > 0 ? `?${search}` : ''}`, {
        method: posting ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${readFileSync(join(dataDir, 'staff-token'), 'utf8').trim()}`,
          ...(posting && { 'content-type': req.headers['content-type'] ?? '' }),
        },
        body: body && new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
    } catch (error) {
      throw httpError(502, `The backend does not answer (${(error as Error).message}).`)
    }
    sendJson(
      res,
      await answer.json().catch(() => ({ error: 'The backend’s answer is not JSON.' })),
      answer.status,
    )
  }

  return [
    {
      method: ['GET', 'POST'],
      path: new RegExp(`^/staff/(${NAMES})$`),
      access: 'administrator',
      run: ask,
    },
  ]
}

/** Origins in STUDIO_ALLOWED_ORIGINS have no access. */
function checkSameOrigin({ headers }: IncomingMessage) {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && site !== 'same-origin'))
    throw httpError(403, 'Origin not allowed')
}
