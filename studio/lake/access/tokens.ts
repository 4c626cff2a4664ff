import { createHash, randomBytes } from 'node:crypto'
import { randomId } from '../documents/document-ids.ts'
import { httpError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { ROLES, type Role, type Route, readJson, sendJson } from '../http/http.ts'
import type { Store, Token } from '../store/store.ts'
import { describeRole, type User, userOf } from './users.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const newSecret = () => `sk${randomBytes(40).toString('hex')}`

/** The user of an API token; undefined if it is unknown or has expired. */
export function userOfSecret(store: Store, secret: string): User | undefined {
  const hash = hashOf(secret)
  const token = store.tokens().find((token) => token.hash === hash)
  if (!token || (token.expiresAt && Date.parse(token.expiresAt) <= Date.now())) return undefined
  return userOf(token)
}

/** The routes of API tokens: `/projects/:id/tokens`, and the Access API's robots, which the CLI uses. */
export function tokenRoutes({
  store,
  projectId,
  endStreams,
}: {
  store: Store
  projectId: string
  /** Ends all event streams. Those of a valid token reconnect. */
  endStreams: () => void
}): Route[] {
  function create(label: unknown, role: unknown, expiresAt: unknown = null) {
    if (typeof label !== 'string' || !label.trim()) throw httpError(400, 'label must be a text')
    if (!ROLES.includes(role as Role))
      throw httpError(400, `Role ${JSON.stringify(role)} not found. Roles of tokens are ${ROLES.join(', ')}`)
    if (expiresAt !== null && !(Date.parse(String(expiresAt)) > Date.now()))
      throw httpError(400, 'expiresAt must be a date and time in the future')
    const secret = newSecret()
    const token: Token = {
      id: `si${randomId()}`,
      hash: hashOf(secret),
      label: label.trim(),
      role: role as Role,
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt === null ? null : new Date(String(expiresAt)).toISOString(),
    }
    store.putToken(token)
    return { token, secret }
  }
  function remove(id: string) {
    if (!store.deleteToken(id)) throw httpError(404, `Token not found for ID "${id}"`)
    endStreams()
    return { deleted: true }
  }
  const describe = ({ id, label, role, createdAt }: Token) => {
    return { id, label, projectUserId: id, createdAt, roles: [describeRole(role)] }
  }
  const robotOf = ({ id, label, role, createdAt, expiresAt }: Token) => {
    const resource = { resourceType: 'project', resourceId: projectId, resourceUserId: id }
    return {
      id,
      label,
      createdAt,
      expiresAt,
      memberships: [{ ...resource, roleNames: [role], addedAt: createdAt }],
    }
  }
  return [
    {
      method: ['GET', 'POST'],
      path: /^\/projects\/[^/]+\/tokens$/,
      access: 'administrator',
      async run({ req, res }) {
        if (req.method !== 'POST') return sendJson(res, store.tokens().map(describe))
        const { label, roleName } = await readJson(req)
        const { token, secret } = create(label, roleName)
        sendJson(res, { ...describe(token), key: secret })
      },
    },
    {
      method: ['GET', 'POST'],
      path: /^\/access\/project\/[^/]+\/robots$/,
      access: 'administrator',
      async run({ req, res }) {
        const robots = store.tokens().map(robotOf)
        if (req.method !== 'POST')
          return sendJson(res, { data: robots, nextCursor: null, totalCount: robots.length })
        const { label, memberships, expiresAt } = await readJson(req)
        const roles = [memberships]
          .flat()
          .flatMap((membership) => (isObject(membership) ? membership.roleNames : []))
        if (roles.length !== 1) throw httpError(400, 'memberships must have one role')
        const { token, secret } = create(label, roles[0], expiresAt)
        sendJson(res, { ...robotOf(token), token: secret })
      },
    },
    {
      method: 'DELETE',
      path: /^\/(?:projects|access\/project)\/[^/]+\/(?:tokens|robots)\/([^/]+)$/,
      access: 'administrator',
      run: ({ res }, id) => sendJson(res, remove(id)),
    },
    {
      method: 'POST',
      path: /^\/access\/robots\/me\/rotate$/,
      access: 'viewer',
      run({ res, identity }) {
        const token = store.tokens().find(({ id }) => id === identity)
        if (!token) throw httpError(403, 'Only an API token can be rotated')
        const secret = newSecret()
        store.putToken({ ...token, hash: hashOf(secret) })
        endStreams()
        sendJson(res, { ...robotOf(token), token: secret })
      },
    },
  ]
}
