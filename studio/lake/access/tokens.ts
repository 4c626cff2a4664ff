import { createHash, randomBytes } from 'node:crypto'
import type { openDatasets } from '../dataset.ts'
import { randomId } from '../documents/document-ids.ts'
import { httpError } from '../errors.ts'
import { ROLES, type Role, type Route, readJson, sendJson } from '../http/http.ts'
import type { Store } from '../store/store.ts'
import { describeRole, type Token, tokensOf, type User, userOf } from './users.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const newSecret = () => `sk${randomBytes(40).toString('hex')}`

/** The user of an API token; undefined if it is unknown or has expired. */
export function userOfSecret(store: Store, secret: string): User | undefined {
  const hash = hashOf(secret)
  const token = tokensOf(store).find((token) => token.hash === hash)
  if (!token || (token.expiresAt && Date.parse(token.expiresAt) <= Date.now())) return undefined
  return userOf(token)
}

type Parts = { store: Store; datasets: ReturnType<typeof openDatasets>; projectId: string }

/** The routes of API tokens: `/projects/:id/tokens`, and the Access API's robots, which the CLI uses. */
export function tokenRoutes({ store, datasets, projectId }: Parts): Route[] {
  // The streams of valid tokens reconnect.
  const endStreams = () => {
    for (const dataset of datasets.all()) dataset.endStreams()
  }
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
    store.putRecord('token', token)
    return { ...token, secret }
  }
  const describe = ({ id, label, role, createdAt }: Token) => {
    return { id, label, projectUserId: id, createdAt, roles: [describeRole(role)] }
  }
  const robotOf = ({ id, label, role, createdAt, expiresAt }: Token) => {
    const resource = { resourceType: 'project', resourceId: projectId, resourceUserId: id }
    const memberships = [{ ...resource, roleNames: [role], addedAt: createdAt }]
    return { id, label, createdAt, expiresAt, memberships }
  }
  return [
    {
      method: ['GET', 'POST'],
      path: /^\/projects\/[^/]+\/tokens$/,
      access: 'administrator',
      async run({ req, res }) {
        if (req.method !== 'POST') return sendJson(res, tokensOf(store).map(describe))
        const { label, roleName } = await readJson(req)
        const { secret, ...token } = create(label, roleName)
        sendJson(res, { ...describe(token), key: secret })
      },
    },
    {
      method: ['GET', 'POST'],
      path: /^\/access\/project\/[^/]+\/robots$/,
      access: 'administrator',
      async run({ req, res }) {
        const data = tokensOf(store).map(robotOf)
        if (req.method !== 'POST') return sendJson(res, { data, nextCursor: null, totalCount: data.length })
        const { label, memberships, expiresAt } = await readJson(req)
        const role = (memberships as { roleNames?: unknown[] }[] | undefined)?.[0]?.roleNames?.[0]
        const { secret, ...token } = create(label, role, expiresAt)
        sendJson(res, { ...robotOf(token), token: secret })
      },
    },
    {
      method: 'DELETE',
      path: /^\/(?:projects|access\/project)\/[^/]+\/(?:tokens|robots)\/([^/]+)$/,
      access: 'administrator',
      run({ res }, id) {
        if (!store.deleteRecord('token', id)) throw httpError(404, `Token not found for ID "${id}"`)
        endStreams()
        sendJson(res, { deleted: true })
      },
    },
    {
      method: 'POST',
      path: /^\/access\/robots\/me\/rotate$/,
      access: 'viewer',
      run({ res, identity }) {
        const token = tokensOf(store).find(({ id }) => id === identity)
        if (!token) throw httpError(403, 'Only an API token can be rotated')
        const secret = newSecret()
        store.putRecord('token', { ...token, hash: hashOf(secret) })
        endStreams()
        sendJson(res, { ...robotOf(token), token: secret })
      },
    },
  ]
}
