import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { httpError, StartError, unauthorized } from '../errors.ts'
import { SESSION_SECONDS, type Store } from '../store/store.ts'
import { allOrigins, matchesOrigin } from './cors.ts'
import { userOfSecret } from './tokens.ts'
import { EDITOR, type User } from './users.ts'

export type Access = ReturnType<typeof createAccess>
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d+))?$/i

/** Whether a bind address is one of this machine only, the default. */
export const isLoopback = (host: string | undefined) =>
  host === undefined || [...LOOPBACK_NAMES, '::1'].includes(host)

/** Reads `DATA_DIR/lake-token`, or creates it (mode 0600) at the first start. */
export function editorToken(dataDir: string): string {
  const file = join(dataDir, 'lake-token')
  try {
    const saved = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    const token = saved || randomBytes(32).toString('base64url')
    if (!saved) writeFileSync(file, `${token}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    return token
  } catch (error) {
    throw new StartError(`${file} can’t be read or written (${(error as NodeJS.ErrnoException).code})`)
  }
}

type Parts = {
  store: Store
  token: string
  key: string | undefined
  projectId: string
  host: string | undefined
  /** The first one is the main port. */
  ports: number[]
  allowedOrigins: string[]
}

/** Authenticates requests. */
export function createAccess({ store, token, key, projectId, host, ports, allowedOrigins }: Parts) {
  // Browsers send cookies to all ports. The name separates two lakes on one machine.
  const cookieName = () => `lake-session-${ports[0]}`
  const isOurs = (name: string, port: string) =>
    LOOPBACK_NAMES.includes(name) && ports.includes(Number(port || 80))
  /** A page that this lake serves. On other addresses than loopback, that is any page of the requested host. */
  function isOwnOrigin(origin: string, requested = '') {
    const url = URL.parse(origin)
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.origin !== origin) return false
    if (isLoopback(host)) return url.protocol === 'http:' && isOurs(url.hostname, url.port)
    const [, name, port = ''] = HOST.exec(requested.toLowerCase()) ?? []
    // Event streams come from a page on the main port.
    return url.hostname === name && [port, ...ports.map(String)].includes(url.port)
  }

  // A new token ends all sessions, also those in a restored database.
  const sessionHash = (cookie: string) => createHmac('sha256', token).update(cookie).digest('hex')
  const sessionOf = (req: IncomingMessage) => sessionHash(cookieOf(req, cookieName()) ?? '')
  function setCookie(res: ServerResponse, value: string, seconds: number) {
    res.setHeader(
      'set-cookie',
      `${cookieName()}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}`,
    )
  }

  // A restarted lake gets the same key, and must not accept it twice.
  const acceptKeyOnce = (candidate: string) =>
    key ? isSame(candidate, key) && store.acceptKeyOnce(sha256(key).toString('hex')) : false

  return {
    /** Refuses (403) foreign Hosts and Origins and cross-site requests, except images and links to the Studio. */
    refuseForeignRequests(req: IncomingMessage, pathname: string) {
      const [, name, port = ''] = HOST.exec(req.headers.host?.toLowerCase() ?? '') ?? []
      const isApi = /^\/(?:v(?:1|X|\d{4}-\d\d-\d\d)|images|files)\//.test(pathname)
      // A client with `useProjectHostname` puts the project id before the host name. The Studio is not
      // served under this name, because an external DNS resolver may answer for it.
      const isProjectName = isApi && name === `${projectId.toLowerCase()}.localhost`
      if (!name || (isLoopback(host) && !isOurs(isProjectName ? 'localhost' : name, port)))
        throw httpError(403, 'Host not allowed')
      const { origin } = req.headers
      const isCorsCheck = /^\/v[^/]+\/check\/cors(?:\/|$)/.test(pathname)
      if (origin !== undefined && !this.allowsOrigin(req) && !(isCorsCheck && isOfThisMachine(origin))) {
        const named = origin.slice(0, 100)
        throw httpError(403, `Origin not allowed: ${named}. To allow it, run: sanity cors add ${named}`)
      }
      if (origin === undefined && req.headers['sec-fetch-site'] === 'cross-site') {
        const isNavigation =
          req.headers['sec-fetch-mode'] === 'navigate' &&
          req.headers['sec-fetch-dest'] === 'document' &&
          !/^\/v(\d|X)/.test(pathname)
        if (!isNavigation && !/^\/(images|files)\//.test(pathname)) throw httpError(403, 'Origin not allowed')
      }
    },
    /** Whether the page that sent the request may call, or call with the cookie. */
    allowsOrigin({ headers: { origin, host } }: IncomingMessage, withCookie = false): boolean {
      if (origin === undefined || isOwnOrigin(origin, host)) return true
      return allOrigins(store, allowedOrigins).some(
        (rule) => matchesOrigin(rule.origin, origin) && (rule.allowCredentials || !withCookie),
      )
    },

    /** The user of the token or the session. Throws 401 for a wrong bearer token. */
    userOf(req: IncomingMessage): User | undefined {
      // sanity-php and @sanity/client 1 use this header.
      const { 'sanity-token': sent, authorization = sent && `Bearer ${sent}` } = req.headers
      if (authorization === undefined)
        return this.allowsOrigin(req, true) && store.hasSession(sessionOf(req)) ? EDITOR : undefined
      const user = this.userOfToken(authorization)
      if (!user) throw unauthorized()
      return user
    },

    userOfToken(authorization: string): User | undefined {
      const secret = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? ''
      return isSame(secret, token) ? EDITOR : userOfSecret(store, secret)
    },

    /** Sets the editor's cookie for the token, or once for the key. */
    signIn(res: ServerResponse, credential: string): boolean {
      if (!isSame(credential, token) && !acceptKeyOnce(credential)) return false
      const value = randomBytes(32).toString('base64url')
      store.addSession(sessionHash(value))
      setCookie(res, value, SESSION_SECONDS)
      return true
    },

    signOut(req: IncomingMessage, res: ServerResponse) {
      store.endSession(sessionOf(req))
      setCookie(res, '', 0)
    },
  }
}

const isOfThisMachine = (origin: string) => LOOPBACK_NAMES.includes(URL.parse(origin)?.hostname ?? '')

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = headers.cookie?.split(';').map((pair) => pair.trim())
  return cookies?.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
