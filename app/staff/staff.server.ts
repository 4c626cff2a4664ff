import { createHmac, hash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { deleteOnce } from '#app/content/delete-once.server.ts'
import { editorClient, isClientError, type LakeSettings } from '#app/content/lake.server.ts'
import type { Host } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Env } from '#app/platform/environment.server.ts'
import type { Log } from '#app/platform/log.ts'
import { createRateLimiter } from '#app/platform/rate-limit.ts'

/** The calls of the backend's staff API that the Studio's Inbox may make, by method. */
const CALLS: Record<string, string[]> = {
  GET: ['enquiries', 'reviews', 'purchases', 'consents', 'evidence'],
  POST: ['review', 'receipt'],
}
const TOKEN_LIFETIME = '15 minutes'
/** The Studio sends the secret immediately. The rest allows for clocks that differ. */
const SECRET_MAX_AGE_MS = 5 * 60_000
/** Each sign-in causes a request to the Content Lake. A Studio needs four an hour, and one per load. */
const SIGN_IN_LIMIT = { perMinute: 20, perHour: 200 }
const LAKE_TIMEOUT_MS = 5_000
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '600',
}

type Settings = LakeSettings & Pick<Env, 'DATA_DIR' | 'STUDIO_URL' | 'embeddedHost'>
export type Staff = ReturnType<typeof createStaff>

/**
 * `/api/staff/*`: relays the Inbox of a Studio on another origin to the embedded backend's staff API.
 * 1. The Studio makes a random secret, and creates a document in the Content Lake whose id contains the secret's SHA-256.
 *    Only people who may publish can create it. Readers of the dataset see the hash only.
 * 2. The Studio posts the secret to `session`. The site deletes the document, so that the secret counts once, and returns a
 *    token for 15 minutes.
 * 3. The Studio sends the token with each call, and the site signs the call for the backend.
 * Only the origin of STUDIO_URL may call, over HTTPS.
 */
export function createStaff(env: Settings, { host, secret, log }: { host: Host; secret: string; log: Log }) {
  const studioOrigin = env.STUDIO_URL && new URL(env.STUDIO_URL).origin
  const key = createHmac('sha256', secret).update('staff').digest()
  const signInLimit = createRateLimiter(SIGN_IN_LIMIT)

  /** Returns the reason why there is no Inbox. */
  function unavailableReason(): string | undefined {
    if (!env.embeddedHost)
      return 'The site uses another backend (HOST_URL). Enquiries, reviews, purchases and consents are stored there.'
    if (!editorClient(env))
      return 'The site can’t check who may use the Inbox: its SANITY_API_TOKEN is not set. Give it one with editor rights.'
    return undefined
  }

  /** Resolves to true once for each secret whose hash is in the Content Lake. */
  async function consume(studioSecret: unknown): Promise<boolean> {
    if (typeof studioSecret !== 'string' || !/^[\w-]{20,100}$/.test(studioSecret)) return false
    const client = editorClient(env)?.withConfig({ timeout: LAKE_TIMEOUT_MS })
    try {
      const proof = await client?.getDocument(`staff-session.${hash('sha256', studioSecret)}`)
      if (!client || !proof || Date.now() - Date.parse(proof._updatedAt) > SECRET_MAX_AGE_MS) return false
      return await deleteOnce(client, proof)
    } catch (error) {
      if (!isClientError(error)) throw error
      log('warn', 'staff: the Content Lake refused to check a sign-in', { error: String(error) })
      return false
    }
  }

  const tokenFor = (origin: string): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(origin)
      .setExpirationTime(TOKEN_LIFETIME)
      .sign(key)

  async function hasToken(request: Request, audience: string): Promise<boolean> {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
    try {
      await jwtVerify(token, key, { audience, algorithms: ['HS256'], requiredClaims: ['exp'] })
      return true
    } catch {
      return false
    }
  }

  /** Answers one request to `/api/staff/<call>`. Never throws. */
  return async function answer(
    request: Request,
    call: string | undefined,
    { address, requestId }: { address: string; requestId: string },
  ): Promise<Response> {
    const headers: Record<string, string> = { 'Cache-Control': 'no-store', Vary: 'Origin' }
    const refuse = (status: number, error: string) => Response.json({ error }, { status, headers })

    if (!studioOrigin || request.headers.get('Origin') !== studioOrigin)
      return refuse(403, 'Only the Studio at STUDIO_URL may call this.')
    headers['Access-Control-Allow-Origin'] = studioOrigin
    if (new URL(request.url).protocol !== 'https:')
      return refuse(
        403,
        'The Inbox needs HTTPS. The proxy in front of the site must send “X-Forwarded-Proto: https”, and TRUST_PROXY must count it.',
      )
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT } })
    const reason = unavailableReason()
    if (reason) return refuse(503, reason)

    try {
      // The Studio asks whether there is an Inbox before it writes the document.
      if (call === 'session' && request.method === 'GET') return Response.json({ ok: true }, { headers })
      if (call === 'session' && request.method === 'POST') {
        const wait = await signInLimit(address)
        if (wait > 0) {
          headers['Retry-After'] = String(wait)
          return refuse(429, `Too many sign-ins came from your network. Try again in ${wait} seconds.`)
        }
        if (!(await consume((await jsonOf(request))?.secret)))
          return refuse(
            403,
            'The site did not accept this Studio’s sign-in. Its SANITY_PROJECT_ID and SANITY_DATASET must be this Studio’s, and its SANITY_API_TOKEN needs editor rights.',
          )
        log('info', 'staff: the Studio signed in', { requestId })
        return Response.json({ token: await tokenFor(studioOrigin) }, { headers })
      }
      if (!(await hasToken(request, studioOrigin)))
        return refuse(401, 'The sign-in to the Inbox has expired.')
      if (!call || !CALLS[request.method]?.includes(call)) return refuse(404, 'The Inbox has no such call.')
      const json = request.method === 'POST' ? await jsonOf(request) : undefined
      if (request.method === 'POST' && json === undefined) return refuse(400, 'The body is not JSON.')
      const { status, text } = await host.callStaff(call, {
        json,
        search: new URL(request.url).search,
        requestId,
      })
      return new Response(text, { status, headers: { ...headers, 'Content-Type': 'application/json' } })
    } catch (error) {
      if (error instanceof HostError)
        return refuse(502, 'The site’s backend does not answer. Try again in a moment.')
      log('warn', 'staff: a request failed', { requestId, error: String(error) })
      return refuse(502, 'The site could not reach the Content Lake. Try again in a moment.')
    }
  }
}

const jsonOf = (request: Request): Promise<Record<string, unknown> | undefined> =>
  request.json().catch(() => undefined)
