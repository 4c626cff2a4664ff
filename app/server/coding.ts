import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip' | 'identity'

/** In this order where a client likes several alike. */
const CODINGS: Coding[] = ['br', 'gzip', 'identity']
/** Browsers send a handful of different headers; anybody can send others. */
const MAX_KNOWN = 100
const known = new Map<string, Coding>()

/** The coding that an `Accept-Encoding` asks for (RFC 9110, 12.5.3): the one of highest weight; identity where none fits. */
export function codingFor(header: string | undefined): Coding {
  if (!header) return 'identity'
  const found = known.get(header)
  if (found) return found
  const coding = parse(header)
  if (known.size >= MAX_KNOWN) known.clear()
  if (header.length < 200) known.set(header, coding)
  return coding
}

function parse(header: string): Coding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    const weight = q === undefined ? 1 : Number(q)
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  const others = weights.get('*') ?? 0
  const weightOf = (coding: Coding) =>
    // Where nothing is said of it, the bytes as they are come last (as curl and nginx have it).
    weights.get(coding) ?? (coding === 'identity' ? Number.MIN_VALUE : others)
  const [best = 'identity'] = CODINGS.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 ? best : 'identity'
}

/** A window that holds any page whole, and no larger: the encoder's memory grows with it. */
export const WINDOW_BITS = 18
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** In memory of just their size: zlib leaves them at the beginning of 64 KB, all of which would stay as long as they do. */
function exactly(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Both work on libuv's threads: the main one goes on serving. */
export const brotli = async (bytes: Buffer, quality: 5 | 11): Promise<Buffer> =>
  exactly(
    await compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  )
export const gzipped = async (bytes: Buffer, level: 6 | 9): Promise<Buffer> =>
  exactly(await compressGzip(bytes, { level }))
export const unbrotli = (bytes: Buffer): Buffer => exactly(brotliDecompressSync(bytes))
