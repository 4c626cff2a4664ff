import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { fetchContactForm } from '#app/contact/contact-form-code.ts'
import { isUnavailable, RETRY_AFTER_S } from '#app/content/unavailable.server.ts'
import { BUILD_HEADER } from '#app/hydration/page-data-requests.ts'
import { documentPolicy } from '#app/layout/document-policy.server.ts'

/** What React puts where something was not at hand: the browser would have to render it. */
const LEFT_OUT = '<!--$!-->'

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
  const { siteUrl, withStyles, previews, payPal, content } = context
  if (withoutContent.has(context)) status = 503
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_S))
  // React has nothing to wait for: all data are read, and what a browser fetches later is here.
  const [pictures] = await Promise.all([
    content.pictureOrigins().catch(() => []),
    readData(remixContext),
    fetchContactForm(),
  ])
  const rendered = renderToString(<RemixServer context={remixContext} url={request.url} />)
  if (rendered.includes(LEFT_OUT)) throw new Error('a part of the page is not at hand when it is rendered')
  const html = withStyles(`<!DOCTYPE html>${rendered}`)
  const policy = documentPolicy(html, { siteUrl, studioOrigin: previews.studioOrigin, payPal, pictures })
  for (const [name, value] of Object.entries(policy)) headers.set(name, value)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // A page that is missing or failed now may be there in a moment.
  if (status >= 400 && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
  return new Response(html, { headers, status })
}

/**
 * Reads the page's data before React writes them out, where Remix would have it wait for each part (`StreamTransfer`, of
 * @remix-run/react 2.17): all of it is at hand, and a page that waits for nothing costs a sixth less.
 */
async function readData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return
  const data = await text(serverHandoffStream as NodeStream) // not by a Response, which locks it: Remix opens it once more
  const read = [
    { done: false, value: data },
    { done: true, value: '' },
  ]
  renderMeta.streamCache = read.map((result) => Object.assign(Promise.resolve(), { result }))
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
