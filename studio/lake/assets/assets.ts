import { createHash } from 'node:crypto'
import { access, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
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
import { createImageTransform, wantsTransform } from './image-transform.ts'

const DESCRIPTIONS = ['label', 'title', 'description', 'creditLine', 'altText'] as const
const FILE_NAME = /^([0-9a-f]{40})(?:-(\d+x\d+))?\.([a-z0-9]{1,10})$/
const YEAR = 'public, max-age=31536000, immutable'
// All other types are downloads.
const SHOWN_INLINE = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain)/

/** Routes that upload and serve assets. The SHA-1 of the content names a file, so equal files are stored once. */
export function assetRoutes({
  datasets,
  files,
  projectId,
  dataDir,
  baseUrl,
  randomId,
}: {
  datasets: ReturnType<typeof openDatasets>
  files: AssetFiles
  projectId: string
  dataDir: string
  baseUrl: () => string
  randomId: () => string
}): Route[] {
  const transform = createImageTransform(join(dataDir, 'cache', 'images'))

  async function upload({ req, res, search, identity }: Call, kind: AssetKind, dataset: Dataset) {
    const body = await readBody(req, ASSET_LIMIT_BYTES)
    if (body.length === 0) throw httpError(400, 'The uploaded file is empty.')
    const sha1hash = createHash('sha1').update(body).digest('hex')
    const originalFilename = search.get('filename') ?? undefined
    const described: {
      extension: string
      mimeType: string
      width?: number
      height?: number
      metadata?: object
    } =
      kind === 'images'
        ? await describe(body, search.getAll('meta'))
        : describeFile(originalFilename, req.headers['content-type'] || undefined)
    const { extension, mimeType } = described
    const size = described.width ? `-${described.width}x${described.height}` : ''
    const name = `${sha1hash}${size}.${extension}`
    await files.save(dataset.name, kind, name, body).catch((error) => {
      throw datasets.get(dataset.name) === dataset ? error : datasetNotFound(dataset.name, projectId)
    })

    const path = `${kind}/${projectId}/${dataset.name}/${name}`
    const descriptions = Object.fromEntries(
      DESCRIPTIONS.filter((key) => search.get(key)).map((key) => [key, search.get(key)]),
    )
    const [sourceName, sourceId, sourceUrl] = ['sourceName', 'sourceId', 'sourceUrl'].map((key) =>
      search.get(key),
    )
    const source = sourceName && {
      source: {
        _type: 'sanity.assetSourceData',
        name: sourceName,
        ...(sourceId && { id: sourceId }),
        ...(sourceUrl && { url: sourceUrl }),
      },
    }
    const id = `${kind === 'images' ? 'image' : 'file'}-${sha1hash}${size}-${extension}`
    await dataset.commit(
      [
        {
          createIfNotExists: {
            _id: id,
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
            ...(described.metadata && { metadata: described.metadata }),
            ...descriptions,
            ...(source || {}),
          },
        },
      ],
      { author: identity },
    )
    sendJson(res, { document: dataset.content.documents.get(id) })
  }

  async function serve(call: Call, kind: AssetKind, datasetName: string, name: string) {
    const [, sha1, size, extension = ''] = FILE_NAME.exec(name) ?? []
    const doc =
      sha1 &&
      datasets
        .get(datasetName)
        ?.content.documents.get(
          `${kind === 'images' ? 'image' : 'file'}-${sha1}${size ? `-${size}` : ''}-${extension}`,
        )
    if (!doc) throw httpError(404, 'Asset not found')
    const file = files.path(datasetName, kind, name)
    await access(file).catch(() => {
      throw httpError(404, 'Asset not found')
    })
    if (
      kind === 'images' &&
      wantsTransform(call.search) &&
      !(extension === 'svg' && !call.search.has('fm'))
    ) {
      const { body, type } = await transform(file, extension, call.search, call.req.headers.accept ?? '')
      return send(call, doc, type, body.length, ({ start, end }) =>
        call.res.end(body.subarray(start, end + 1)),
      )
    }
    const { size: length } = await stat(file)
    return send(call, doc, String(doc.mimeType), length, (part) => sendFile(call.res, file, part))
  }

  return [
    {
      method: 'POST',
      path: /^\/assets\/(images|files)\/([^/]+)$/,
      access: 'editor',
      run: (call, kind, name) => upload(call, kind as AssetKind, datasets.getOrThrow(name)),
    },
    {
      method: ['GET', 'HEAD'],
      path: new RegExp(`^/(images|files)/${projectId}/([^/]+)/([^/]+)(?:/[^/]*)?$`),
      access: 'anyone',
      run: (call, kind, dataset, name) => serve(call, kind as AssetKind, dataset, name),
    },
  ]
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
  const download = search.has('dl')
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
    ...((download || !(SHOWN_INLINE.test(type) || type === 'image/svg+xml')) && {
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
  }
}
