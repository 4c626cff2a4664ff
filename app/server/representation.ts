import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { commonHeadersBeside } from '#app/server/common-headers.ts'

/** Finished bytes of an address in one coding, with everything that is said about them. */
export type Representation = {
  status: number
  /** Strong: another one for every other sequence of bytes. Only of a 200. */
  etag?: string
  /** Names and values in turn. */
  headers: string[]
  /** Those of `headers` that a 304 carries too. */
  unchanged: string[]
  body: Buffer
  /** Parts of it may be asked for: only of a 200. */
  ranges: boolean
}

/** Names bytes, for their ETag, and to tell whether they are still the same: 132 bits of their SHA-256. */
export const contentTag = (bytes: Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 22)

/** What RFC 9110 (15.4.5) wants of a 304, and what holds for any answer. */
const DESCRIBES_BODY = /^content-(?:type|length|encoding|disposition)$/i

/** Puts together what is sent for an address: the headers that every answer has are added to its own; undefined ones are left out. */
export function representation({
  status = 200,
  etag,
  headers,
  body,
  ranges = false,
}: {
  status?: number
  etag?: string
  headers: Record<string, string | undefined>
  body: Buffer
  ranges?: boolean
}): Representation {
  const all: [string, string | undefined][] = [
    ...Object.entries(headers),
    ...commonHeadersBeside(Object.keys(headers)),
    ['ETag', etag],
    ['Accept-Ranges', ranges ? 'bytes' : undefined],
  ]
  const given = all.filter((pair): pair is [string, string] => pair[1] !== undefined)
  return {
    status,
    etag,
    headers: [...given, ['Content-Length', String(body.length)]].flat(),
    unchanged: given.filter(([name]) => !DESCRIBES_BODY.test(name)).flat(),
    body,
    ranges,
  }
}

/** What a request says that an answer of finished bytes depends on. */
export type Asked = Pick<IncomingMessage, 'method' | 'headers'>

export type Answer = {
  status: number
  /** Names and values in turn. Mostly the same array for each answer of one representation. */
  headers: string[]
  /** Nothing where the answer has none: to HEAD, and a 304. */
  body: Buffer | undefined
}

/** What GET and HEAD are answered, conditional and partial requests included (RFC 9110, 13 and 14). */
export function answerTo(
  { method, headers: asked }: Asked,
  { status, etag, headers, unchanged, body, ranges }: Representation,
): Answer {
  if (etag !== undefined && asked['if-none-match'] !== undefined) {
    const known = knownTag(asked['if-none-match'], etag)
    if (known !== undefined) {
      const about = known === etag ? unchanged : unchanged.map((value) => (value === etag ? known : value))
      return { status: 304, headers: about, body: undefined }
    }
  }
  if (ranges && asked.range !== undefined && method === 'GET') {
    const range = holds(asked['if-range'], etag) ? rangeOf(asked.range, body.length) : undefined
    if (range === 'outside') {
      // Not kept for as long as the bytes are: a cache that asks for ranges would have the refusal in their place.
      const about = unchanged.map((value, index) =>
        unchanged[index - 1] === 'Cache-Control' ? 'no-store' : value,
      )
      const where = ['Content-Range', `bytes */${body.length}`, 'Content-Length', '0']
      return { status: 416, headers: [...about, ...where], body: undefined }
    }
    if (range) {
      const part = body.subarray(range.first, range.last + 1)
      const about = headers.map((value, index) =>
        headers[index - 1] === 'Content-Length' ? String(part.length) : value,
      )
      const where = `bytes ${range.first}-${range.last}/${body.length}`
      return { status: 206, headers: [...about, 'Content-Range', where], body: part }
    }
  }
  return { status, headers, body: method === 'HEAD' ? undefined : body }
}

/** Tags of pages look like `"hash.coding.made"`: what differs behind the second point was compressed otherwise from the same. */
const sameButMade = (a: string, b: string): boolean => {
  const [stem] = /^".*\..*\./.exec(a) ?? []
  return stem !== undefined && b.startsWith(stem)
}

/** The tag among a client's that names what it would get; undefined where it has to get it. */
function knownTag(header: string, etag: string): string | undefined {
  if (header === etag || header.trim() === '*') return etag
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return (
    tags.find((tag) => tag === etag) ?? tags.find((tag) => /^"[\w.-]+"$/.test(tag) && sameButMade(etag, tag))
  )
}

/** Only a strong comparison will do (RFC 9110, 13.1.5): parts of different bytes must not be put together. */
const holds = (ifRange: string | string[] | undefined, etag: string | undefined): boolean =>
  ifRange === undefined || ifRange === etag

/** One range of bytes; several, other units and nonsense are answered as if nothing had been asked (RFC 9110, 14.2). */
function rangeOf(header: string, length: number): { first: number; last: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    if (Number(to) === 0) return 'outside'
    return length === 0 ? 'outside' : { first: Math.max(0, length - Number(to)), last: length - 1 }
  }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= length) return 'outside'
  return { first: Number(from), last: to === '' ? length - 1 : Math.min(Number(to), length - 1) }
}
