import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { httpError } from '#studio/lake/errors.ts'
import { type Call, type Route, readBody, sendJson } from '#studio/lake/http.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const ANSWER_WITHIN_MS = 10_000
const NAMES = 'enquiries|reviews|purchases|consents|evidence|review|receipt'

/** Where visitors’ messages and purchases are: the embedded host on this machine, or a backend that isn’t ours to ask. */
export type StaffHost = { url: string } | { external: true }

/**
 * The Studio’s inbox: an editor’s request is handed to the embedded host’s staff API with the token that the host keeps in
 * `DATA_DIR/staff-token`. The browser never sees that token, and only pages of this very origin may ask.
 */
export function staffRoutes({ staffHost, dataDir }: { staffHost?: StaffHost; dataDir: string }): Route[] {
  const reason = !staffHost
    ? 'No host runs beside this Studio.'
    : 'external' in staffHost
      ? 'The site uses a host of its own (HOST_URL), so enquiries, reviews, purchases and consents are kept there and not on this machine.'
      : undefined

  async function ask({ req, res, search }: Call, name: string) {
    checkSameOrigin(req)
    if (!staffHost || 'external' in staffHost) throw httpError(503, reason!)
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
      throw httpError(502, `The host does not answer (${(error as Error).message}).`)
    }
    sendJson(
      res,
      await answer.json().catch(() => ({ error: 'The host’s answer was no JSON' })),
      answer.status,
    )
  }

  return [
    {
      method: 'GET',
      path: /^\/staff\/status$/,
      access: 'editor',
      run({ req, res }) {
        checkSameOrigin(req)
        sendJson(res, reason === undefined ? { available: true } : { available: false, reason })
      },
    },
    {
      method: ['GET', 'POST'],
      path: new RegExp(`^/staff/(${NAMES})$`),
      access: 'editor',
      run: ask,
    },
  ]
}

/** Other origins may be allowed to read content (STUDIO_ALLOWED_ORIGINS), never this. */
function checkSameOrigin({ headers }: IncomingMessage) {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && site !== 'same-origin'))
    throw httpError(403, 'Origin not allowed')
}
