import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { Coding } from '#app/server/coding.ts'
import { FILE_HEADERS } from '#app/server/common-headers.ts'
import { contentTag, type Representation, representation } from '#app/server/representation.ts'

/** Extensions of the files that the build makes smaller ones beside (precompress.ts). */
export const CODED_FILES = { br: '.br', gzip: '.gz' } as const

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
}

type Asset = { in(coding: Coding): Representation }

/**
 * The built files of the browser, read once: they are few, and no request waits for the disk. Those of earlier builds
 * (earlier-files.ts) are read when somebody asks.
 */
export function readAssets(folder: string, earlier?: string): { get(path: string): Asset | undefined } {
  const assets = new Map([...plainFiles(folder)].map(([path, file]) => [path, assetOf(file, path)]))
  const unread =
    earlier !== undefined && existsSync(earlier) ? plainFiles(earlier) : new Map<string, string>()
  return {
    get(path) {
      const file = assets.has(path) ? undefined : unread.get(path)
      if (file !== undefined && existsSync(file)) assets.set(path, assetOf(file, path))
      return assets.get(path)
    },
  }
}

/** By the path that they are asked for, without those that stand for another one in a coding. */
function plainFiles(folder: string): Map<string, string> {
  const files = filesOf(folder).filter(
    (file) => !Object.values(CODED_FILES).some((coded) => file.endsWith(coded)),
  )
  return new Map(files.map((file) => [`/${relative(folder, file)}`, file]))
}

function assetOf(file: string, path: string): Asset {
  const bytes = readFileSync(file)
  const hash = contentTag(bytes)
  const made: Partial<Record<Coding, Representation>> = {}
  const isCoded = existsSync(file + CODED_FILES.br)
  const finish = (coding: Coding, body: Buffer) => {
    made[coding] = representation({
      etag: `"${hash}.${coding}"`,
      headers: {
        ...FILE_HEADERS,
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Encoding': coding === 'identity' ? undefined : coding,
        // Names in /assets say what is in them.
        'Cache-Control': path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        Vary: isCoded ? 'Accept-Encoding' : undefined,
      },
      body,
      ranges: true,
    })
  }
  finish('identity', bytes)
  for (const [coding, extension] of Object.entries(CODED_FILES) as ['br' | 'gzip', string][])
    if (existsSync(file + extension)) finish(coding, readFileSync(file + extension))
  const plain = made.identity as Representation
  return { in: (coding) => made[coding] ?? plain }
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesOf(path) : [path]
    })
