import { hasRole } from '../access/users.ts'
import type { Dataset } from '../dataset.ts'
import { dataError, httpError, permissionError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import {
  type Call,
  isTrue,
  MUTATION_LIMIT_BYTES,
  type Route,
  readJson,
  sendJson,
  sendJsonText,
} from '../http/http.ts'
import { isAlias } from '../project/aliases.ts'
import { giveWay } from '../scheduling.ts'
import { checkApiVersion } from './apply-actions.ts'

// The tags of @sanity/import and `sanity dataset import`, which may write to scheduled releases.
const IMPORT_TAG = /^sanity\.(?:cli\.)?(?:dataset\.)?import\b/

/** The routes that write documents: `/data/mutate` and `/data/actions`. */
export function mutationRoutes(readable: (call: Call, name: string) => Dataset): Route[] {
  const writable = (call: Call, name: string): Dataset => {
    if (isAlias(name)) throw httpError(400, `"${name}" is an alias, to read: write to the dataset itself`)
    return readable(call, name)
  }
  const options = ({ search, identity }: Call, body: Record<string, unknown>) => ({
    transactionId: (body.transactionId ?? search.get('transactionId') ?? undefined) as string | undefined,
    author: identity,
    dryRun: [search.get('dryRun'), body.dryRun].map(isDry).includes(true),
    autoGenerateArrayKeys: isTrue(search.get('autoGenerateArrayKeys')) || body.autoGenerateArrayKeys === true,
    writesScheduled: IMPORT_TAG.test(search.get('tag') ?? ''),
  })
  return [
    {
      method: 'POST',
      path: /^\/data\/mutate\/([^/]+)$/,
      // The refusal of a viewer names what it tried.
      access: 'viewer',
      async run(call, name) {
        const dataset = writable(call, name),
          body = await readJson(call.req, MUTATION_LIMIT_BYTES)
        assertWriter(call, 'mutation', body.mutations)
        // Every write is visible when it is acknowledged, so all three are the same.
        if (!['sync', 'async', 'deferred'].includes(call.search.get('visibility') || 'sync'))
          throw dataError(400, 'mutationParseError', `Invalid visibility "${call.search.get('visibility')}"`)
        const { transaction, results } = await dataset.commit(body.mutations, options(call, body))
        const returnDocuments = isTrue(call.search.get('returnDocuments')),
          returnIds = returnDocuments || isTrue(call.search.get('returnIds'))
        const parts: Buffer[] = []
        for (const { id, operation, document } of results) {
          const result = {
            ...(returnIds && { id }),
            operation,
            ...(returnDocuments && document && { document }),
          }
          parts.push(Buffer.from((parts.length > 0 ? ',' : '') + JSON.stringify(result)))
          await giveWay() // many documents take long
        }
        const start = `{"transactionId":${JSON.stringify(transaction.id)},"results":[`
        sendJsonText(call.res, Buffer.concat([Buffer.from(start), ...parts, Buffer.from(']}')]))
      },
    },
    {
      method: 'POST',
      path: /^\/data\/actions\/([^/]+)$/,
      access: 'viewer',
      async run(call, name) {
        const dataset = writable(call, name),
          body = await readJson(call.req, MUTATION_LIMIT_BYTES)
        assertWriter(call, 'action', body.actions)
        checkApiVersion(body.actions, call.apiVersion)
        const actionOptions = { ...options(call, body), autoGenerateArrayKeys: true }
        const { transaction } = await dataset.act(body.actions, actionOptions)
        sendJson(call.res, { transactionId: transaction.id })
      },
    },
  ]
}

/** Throws 403 for a viewer, with the permission that its first change needs. */
function assertWriter({ role }: Call, kind: 'mutation' | 'action', changes: unknown) {
  if (hasRole(role, 'editor')) return
  const first = [changes].flat()[0]
  const name = isObject(first) ? String(kind === 'mutation' ? Object.keys(first)[0] : first.actionType) : ''
  throw permissionError(kind, /(^|\.)create/.test(name) ? 'create' : 'update')
}

/** Throws 400 for other values, because a dry run must never write. */
function isDry(value: unknown): boolean {
  if ([true, 'true', '1'].includes(value as string)) return true
  if ([undefined, null, false, 'false', '0', ''].includes(value as string)) return false
  throw dataError(400, 'mutationParseError', `Invalid dryRun ${JSON.stringify(value)}`)
}
