import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { httpError } from '../errors.ts'
import { type Call, sendFile } from '../http/http.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
const HASHED = /-[\w-]{8,}\.\w+$/
const FRAMES = "frame-ancestors 'self'"
// With the URL of a site, blocks the scripts, fonts and version checks that the Studio requests from Sanity.
// Event streams have other ports of `host`. Other Studios update themselves, and have plugins with maps or videos.
const pagePolicy = (site: string, host: string) =>
  [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob: http: https:",
    "media-src 'self' data: blob: http: https:",
    "worker-src 'self' blob:",
    `connect-src 'self' ${site} http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:* http://${host}:* ws://${host}:* data: blob:`,
    `frame-src 'self' ${site} http://localhost:* http://127.0.0.1:*`,
    FRAMES,
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')

/** Serves the built Studio in the folder `dist`, if there is one. Any other path gets `index.html`. */
export function createStudioFiles(dist: string, siteUrl?: string) {
  const site = siteUrl ? new URL(siteUrl).origin : ''
  return async function serve(call: Call) {
    const { req, res, path } = call
    if (req.method !== 'GET' && req.method !== 'HEAD') throw httpError(404, 'Not found')
    if (!dist) throw httpError(404, `This lake serves no Studio, and no endpoint at ${path.slice(0, 80)}`)
    const file = normalize(join(dist, path))
    if (file !== dist && !file.startsWith(dist + sep)) throw httpError(404, 'Not found')
    const found = path === '/' ? undefined : await stat(file).catch(() => undefined)
    if (found?.isFile() && extname(file) !== '.html') {
      const hashed = path.startsWith('/static/') && HASHED.test(path)
      res.writeHead(200, {
        'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        'x-content-type-options': 'nosniff',
        'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
        'content-length': found.size,
      })
      if (req.method === 'HEAD') return void res.end()
      return sendFile(res, file)
    }
    // The path of a page may contain a dot, as ids do.
    const wantsPage =
      req.headers['sec-fetch-dest'] === 'document' || !(extname(path) in TYPES) || path.endsWith('.html')
    if (!wantsPage || path.startsWith('/static/')) throw httpError(404, 'Not found')
    const page = await readFile(join(dist, 'index.html')).catch(() => undefined)
    if (!page) {
      res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      return void res.end('The Studio has not been built yet. Run `npx sanity build` in its folder.\n')
    }
    const [hostName = 'localhost'] = /^[\w.-]+/.exec(req.headers.host ?? '') ?? []
    res.writeHead(200, {
      'content-type': TYPES['.html'],
      'content-length': page.length,
      'cache-control': 'no-store',
      'content-security-policy': site ? pagePolicy(site, hostName) : FRAMES,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    res.end(req.method === 'HEAD' ? undefined : page)
  }
}
