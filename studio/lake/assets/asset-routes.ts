import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Dataset, openDatasets } from '../dataset.ts'
import type { Document } from '../documents/document-ids.ts'
import { datasetNotFound, httpError } from '../errors.ts'
import {
  ASSET_LIMIT_BYTES,
  type Call,
  isNotModified,
  type Route,
  readBody,
  sendFile,
  sendJson,
} from '../http/http.ts'
import type { AssetFiles, AssetKind } from './asset-files.ts'
import { DEFAULT_PARTS, describeImage, METADATA_PARTS } from './image-metadata.ts'
import { wantsTransform } from './image-parameters.ts'
import { createImageTransform } from './image-transform.ts'

const TEXTS = ['label', 'title', 'description', 'creditLine', 'altText'] as const
const FILE_NAME = /^[0-9a-f]{40}(-\d+x\d+)?\.[a-z0-9]{1,10}$/
const YEAR = 'public, max-age=31536000, immutable'
// All other types are downloads.
const SHOWN_INLINE = /^(image\/|audio\/|video\/|application\/pdf$|text\/plain)/

/** The id of the document of a file: `image-<sha1>-60x40-png` for `<sha1>-60x40.png`. */
const idOf = (kind: AssetKind, name: string) => `${kind.slice(0, -1)}-${name.replace('.', '-')}`

type Parts = {
  datasets: ReturnType<typeof openDatasets>
  files: AssetFiles
  projectId: string
  baseUrl: () => string
  randomId: () => string
}

/** Routes that upload and serve assets. The SHA-1 of the content names a file, so equal files are stored once. */
export function assetRoutes({ datasets, files, projectId, baseUrl, randomId }: Parts): Route[] {
  const transform = createImageTransform()

  async function upload({ req, res, search, identity }: Call, kind: AssetKind, dataset: Dataset) {
    const body = await readBody(req, ASSET_LIMIT_BYTES)
    if (body.length === 0) throw httpError(400, 'The uploaded file is empty.')
    const sha1hash = createHash('sha1').update(body).digest('hex')
    const originalFilename = search.get('filename') || undefined
    const { extension, mimeType, metadata } =
      kind === 'images'
        ? await describe(body, search.getAll('meta'))
        : describeFile(originalFilename, req.headers['content-type'] || undefined)
    const { width, height } = metadata?.dimensions ?? {}
    const name = `${sha1hash}${width ? `-${width}x${height}` : ''}.${extension}`
    await files.save(dataset.name, kind, name, body).catch((error) => {
      throw datasets.get(dataset.name) === dataset ? error : datasetNotFound(dataset.name, projectId)
    })
    const texts = TEXTS.map((key) => [key, search.get(key)]).filter(([, text]) => text)
    const path = `${kind}/${projectId}/${dataset.name}/${name}`
    const createIfNotExists = {
      _id: idOf(kind, name),
      _type: kind === 'images' ? 'sanity.imageAsset' : 'sanity.fileAsset',
      assetId: sha1hash,
      sha1hash,
      extension,
      mimeType,
      size: body.length,
      ...(originalFilename && { originalFilename }),
      path,
      url: `${baseUrl()}/${path}`,
      uploadId: randomId(),
      ...(metadata && { metadata }),
      ...Object.fromEntries(texts),
      ...(search.get('sourceName') && { source: sourceIn(search) }),
    }
    await dataset.commit([{ createIfNotExists }], { author: identity })
    sendJson(res, { document: dataset.content.documents.get(createIfNotExists._id) })
  }

  async function serve(call: Call, kind: AssetKind, datasetName: string, name: string) {
    const file = files.path(datasetName, kind, name)
    const doc = FILE_NAME.test(name) && datasets.get(datasetName)?.content.documents.get(idOf(kind, name))
    const found = doc ? await stat(file).catch(() => undefined) : undefined
    if (!doc || !found) throw httpError(404, 'Asset not found')
    const isPlainSvg = doc.extension === 'svg' && !call.search.has('fm')
    if (kind === 'files' || isPlainSvg || !wantsTransform(call.search))
      return send(call, doc, String(doc.mimeType), found.size, (part) => sendFile(call.res, file, part))
    const { body, type } = await transform(file, call.search, call.req.headers.accept ?? '')
    return send(call, doc, type, body.length, ({ start, end }) => call.res.end(body.subarray(start, end + 1)))
  }

  return [
    {
      method: 'POST',
      path: /^\/assets\/(images|files)\/([^/]+)$/,
      access: 'editor',
      run: (call, kind, name) => upload(call, kind as AssetKind, datasets.getOrThrow(name)),
    },
    {
      // As at Sanity, these are public in a private dataset too: nobody guesses the hash in the URL.
      method: 'GET',
      path: new RegExp(`^/(images|files)/${projectId}/([^/]+)/([^/]+)(?:/[^/]*)?$`),
      access: 'anyone',
      run: (call, kind, dataset, name) => serve(call, kind as AssetKind, dataset, name),
    },
  ]
}

