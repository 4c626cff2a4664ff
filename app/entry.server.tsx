import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { isUnavailable, RETRY_AFTER_S } from '#app/content/unavailable.server.ts'
import { contentSecurityPolicy, withoutNonce } from '#app/layout/content-security-policy.server.ts'
import { deferScripts, type HYDRATE_IMMEDIATELY, Nonce } from '#app/layout/deferred-scripts.ts'

/** Remix sanitises the error's name before rendering, so note here that content was unavailable. */
const contentUnavailable = new WeakSet<AppLoadContext>()

/** Renders a complete document instead of a stream, so that its bytes don't depend on network timing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { siteUrl, previews, preview, payPal, content, forCache, runSerially } = context
  if (contentUnavailable.has(context)) status = 503
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_S))
  const nonce = randomBytes(16).toString('hex')
  // Previews are never measured.
  const measuring = preview ? null : await content.measuring().catch(() => null)
  const imageOrigins = await content.imageOrigins().catch(() => [])
  const rendered = await runSerially(() => render(remixContext, request.url, nonce), {
    first: forCache,
    signal: request.signal,
  }).catch((error: unknown) => {
    if (error instanceof Response) return error
    throw error
  })
  if (rendered instanceof Response) return busy(headers)
  const html = preview || hydratesImmediately(remixContext) ? rendered : deferScripts(rendered, nonce)
  const policy = contentSecurityPolicy(html, nonce, {
    siteUrl,
    studioOrigin: previews.studioOrigin,
    payPal,
    imageOrigins,
    provider: measuring?.hosts,
  })
  headers.set('Content-Security-Policy', policy)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // A missing or failed page may be available a moment later.
  if (status >= 400 && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
  return new Response(withoutNonce(html, nonce), { headers, status })
}

function busy(headers: Headers): Response {
  headers.set('Retry-After', String(RETRY_AFTER_S))
  headers.set('Cache-Control', 'no-store')
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response('Many visitors are here right now. Please reload this page in a few seconds.\n', {
    headers,
    status: 503,
  })
}

function render(remixContext: EntryContext, url: string, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <Nonce value={nonce}>
        <RemixServer context={remixContext} url={url} nonce={nonce} />
      </Nonce>,
      {
        nonce,
        // No part is moved to the end of the document, however large it is.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    )
  })
}

/** During development, Vite's own scripts must run first. */
const hydratesImmediately = ({ routeModules, staticHandlerContext }: EntryContext): boolean =>
  import.meta.env.DEV ||
  staticHandlerContext.matches.some(
    ({ route }) =>
      (routeModules[route.id]?.handle as Partial<typeof HYDRATE_IMMEDIATELY>)?.hydrateImmediately,
  )

/** Logs server errors; ignores aborted requests and 4xx. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (isUnavailable(error)) contentUnavailable.add(context)
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.log('error', 'a page failed', { requestId: context.requestId, error: reasonOf(error) })
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message
  return isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : JSON.stringify(error)
}
