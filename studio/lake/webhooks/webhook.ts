import { httpError } from '../errors.ts'
import type { operationOf } from '../groq/functions/delta.ts'
import { planQuery } from '../groq/plan.ts'
import { isObject } from '../groq/values.ts'

export type Operation = ReturnType<typeof operationOf>
/** https://www.sanity.io/docs/http-reference/webhooks */
export type Webhook = WebhookConfig & { id: string; createdAt: string; createdByUserId: string }
type WebhookConfig = {
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

/** Replaces a secret in answers. A client that sends it back keeps the secret. */
export const MASKED_SECRET = '********'
// Compiling takes a microsecond per character.
const MAX_TEXT = 50_000
const DEFAULTS = {
  description: null,
  httpMethod: 'POST',
  headers: {},
  secret: null,
  includeDrafts: false,
  includeAllVersions: false,
  apiVersion: 'v2021-03-25',
  isDisabledByUser: false,
}

type Check = [isValid: (value: unknown) => boolean, rule: string]
const like = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const isOptionalText = (value: unknown) =>
  value === null || (typeof value === 'string' && value.length <= MAX_TEXT)
const TEXT: Check = [isOptionalText, `must be a text of at most ${MAX_TEXT} characters`]
const FLAG: Check = [(value) => typeof value === 'boolean', 'must be true or false']
const CHECKS: Record<keyof WebhookConfig, Check> = {
  type: [like(/^document$/), 'must be "document"'],
  name: [like(/./), 'must be a text'],
  url: [(value) => /^https?:$/.test(URL.parse(String(value))?.protocol ?? ''), 'must begin with http'],
  dataset: [like(/^(\*|[a-z0-9][-\w]{0,63})$/), 'must be the name of a dataset, or *'],
  description: TEXT,
  rule: [isRule, 'needs a list `on` of create, update and delete, and texts as filter and projection'],
  httpMethod: [like(/^(POST|PUT|PATCH|DELETE|GET)$/), 'must be POST, PUT, PATCH, DELETE or GET'],
  headers: [isHeaders, 'must be an object of texts'],
  secret: TEXT,
  includeDrafts: FLAG,
  includeAllVersions: FLAG,
  apiVersion: [like(/^v?(1|X|\d{4}-\d\d-\d\d)$/), 'must be a date such as v2025-02-19'],
  isDisabledByUser: FLAG,
}

/** Validates a webhook; `current` has the values of missing fields. Throws 400, with the parse error of invalid GROQ. */
export function parseWebhook(
  body: Record<string, unknown>,
  current: Partial<WebhookConfig> = {},
): WebhookConfig {
  const rule = isObject(body.rule)
    ? { filter: null, projection: null, ...current.rule, ...body.rule }
    : (body.rule ?? current.rule)
  const fields: Record<string, unknown> = { ...DEFAULTS, ...current, ...body, rule }
  if (fields.secret === MASKED_SECRET) fields.secret = current.secret ?? null
  for (const [name, [isValid, rule]] of Object.entries(CHECKS))
    if (!isValid(fields[name])) throw httpError(400, `Invalid webhook: ${name} ${rule}`)
  const config = Object.fromEntries(Object.keys(CHECKS).map((name) => [name, fields[name]])) as WebhookConfig
  for (const expression of [config.rule.filter, config.rule.projection])
    if (expression) planQuery(expression, { params: {}, tracing: false, delta: true })
  return config
}

function isRule(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.on) || value.on.length === 0) return false
  const areTexts = [value.filter, value.projection].every(isOptionalText)
  return areTexts && value.on.every(like(/^(create|update|delete)$/))
}

function isHeaders(value: unknown): boolean {
  const text = like(/^[\t -~\x80-\xff]*$/)
  return isObject(value) && Object.entries(value).every(([name, of]) => /^[\w-]+$/.test(name) && text(of))
}