/** The place from which a plugin of the Studio took the file. */
function sourceIn(search: URLSearchParams) {
  const fields = { name: search.get('sourceName'), id: search.get('sourceId'), url: search.get('sourceUrl') }
  const given = Object.entries(fields).filter(([, value]) => value)
  return { _type: 'sanity.assetSourceData', ...Object.fromEntries(given) }
}

type ByteRange = { start: number; end: number }

/** The requested byte range; undefined for the whole file or for several ranges. */
function byteRange(range: string | undefined, length: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!from && !to) return undefined
  const start = from ? Number(from) : Math.max(0, length - Number(to))
  const end = from && to ? Math.min(Number(to), length - 1) : length - 1
  return { start, end }
}

function send(
  { req, res, search }: Call,
  doc: Document,
  type: string,
  length: number,
  write: (part: ByteRange) => void,
) {
  const part = byteRange(req.headers.range, length)
  const etag = `"${doc.sha1hash}-${type.replace(/\W/g, '')}"`
  const name = search.get('dl') || String(doc.originalFilename || basename(String(doc.path)))
  const filename = encodeURIComponent(name.toWellFormed()) // encodeURIComponent rejects lone surrogates
  const headers = {
    'cache-control': YEAR,
    'accept-ranges': 'bytes',
    etag,
    'x-content-type-options': 'nosniff',
    ...(type === doc.mimeType && !wantsTransform(search) && { 'x-sanity-sha1': String(doc.sha1hash) }), // for @sanity/export
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': req.headers.origin ?? '*',
    // An uploaded SVG or page must not run script in the Studio's origin.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ...(search.get('auto') === 'format' && { vary: 'Accept, Origin' }),
    ...((search.has('dl') || !SHOWN_INLINE.test(type)) && {
      'content-disposition': `attachment; filename*=UTF-8''${filename}`,
    }),
  }
  if (isNotModified(req, etag)) return void res.writeHead(304, headers).end()
  if (part && part.start > part.end)
    return void res.writeHead(416, { ...headers, 'content-range': `bytes */${length}` }).end()
  res.writeHead(part ? 206 : 200, {
    ...headers,
    'content-type': type,
    'content-length': part ? part.end - part.start + 1 : length,
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${length}` }),
  })
  if (req.method === 'HEAD') res.end()
  else write(part ?? { start: 0, end: length - 1 })
}

async function describe(body: Buffer, requestedParts: string[]) {
  const meta = requestedParts.flatMap((parts) => parts.split(','))
  const unknown = meta.find((part) => !METADATA_PARTS.includes(part))
  if (unknown !== undefined)
    throw httpError(400, `Invalid meta: ${unknown}; known are ${METADATA_PARTS.join(', ')}`)
  try {
    return await describeImage(body, meta.length > 0 ? meta : DEFAULT_PARTS)
  } catch {
    throw httpError(400, 'Invalid image, could not read metadata')
  }
}

const UNKNOWN_TYPE = 'application/octet-stream'
// For uploads without a name or a type.
const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'text/vtt': 'vtt',
}

function describeFile(filename: string | undefined, contentType = UNKNOWN_TYPE) {
  const [type = ''] = contentType.split(';')
  const extension = /^\.([a-z0-9]{1,10})$/.exec(extname(filename ?? '').toLowerCase())?.[1]
  const typeByName = Object.keys(EXTENSIONS).find((key) => EXTENSIONS[key] === extension)
  return {
    extension: extension ?? EXTENSIONS[type] ?? 'bin',
    mimeType: type === UNKNOWN_TYPE ? (typeByName ?? type) : type,
    metadata: undefined,
  }
}
