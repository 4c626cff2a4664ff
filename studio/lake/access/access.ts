import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { httpError, StartError, unauthorized } from '../errors.ts'
import type { Role } from '../http/http.ts'
import { SESSION_SECONDS, type Store } from '../store/store.ts'

export type Access = ReturnType<typeof createAccess>
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
/** A client with `useProjectHostname` puts the project id before the host name. */
const PROJECT_NAME = 'local.localhost'

/** Reads `DATA_DIR/lake-token`, or creates it (mode 0600) at the first start. */
export function editorToken(dataDir: string): string {
  const file = join(dataDir, 'lake-token')
  try {
    try {
      const token = readFileSync(file, 'utf8').trim()
      if (token) {
        chmodSync(file, 0o600)
        return token
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    const token = randomBytes(32).toString('base64url')
    writeFileSync(file, `${token}\n`, { mode: 0o600 })
    return token
  } catch (error) {
    throw new StartError(`${file} can’t be read or written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Authenticates requests. The first of `ports` is the main one. */
export function createAccess({
  store,
  token,
  key,
  ports,
  allowedOrigins,
}: {
  store: Store
  token: string
  key: string | undefined
  ports: () => number[]
  allowedOrigins: string[]
}) {
  // Browsers send cookies to all ports. The name separates two lakes on one machine.
  const cookieName = () => `lake-session-${ports()[0]}`
  const isOurs = (name: string, port: string) =>
    LOOPBACK_NAMES.includes(name) && ports().includes(Number(port || 80))

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
      const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(req.headers.host ?? '') ?? []
      const hostname = name.toLowerCase()
      const isApi = /^\/(?:v(?:1|X|\d{4}-\d\d-\d\d)|images|files)\//.test(pathname)
      // The Studio is not served under this name, because an external DNS resolver may answer for it.
      const isProjectName = isApi && hostname === PROJECT_NAME
      if (!isOurs(isProjectName ? 'localhost' : hostname, port)) throw httpError(403, 'Host not allowed')
      const { origin } = req.headers
      const isCorsCheck = /^\/v[^/]+\/check\/cors(?:\/|$)/.test(pathname)
      if (origin !== undefined && !this.allowsOrigin(origin) && !(isCorsCheck && isOfThisMachine(origin)))
        throw httpError(403, 'Origin not allowed: STUDIO_ALLOWED_ORIGINS names those that are')
      if (origin === undefined && req.headers['sec-fetch-site'] === 'cross-site') {
        const isNavigation =
          req.headers['sec-fetch-mode'] === 'navigate' &&
          req.headers['sec-fetch-dest'] === 'document' &&
          !/^\/v(\d|X)/.test(pathname)
        if (!isNavigation && !/^\/(images|files)\//.test(pathname)) throw httpError(403, 'Origin not allowed')
      }
    },
    allowsOrigin(origin: string): boolean {
      if (allowedOrigins.includes(origin)) return true
      const [, name = '', port = ''] = /^http:\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?$/.exec(origin) ?? []
      return isOurs(name, port)
    },

    /** The role of the token or the session. Throws 401 for a wrong bearer token. */
    roleOf(req: IncomingMessage): Role | undefined {
      // sanity-php and @sanity/client 1 use this header.
      const { 'sanity-token': token, authorization = token && `Bearer ${token}` } = req.headers
      if (authorization === undefined) return store.hasSession(sessionOf(req)) ? 'administrator' : undefined
      if (!this.isToken(authorization)) throw unauthorized()
      return 'administrator'
    },

    isToken(authorization: string): boolean {
      return isSame(/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '', token)
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

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  for (const pair of req.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
