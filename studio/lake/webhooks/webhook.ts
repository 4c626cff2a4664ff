import { validateHeaderName, validateHeaderValue } from 'node:http'
import { httpError } from '../errors.ts'
import type { operationOf } from '../groq/functions/diff.ts'
import { isObject } from '../groq/values.ts'
import { planQuery } from '../query/groq-plan.ts'

const OPERATIONS = ['create', 'update', 'delete'] as const satisfies Operation[]
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET']
const DEFAULT_API_VERSION = 'v2021-03-25'
const MAX_DESCRIPTION = 1024
// Compiling takes a microsecond per character.
const MAX_EXPRESSION = 50_000
/** Replaces a secret in answers. A client that sends it back keeps the secret. */
export const MASKED_SECRET = '********'

export type Operation = ReturnType<typeof operationOf>
/** The fields that a client sets. https://www.sanity.io/docs/http-reference/webhooks */
export type WebhookConfig = {
  type: 'document'
  name: string
  url: string
  /** The name of a dataset, or `*` for all. */
  dataset: string
  description: string | null
  rule: { on: Operation[]; filter: string | null; projection: string | null }
  httpMethod: string
  headers: Record<string, string>
  secret: string | null
  includeDrafts: boolean
  includeAllVersions: boolean
  apiVersion: string
  isDisabledByUser: boolean
}
export type Webhook = WebhookConfig & { id: string; createdAt: string; createdByUserId: string }

/** Validates the fields of a webhook. `current` has the values of missing fields. Throws 400. */
export function parseWebhook(
  body: Record<string, unknown>,
  current: Partial<WebhookConfig> = {},
): WebhookConfig {
  const fields: Record<string, unknown> = { ...current, ...body }
  const rule = isObject(body.rule) ? { ...current.rule, ...body.rule } : (body.rule ?? current.rule)
  require(fields.type === 'document', 'type must be "document"')
  require(isObject(rule), 'rule must be an object')
  const on = rule.on as Operation[]
  require(Array.isArray(on) &&
    on.length > 0 &&
    on.every((operation) =>
      OPERATIONS.includes(operation),
    ), `rule.on must list at least one of ${OPERATIONS.join(', ')}`)
  const name = textIn(fields, 'name')
  require(name, 'name must not be empty')
  const url = textIn(fields, 'url')
  require(/^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'url must start with http:// or https://')
  const dataset = textIn(fields, 'dataset')
  require(/^(\*|[a-z0-9][-\w]{0,63})$/.test(dataset), 'dataset must be the name of a dataset, or *')
  const description = optionalTextIn(fields, 'description')
  require((description?.length ?? 0) <=
    MAX_DESCRIPTION, `description is longer than ${MAX_DESCRIPTION} characters`)
  const httpMethod = textIn(fields, 'httpMethod', 'POST')
  require(METHODS.includes(httpMethod), `httpMethod must be one of ${METHODS.join(', ')}`)
  const apiVersion = textIn(fields, 'apiVersion', DEFAULT_API_VERSION)
  require(/^v?(1|X|\d{4}-\d\d-\d\d)$/.test(apiVersion), 'apiVersion must be a date such as v2025-02-19')
  const secret = optionalTextIn(fields, 'secret')
  return {
    type: 'document',
    name,
    url,
    dataset,
    description,
    rule: { on, filter: expressionIn(rule, 'filter'), projection: expressionIn(rule, 'projection') },
    httpMethod,
    headers: headersIn(fields.headers ?? {}),
    secret: secret === MASKED_SECRET ? (current.secret ?? null) : secret,
    includeDrafts: flagIn(fields, 'includeDrafts'),
    includeAllVersions: flagIn(fields, 'includeAllVersions'),
    apiVersion,
    isDisabledByUser: flagIn(fields, 'isDisabledByUser'),
  }
}

type Fields = Record<string, unknown>

function require(condition: unknown, rule: string): asserts condition {
  if (!condition) throw httpError(400, `Invalid webhook: ${rule}`)
}

function textIn(fields: Fields, name: string, missing = ''): string {
  const value = fields[name] ?? missing
  require(typeof value === 'string', `${name} must be a string`)
  return value
}

/** An empty text counts as missing. */
const optionalTextIn = (fields: Fields, name: string) => textIn(fields, name) || null

function flagIn(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false
  require(typeof value === 'boolean', `${name} must be true or false`)
  return value
}

/** Throws queryParseError (400) for invalid GROQ. */
function expressionIn(rule: Fields, name: string): string | null {
  const expression = optionalTextIn(rule, name)
  if (expression === null) return null
  require(expression.length <= MAX_EXPRESSION, `rule.${name} is longer than ${MAX_EXPRESSION} characters`)
  planQuery(expression, { params: {}, tracing: false, delta: true })
  return expression
}

function headersIn(headers: unknown): Record<string, string> {
  require(isObject(headers), 'headers must be an object')
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value as string)
    } catch (error) {
      require(false, `headers: ${(error as Error).message}`)
    }
    require(typeof value === 'string', `headers: the value of ${name} must be a string`)
  }
  return headers as Record<string, string>
}
