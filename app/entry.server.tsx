import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { isUnavailable, RETRY_AFTER_S } from '#app/content/unavailable.server.ts'
import { BUILD_HEADER } from '#app/hydration/page-data-requests.ts'
import { documentPolicy } from '#app/layout/document-policy.server.ts'

const RENDER_TIMEOUT_MS = 5_000
/** Requests for whose page the lake has no answer. Remix takes an error's name away before the page is made. */
const withoutContent = new WeakSet<AppLoadContext>()

/** Renders a document whole, so that its bytes do not depend on how the network happened to go. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { siteUrl, withStyles, previews, payPal } = context
  if (withoutContent.has(context)) status = 503
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_S))
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_TIMEOUT_MS} />,
      {
        // Everything in its place: what React sends apart needs a script to get there.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          // A page that is missing or failed now may be there in a moment.
          if (status >= 400 && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
          // Whole at once: handing it over as a stream costs half as much again as rendering it.
          const chunks: Buffer[] = []
          const body = new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(Buffer.from(chunk)) // React uses its buffers again
              done()
            },
            final(done) {
              const html = withStyles(Buffer.concat(chunks).toString())
              const policy = documentPolicy(html, { siteUrl, studioOrigin: previews.studioOrigin, payPal })
              for (const [name, value] of Object.entries(policy)) headers.set(name, value)
              resolve(new Response(html, { headers, status: failed ? 500 : status }))
              done()
            },
          })
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          failed = true
          tell(error, context)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('rendering took too long')), RENDER_TIMEOUT_MS)
  })
}

/** A page's data say of which build they are: a page of another goes to the document instead (page-data-requests.ts). */
export function handleDataRequest(
  response: Response,
  { context: { build } }: { context: AppLoadContext },
): Response {
  if (build !== undefined) response.headers.set(BUILD_HEADER, build)
  return response
}

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
