import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataError, httpError } from '#studio/lake/errors.ts'
import { isObject } from '#studio/lake/groq/values.ts'

const JSON_LIMIT_BYTES = 8 * 1024 * 1024
export const ASSET_LIMIT_BYTES = 50 * 1024 * 1024
/** Levels of objects and lists. Sanity's own attributes may be 20 deep; what walks over documents has room for this. */
const JSON_LIMIT_LEVELS = 1_000

/** A request on its way through the routes. */
export type Call = {
  req: IncomingMessage
  res: ServerResponse
  /** Without the version: `/data/query/production`. */
  path: string
  search: URLSearchParams
  /** `1`, `X` or a date. */
  apiVersion: string
  editor: boolean
  identity: string
}
export type Route = {
  method: string | string[]
  path: RegExp
  /** `editor` refuses anyone else with 401 before the route runs; without a credential nothing of the body is read. */
  access: 'anyone' | 'editor'
  run(call: Call, ...groups: string[]): unknown
}

/** Reads the body. Throws 413 as soon as it is known to exceed `limit`, 415 for a compressed one. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const coding = req.headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity')
    throw httpError(415, `Content-Encoding "${coding}" is not read: send the body as it is`)
  const tooLarge = () => httpError(413, `Request body exceeds the limit of ${limit} bytes`)
  if (Number(req.headers['content-length']) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // Refused in the middle, it stays open for the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a JSON object. Throws 400 for anything else and for one that is too deep, 413 for too much. */
export async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const value = await readJsonBody(req)
  if (Array.isArray(value)) throw notAnObject()
  return value as Record<string, unknown>
}

/** As `readJson`, where an object may stand alone or in a list. */
export async function readJsonList(req: IncomingMessage): Promise<Record<string, unknown>[]> {
  const list = [await readJsonBody(req)].flat()
  if (!list.every(isObject)) throw notAnObject()
  return list
}

async function readJsonBody(req: IncomingMessage): Promise<object> {
  const text = (await readBody(req, JSON_LIMIT_BYTES)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch (error) {
    throw dataError(400, 'parseError', `Unable to parse request body as JSON: ${(error as Error).message}`)
  }
  if (!value || typeof value !== 'object') throw notAnObject()
  const fault = faultOfJson(value)
  if (fault) throw dataError(400, 'parseError', `The request body ${fault}`)
  return value
}

const notAnObject = () => dataError(400, 'parseError', 'The request body must be a JSON object')

/** What is wrong with what could be parsed. It looks level by level, so that no depth is too deep for it. */
export function faultOfJson(value: object): string | undefined {
  let containers = [value]
  for (let level = 0; containers.length > 0; level++) {
    if (level === JSON_LIMIT_LEVELS) return `is nested deeper than ${JSON_LIMIT_LEVELS} levels`
    const inside: object[] = []
    for (const container of containers) {
      for (const child of Object.values(container)) {
        if (child !== null && typeof child === 'object') inside.push(child)
        // 1e400 is infinite in memory, and null on disk.
        else if (typeof child === 'number' && !Number.isFinite(child))
          return 'holds a number that is too large'
      }
    }
    containers = inside
  }
  return undefined
}

/** All of it is sent at once; the answer's end, with which a connection may be closed, waits for `before`. */
export function sendJson(res: ServerResponse, body: unknown, status = 200, before?: Promise<void>) {
  sendJsonText(res, JSON.stringify(body), status, before)
}

/** The same for JSON that is written already. */
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

/** Values one to a line, handed over at the pace at which they are read. */
export async function sendNdjson(res: ServerResponse, values: Iterable<unknown>) {
  res.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const lines = function* () {
    for (const value of values) yield `${JSON.stringify(value)}\n`
  }
  await pipeline(Readable.from(lines()), res).catch(() => {}) // the reader went away
}

/** The rest of an answer: a file, or a part of it. It is closed again when the reader goes away in the middle, as players of films do. */
export function sendFile(res: ServerResponse, file: string, part?: { start: number; end: number }) {
  void pipeline(createReadStream(file, part), res).catch(() => {}) // both are ended, and the head has been sent
}

/** Whether the asker has it: of what a proxy compressed the tag comes back as a weak one, and there may be several (RFC 9110, 13.1.2). */
export const hasAlready = ({ headers }: IncomingMessage, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false

/** A whole number of an address. Throws 400 for what is none, or less than `min`. */
export function wholeIn(search: URLSearchParams, name: string, min: number): number | undefined {
  const text = search.get(name)
  if (!text) return undefined
  if (!/^\d+$/.test(text) || Number(text) < min)
    throw httpError(400, `${name} must be a whole number from ${min} on`)
  return Number(text)
}

export const isTrue = (value: string | null) => value === 'true' || value === '1'

/** `$name=json` parameters of an address. Throws 400 for one that isn't JSON, or as no body may have it. */
export function groqParams(search: URLSearchParams): Record<string, unknown> {
  const params: [string, unknown][] = []
  const refuse = (description: string) =>
    dataError(400, 'queryParseError', description, { query: search.get('query') ?? '', start: 0, end: 0 })
  for (const [key, value] of search) {
    if (!key.startsWith('$')) continue
    let given: unknown
    try {
      given = JSON.parse(value)
    } catch {
      throw refuse(`Unable to parse value of parameter ${key} as JSON: ${value.slice(0, 80)}`)
    }
    const fault = faultOfJson([given])
    if (fault) throw refuse(`Parameter ${key} ${fault}`)
    params.push([key.slice(1), given])
  }
  return Object.fromEntries(params) // one may be called `__proto__`
}
