import { randomId } from '../documents/document-ids.ts'
import { httpError } from '../errors.ts'
import { integerParam, type Route, readJson, sendJson } from '../http/http.ts'
import { MASKED_SECRET, parseWebhook, type Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

const PAGE = 100

/** Routes to manage webhooks and to read their logs. https://www.sanity.io/docs/http-reference/webhooks */
export function webhookRoutes(webhooks: Webhooks, projectId: string): Route[] {
  const access = 'administrator'
  const describe = ({ secret, ...hook }: Webhook) => {
    return { ...hook, projectId, secret: secret && MASKED_SECRET, isDisabled: false, deletedAt: null }
  }
  function found<T>(entry: T | undefined): T {
    if (!entry) throw httpError(404, 'Webhook, or attempt, not found')
    return entry
  }
  return [
    {
      method: ['GET', 'POST'],
      path: /^\/hooks\/projects\/[^/]+$/,
      access,
      async run({ req, res, identity: createdByUserId }) {
        if (req.method !== 'POST') return sendJson(res, webhooks.list().map(describe))
        const config = parseWebhook(await readJson(req))
        const hook = { ...config, id: randomId(), createdAt: new Date().toISOString(), createdByUserId }
        webhooks.add(hook)
        sendJson(res, describe(hook))
      },
    },
    {
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      path: /^\/hooks\/projects\/[^/]+\/([^/]+)$/,
      access,
      async run({ req, res }, id) {
        const change = req.method === 'PUT' || req.method === 'PATCH' ? await readJson(req) : undefined
        const current = found(webhooks.get(id))
        // PUT replaces all but the secret, which clients can't read.
        const kept = req.method === 'PUT' ? { secret: current.secret } : current
        const hook = change ? { ...current, ...parseWebhook(change, kept) } : current
        if (change) webhooks.replace(hook, current)
        if (req.method === 'DELETE') webhooks.remove(id)
        sendJson(res, describe(hook))
      },
    },
    {
      method: 'GET',
      path: /^\/hooks\/projects\/[^/]+\/attempts\/(([^/-]+)-[^/]+)$/,
      access,
      run({ res }, id, messageId) {
        sendJson(res, found(webhooks.message(messageId)?.attempts.find((attempt) => attempt.id === id)))
      },
    },
    {
      // The guide to webhooks has the path without the project.
      method: 'GET',
      path: /^\/hooks\/(?:projects\/[^/]+\/)?([^/]+)\/(messages|attempts)$/,
      access,
      run({ res, search }, id, kind) {
        const limit = integerParam(search, 'limit', 1) ?? PAGE
        const list = webhooks.messages(found(webhooks.get(id)).id, limit).map(({ attempts, ...message }) => {
          return kind === 'attempts' ? attempts : message
        })
        sendJson(res, list.flat())
      },
    },
  ]
}
