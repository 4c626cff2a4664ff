import { randomId } from '../documents/document-ids.ts'
import { httpError } from '../errors.ts'
import { type Call, integerParam, type Route, readJson, sendJson } from '../http/http.ts'
import { MASKED_SECRET, parseWebhook, type Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

const PAGE = 100

/** Routes to manage webhooks and to read their logs. https://www.sanity.io/docs/http-reference/webhooks */
export function webhookRoutes({ webhooks, projectId }: { webhooks: Webhooks; projectId: string }): Route[] {
  const access = 'administrator'
  const describe = (hook: Webhook) => ({
    ...hook,
    secret: hook.secret && MASKED_SECRET,
    projectId,
    isDisabled: false,
    deletedAt: null,
  })
  function hookOf(id: string): Webhook {
    const hook = webhooks.get(id)
    if (!hook) throw httpError(404, `Webhook not found for ID "${id}"`)
    return hook
  }
  const pageOf = ({ search }: Call) => ({
    limit: integerParam(search, 'limit', 1) ?? PAGE,
    offset: integerParam(search, 'offset', 0) ?? 0,
  })
  const inProject = <T extends object>(entry: T) => ({ ...entry, projectId })
  return [
    {
      method: 'GET',
      path: /^\/hooks\/projects\/[^/]+$/,
      access,
      run: ({ res }) => sendJson(res, webhooks.list().map(describe)),
    },
    {
      method: 'POST',
      path: /^\/hooks\/projects\/[^/]+$/,
      access,
      async run({ req, res, identity }) {
        const config = parseWebhook(await readJson(req))
        const hook = {
          ...config,
          id: randomId(),
          createdAt: new Date().toISOString(),
          createdByUserId: identity,
        }
        webhooks.add(hook)
        sendJson(res, describe(hook))
      },
    },
    {
      method: 'GET',
      path: /^\/hooks\/projects\/[^/]+\/attempts\/([^/]+)$/,
      access,
      run({ res }, id) {
        const attempt = webhooks.attempt(id)
        if (!attempt) throw httpError(404, `Attempt not found for ID "${id}"`)
        sendJson(res, inProject(attempt))
      },
    },
    {
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      path: /^\/hooks\/projects\/[^/]+\/([^/]+)$/,
      access,
      async run({ req, res }, id) {
        if (req.method === 'DELETE') {
          webhooks.remove(hookOf(id).id)
          return sendJson(res, { id, deleted: true })
        }
        if (req.method === 'GET') return sendJson(res, describe(hookOf(id)))
        const body = await readJson(req)
        const { createdAt, createdByUserId, ...current } = hookOf(id)
        // PUT replaces all but the secret, which clients can't read.
        const config = parseWebhook(body, req.method === 'PUT' ? { secret: current.secret } : current)
        const hook = { ...config, id, createdAt, createdByUserId }
        webhooks.replace(hook)
        sendJson(res, describe(hook))
      },
    },
    {
      // The guide to webhooks has the path without the project.
      method: 'GET',
      path: /^\/hooks\/(?:projects\/[^/]+\/)?([^/]+)\/(messages|attempts)$/,
      access,
      run(call, id, kind) {
        const list = kind === 'messages' ? webhooks.messages : webhooks.attempts
        sendJson(call.res, list(hookOf(id).id, pageOf(call)).map(inProject))
      },
    },
  ]
}
