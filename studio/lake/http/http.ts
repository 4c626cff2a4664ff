import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataError, httpError } from '../errors.ts'
import { isObject } from '../groq/values.ts'

const JSON_LIMIT_BYTES = 8 * 1024 * 1024
/** https://www.sanity.io/docs/content-lake/technical-limits */
export const MUTATION_LIMIT_BYTES = 4_000_000
export const ASSET_LIMIT_BYTES = 50 * 1024 * 1024
/** Maximum depth of JSON in a request. */
const JSON_LIMIT_LEVELS = 1_000

/** From the least rights to the most: reads drafts; writes documents; changes the project. */
export const ROLES = ['viewer', 'editor', 'administrator'] as const
export type Role = (typeof ROLES)[number]

export type Call = {
  req: IncomingMessage
  res: ServerResponse
  /** Without the API version: `/data/query/production`. */
  path: string
  search: URLSearchParams
  /** `1`, `X` or a date. */
  apiVersion: string
  /** Undefined without a valid token or session. */
  role: Role | undefined
  /** Every role reads drafts and versions of releases. */
  seesDrafts: boolean
  identity: string
}
export type Route = {
  method: string | string[]
  path: RegExp
  /** The least role, or one to read and one to change. Anyone else gets 401 or 403 before the body is read. */
  access: 'anyone' | Role | { read: Role; change: Role }
  run(call: Call, ...groups: string[]): unknown
}

/** Matches a path with or without the project before it. */
export const inProject = (pattern: string) => new RegExp(`^(?:/projects/[^/]+)?${pattern}$`)

/** Reads the body. Throws 413 above `limit`, and 415 for a compressed body. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const coding = req.headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity')
    throw httpError(415, `Content-Encoding "${coding}" is not read: send the body as it is`)
  const tooLarge = () => httpError(413, `Request body exceeds limit of ${limit} bytes`)
  if (Number(req.headers['content-length']) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The connection stays open for the response.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a JSON object. Throws 400 or 413. */
export async function readJson(req: IncomingMessage, limit?: number): Promise<Record<string, unknown>> {
  const value = await readJsonBody(req, limit)
  if (isObject(value)) return value
  throw dataError(400, 'parseError', 'The request body must be a JSON object')
}

/** Reads a JSON object, or a list of them. */
export async function readJsonList(req: IncomingMessage): Promise<Record<string, unknown>[]> {
  const list = [await readJsonBody(req)].flat()
  if (list.every(isObject)) return list
  throw dataError(400, 'parseError', 'The request body must be a JSON object, or a list of them')
}

async function readJsonBody(req: IncomingMessage, limit = JSON_LIMIT_BYTES): Promise<unknown> {
  const text = (await readBody(req, limit)).toString('utf8')
  const refuse = (description: string) => dataError(400, 'parseError', description)
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch (error) {
    throw refuse(`Unable to parse request body as JSON: ${(error as Error).message}`)
  }
  const fault = jsonError([value])
  if (fault) throw refuse(`The request body ${fault}`)
  return value
}

/** Returns the error of parsed JSON that is too deep or has an infinite number. Not recursive. */
function jsonError(value: object): string | undefined {
  let containers = [value]
  for (let level = 0; containers.length > 0; level++) {
    if (level === JSON_LIMIT_LEVELS) return `is nested deeper than ${JSON_LIMIT_LEVELS} levels`
    const inside: object[] = []
    for (const container of containers) {
      for (const child of Object.values(container)) {
        if (child !== null && typeof child === 'object') inside.push(child)
        else if (typeof child === 'number' && !Number.isFinite(child))
          return 'holds a number that is too large'
      }
    }
    containers = inside
  }
  return undefined
}

/** Sends JSON. The response ends after `before`. */
export function sendJson(res: ServerResponse, body: unknown, status = 200, before?: Promise<void>) {
  sendJsonText(res, JSON.stringify(body), status, before)
}

export function sendJsonText(
  res: ServerResponse,
  text: string | Uint8Array,
  status = 200,
  before?: Promise<void>,
) {
  if (res.headersSent || res.destroyed) return
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const body = res.req.method === 'HEAD' ? '' : text
  if (!before) return void res.end(body)
  res.write(body)
  before.then(() => res.end())
}

/** Sends one JSON value per line, at the reader's pace. */
export async function sendNdjson(res: ServerResponse, values: Iterable<unknown>) {
  res.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const lines = function* () {
    for (const value of values) yield `${JSON.stringify(value)}\n`
  }
  await pipeline(Readable.from(lines()), res).catch(() => {})
}

/** Sends a file or a range of it, and closes it if the reader disconnects. */
export function sendFile(res: ServerResponse, file: string, part?: { start: number; end: number }) {
  void pipeline(createReadStream(file, part), res).catch(() => {})
}

/** Whether `If-None-Match` contains the tag. Proxies send weak tags (RFC 9110, 13.1.2). */
export const isNotModified = ({ headers }: IncomingMessage, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false

/** Parses a whole number from `min` on. Throws 400. */
export function integerParam(search: URLSearchParams, name: string, min: number): number | undefined {
  const text = search.get(name)
  if (!text) return undefined
  if (!/^\d+$/.test(text) || Number(text) < min)
    throw httpError(400, `${name} must be a whole number from ${min} on`)
  return Number(text)
}

export const isTrue = (value: string | null) => value === 'true' || value === '1'

/** The `$name=json` parameters of the URL. Throws 400 for invalid JSON. */
export function groqParams(search: URLSearchParams): Record<string, unknown> {
  const params: [string, unknown][] = []
  const refuse = (description: string) =>
    dataError(400, 'queryParseError', description, { query: search.get('query') ?? '', start: 0, end: 0 })
  for (const [key, value] of search) {
    if (!key.startsWith('$')) continue
    let parsed: unknown
    try {
      parsed = JSON.parse(value)
    } catch {
      throw refuse(`Unable to parse value of parameter ${key} as JSON: ${value.slice(0, 80)}`)
    }
    const fault = jsonError([parsed])
    if (fault) throw refuse(`Parameter ${key} ${fault}`)
    params.push([key.slice(1), parsed])
  }
  return Object.fromEntries(params) // fromEntries accepts `__proto__`
}
