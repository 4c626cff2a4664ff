import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { httpError, StartError, unauthorized } from '#studio/lake/errors.ts'
import { SESSION_SECONDS, type Store } from '#studio/lake/store.ts'

export type Access = ReturnType<typeof createAccess>
/** What proxies add. Many ask with this machine's name in Host, as nginx does unless it is told otherwise. */
const OF_A_PROXY = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
/** What every browser says in Connection, which ends at the next hop: nginx, which adds nothing by itself, says `close` or nothing. */
const OF_A_BROWSER = /keep-alive|upgrade/i
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
/** With `useProjectHostname`, its default, a client puts the project before the host; browsers take that for this machine. */
const PROJECT_NAME = 'local.localhost'

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
 * Who may ask, and as whom. Everyone on this machine reads published content; the rest takes the editor's cookie
 * or the token. `ports` are those the lake listens on, the main one first.
 */
export function createAccess({
  store,
  token,
  ports,
  allowedOrigins,
}: {
  store: Store
  token: string
  ports: () => number[]
  allowedOrigins: string[]
}) {
  // Cookies know no ports: the name keeps two lakes on one machine apart.
  const cookieName = () => `lake-session-${ports()[0]}`
  const instead = () =>
    `open http://localhost:${ports()[0]} on its machine, or from another through ssh -L (see README.md, Editor)`
  const isOurs = (name: string, port: string) =>
    LOOPBACK_NAMES.includes(name) && ports().includes(Number(port || 80))

  function session(req: IncomingMessage): boolean {
    if (cameByProxy(req)) return false
    const value = cookieOf(req, cookieName())
    return value !== undefined && store.hasSession(sha256(value).toString('hex'))
  }

  return {
    /**
     * Refuses (403) a Host that isn't this machine's (DNS rebinding) and an Origin that isn't the Studio's or an
     * allowed one, and what a foreign site makes a browser send without an Origin. Pictures and a visit to the
     * Studio itself may come from anywhere; whether it is allowed, a page from this machine may ask.
     */
    checkPlace(req: IncomingMessage, pathname: string) {
      const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(req.headers.host ?? '') ?? []
      // Not the Studio, which gives its visitor the editor's cookie: a resolver may be asked for that name.
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
      if (authorization === undefined) return session(req)
      if (!this.isToken(authorization)) throw unauthorized()
      return true
    },

    /** Whether it is `Bearer` and the editor's token. */
    isToken(authorization: string): boolean {
      const given = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? ''
      return timingSafeEqual(sha256(given), sha256(token))
    },

    /**
     * Gives the editor's cookie to a browser that opens the Studio's page itself, and to a Studio that is open and asks for its
     * page, or for a stream of events. A page on another port of this machine is of the same site, not of the same origin.
     * Refuses (403) whoever comes by a proxy, which may stand there for anybody; a token counts there, a cookie does not.
     */
    grant(req: IncomingMessage, res: ServerResponse) {
      if (cameByProxy(req)) throw httpError(403, `The Studio is not opened through a proxy: ${instead()}`)
      const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, 'sec-fetch-site': site } = req.headers
      const visit = mode === 'navigate' && dest === 'document'
      const isOpen = mode === 'cors' && dest === 'empty' && site === 'same-origin'
      if (!(visit || isOpen) || session(req)) return
      const value = randomBytes(32).toString('base64url')
      store.addSession(sha256(value).toString('hex'))
      res.setHeader(
        'set-cookie',
        `${cookieName()}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${SESSION_SECONDS}`,
      )
    },
  }
}

function cameByProxy({ headers }: IncomingMessage): boolean {
  const isBrowser = headers['sec-fetch-mode'] !== undefined || headers.cookie !== undefined
  return (
    OF_A_PROXY.some((name) => headers[name] !== undefined) ||
    (isBrowser && !OF_A_BROWSER.test(headers.connection ?? ''))
  )
}

const isOfThisMachine = (origin: string) => LOOPBACK_NAMES.includes(URL.parse(origin)?.hostname ?? '')

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  for (const pair of req.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
