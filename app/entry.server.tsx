import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { isUnavailable, RETRY_AFTER_S } from '#app/content/unavailable.server.ts'
import { documentPolicy, withoutNonce } from '#app/layout/document-policy.server.ts'
import { Nonce, type SCRIPTS_AT_ONCE, withLateScripts } from '#app/layout/late-scripts.ts'

/** Requests for whose page the lake has no answer. Remix takes an error's name away before the page is made. */
const withoutContent = new WeakSet<AppLoadContext>()

/** Renders a document whole, so that its bytes do not depend on how the network happened to go. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { siteUrl, previews, preview, payPal, content, forCache, inTurn } = context
  if (withoutContent.has(context)) status = 503
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_S))
  const nonce = randomBytes(16).toString('hex')
  const pictures = await content.pictureOrigins().catch(() => [])
  const rendered = await inTurn(() => render(remixContext, request.url, nonce), {
    first: forCache,
    signal: request.signal,
  }).catch((error: unknown) => {
    if (error instanceof Response) return error
    throw error
  })
  if (rendered instanceof Response) return busy(headers)
  const html = preview || wantsScripts(remixContext) ? rendered : withLateScripts(rendered, nonce)
  const policy = documentPolicy(html, nonce, {
    siteUrl,
    studioOrigin: previews.studioOrigin,
    payPal,
    pictures,
  })
  for (const [name, value] of Object.entries(policy)) headers.set(name, value)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // A page that is missing or failed now may be there in a moment.
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
        // Everything stays in its place: no part is so large that it is sent after the rest.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onError: reject,
      },
    )
  })
}

/** While developing, Vite's own scripts have to come first. */
const wantsScripts = ({ routeModules, staticHandlerContext }: EntryContext): boolean =>
  import.meta.env.DEV ||
  staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as Partial<typeof SCRIPTS_AT_ONCE>)?.scriptsAtOnce,
  )

/** Failures of ours: a visitor who left is none, nor is a request that no route takes (404, 405). */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (isUnavailable(error)) withoutContent.add(context)
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  tell(error, context)
}

function tell(error: unknown, { log, requestId }: AppLoadContext): void {
  log('error', 'a page failed', { requestId, error: error instanceof Error ? error.stack : String(error) })
}
