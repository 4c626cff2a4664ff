import { httpError } from '../errors.ts'
import { type Route, readJson, sendJson } from '../http/http.ts'
import type { Store } from '../store/store.ts'
import { CREATED_AT } from './users.ts'

type CorsOrigin = { id: number; origin: string; allowCredentials: boolean; createdAt: string }

const ANY_FILE = 'file:///*'

/** The stored origins, after those of the option, which have negative ids. */
export const allOrigins = (store: Store, ofOption: string[]): CorsOrigin[] => [
  ...ofOption.map((origin, i) => ({ id: -1 - i, origin, allowCredentials: true, createdAt: CREATED_AT })),
  ...store.records<CorsOrigin>('cors-origin'),
]

/** Whether an origin matches a pattern: `*` stands for names with their dots, `:*` for any port. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  if (pattern === origin || pattern === '*') return true
  if (pattern === ANY_FILE) return origin === 'file://'
  if (!pattern.includes('*')) return false
  const expression = pattern
    .replace(/[^\w*:/-]/g, '\\$&')
    .replace(/:\*$/, '(?::\\d+)?')
    .replaceAll('*', '[^/:]+')
  return new RegExp(`^${expression}$`).test(origin)
}

/** Normalises an origin as `sanity cors add` does. Throws 400. */
function normalised(origin: unknown): string {
  if (typeof origin !== 'string') throw httpError(400, 'origin must be a text')
  if (['*', 'null', ANY_FILE].includes(origin)) return origin
  const [, scheme = '', host = '', port = ''] =
    /^([a-z][a-z\d+.-]*):\/\/(\[[\da-f:.]+\]|[\w.*-]+)(?::(\d+|\*))?\/?$/i.exec(origin) ?? []
  if (!host)
    throw httpError(400, `Invalid origin ${JSON.stringify(origin)}: it must be like https://example.com`)
  const isDefault = port === { http: '80', https: '443' }[scheme.toLowerCase()]
  return `${scheme}://${host}${port && !isDefault ? `:${port}` : ''}`.toLowerCase()
}

type Parts = { store: Store; projectId: string; allowedOrigins: string[] }

/** The routes of `sanity cors`. */
export function corsRoutes({ store, projectId, allowedOrigins }: Parts): Route[] {
  const list = () =>
    allOrigins(store, allowedOrigins).map((origin) => {
      return { ...origin, projectId, updatedAt: origin.createdAt, deletedAt: null }
    })
  return [
    {
      method: ['GET', 'POST'],
      path: /^\/projects\/[^/]+\/cors$/,
      access: { read: 'viewer', change: 'administrator' },
      async run({ req, res }) {
        if (req.method !== 'POST') return sendJson(res, list())
        const body = await readJson(req)
        const origin = normalised(body.origin)
        if (list().some((known) => known.origin === origin))
          throw httpError(409, `Origin "${origin}" already exists`)
        const id = Math.max(0, ...list().map((known) => known.id)) + 1
        const allowCredentials = body.allowCredentials === true
        const createdAt = new Date().toISOString()
        store.putRecord<CorsOrigin>('cors-origin', { id, origin, allowCredentials, createdAt })
        sendJson(res, list().at(-1))
      },
    },
    {
      method: 'DELETE',
      path: /^\/projects\/[^/]+\/cors\/([^/]+)$/,
      access: 'administrator',
      run({ res }, id) {
        if (Number(id) < 0)
          throw httpError(400, 'This origin is set where the lake is started (allowedOrigins), not here')
        if (!store.deleteRecord('cors-origin', id))
          throw httpError(404, `CORS origin not found for ID "${id}"`)
        sendJson(res, { id: Number(id), deleted: true })
      },
    },
  ]
}
