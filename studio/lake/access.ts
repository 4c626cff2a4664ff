import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { httpError, StartError, unauthorized } from '#studio/lake/errors.ts'
import { SESSION_SECONDS, type Store } from '#studio/lake/store.ts'

export type Access = ReturnType<typeof createAccess>
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
/** With `useProjectHostname`, its default, a client puts the project before the host; browsers take that for this machine. */
const PROJECT_NAME = 'local.localhost'
/** Where the store has the hash of the last key that was used. */
const USED_KEY = 'used-studio-key'

/** Reads `DATA_DIR/lake-token`, or makes it (mode 0600) at the first start. */
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
    throw new StartError(`${file} can't be read or written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Who may ask, and as whom. Everyone on this machine reads published content; the rest takes the token, or the cookie that the
 * token or the `key` gives a browser. `ports` are those the lake listens on, the main one first.
 */
export function createAccess({
  store,
  token,
  key,
  ports,
  allowedOrigins,
}: {
  store: Store
  token: string
  /** Signs one browser in, once. */
  key: string | undefined
  ports: () => number[]
  allowedOrigins: string[]
}) {
  // Cookies know no ports: the name keeps two lakes on one machine apart.
  const cookieName = () => `lake-session-${ports()[0]}`
  const isOurs = (name: string, port: string) =>
    LOOPBACK_NAMES.includes(name) && ports().includes(Number(port || 80))

  const sessionHash = (req: IncomingMessage) => hex(cookieOf(req, cookieName()) ?? '')
  function setCookie(res: ServerResponse, value: string, seconds: number) {
    res.setHeader(
      'set-cookie',
      `${cookieName()}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}`,
    )
  }

  function takeKey(given: string): boolean {
    // A restarted lake gets the same key, and must not accept it twice.
    if (!key || !isSame(given, key) || store.keyvalue(USED_KEY)?.value === hex(key)) return false
    store.setKeyvalue(USED_KEY, hex(key))
    return true
  }

  return {
    /**
     * Refuses (403) a Host that isn't this machine's (DNS rebinding) and an Origin that isn't the Studio's or an
     * allowed one, and what a foreign site makes a browser send without an Origin. Pictures and a visit to the
     * Studio itself may come from anywhere; whether it is allowed, a page from this machine may ask.
     */
    checkPlace(req: IncomingMessage, pathname: string) {
      const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(req.headers.host ?? '') ?? []
      // Not the Studio, where the editor signs in: a resolver may be asked for that name.
      const asked = name.toLowerCase()
      const isApi = /^\/(?:v(?:1|X|\d{4}-\d\d-\d\d)|images|files)\//.test(pathname)
      if (!isOurs(isApi && asked === PROJECT_NAME ? 'localhost' : asked, port))
        throw httpError(403, 'Host not allowed')
      const { origin } = req.headers
      const asksWhether = /^\/v[^/]+\/check\/cors(?:\/|$)/.test(pathname)
      if (origin !== undefined && !this.allowsOrigin(origin) && !(asksWhether && isOfThisMachine(origin)))
        throw httpError(403, 'Origin not allowed: STUDIO_ALLOWED_ORIGINS names those that are')
      if (origin === undefined && req.headers['sec-fetch-site'] === 'cross-site') {
        const visit =
          req.headers['sec-fetch-mode'] === 'navigate' &&
          req.headers['sec-fetch-dest'] === 'document' &&
          !/^\/v(\d|X)/.test(pathname)
        if (!visit && !/^\/(images|files)\//.test(pathname)) throw httpError(403, 'Origin not allowed')
      }
    },
    allowsOrigin(origin: string): boolean {
      if (allowedOrigins.includes(origin)) return true
      const [, name = '', port = ''] = /^http:\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?$/.exec(origin) ?? []
      return isOurs(name, port)
    },

    /** True for the editor. A bearer token that is wrong is refused (401) rather than taken for a stranger. */
    isEditor(req: IncomingMessage): boolean {
      // sanity-php, and @sanity/client before 2, name their token in a header of its own.
      const { 'sanity-token': token, authorization = token && `Bearer ${token}` } = req.headers
      if (authorization === undefined) return store.hasSession(sessionHash(req))
      if (!this.isToken(authorization)) throw unauthorized()
      return true
    },

    /** Whether it is `Bearer` and the editor's token. */
    isToken(authorization: string): boolean {
      return isSame(/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '', token)
    },

    /** Gives a browser the editor's cookie for the token, or for the key when it is used the first time. */
    signIn(res: ServerResponse, given: string): boolean {
      if (!isSame(given, token) && !takeKey(given)) return false
      const value = randomBytes(32).toString('base64url')
      store.addSession(hex(value))
      setCookie(res, value, SESSION_SECONDS)
      return true
    },

    signOut(req: IncomingMessage, res: ServerResponse) {
      store.endSession(sessionHash(req))
      setCookie(res, '', 0)
    },
  }
}

const isOfThisMachine = (origin: string) => LOOPBACK_NAMES.includes(URL.parse(origin)?.hostname ?? '')

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const hex = (text: string) => sha256(text).toString('hex')
const isSame = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  for (const pair of req.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
