import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { ownPath, parsePerspective } from '#app/preview/preview.server.ts'

/**
 * Starts a preview for the Studio's Presentation tool. The names of the parameters are its own
 * (`@sanity/preview-url-secret`).
 */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const path = ownPath(asked.get('sanity-preview-pathname'))
  const perspective = parsePerspective(asked.get('sanity-preview-perspective'))
  const missing = previews.missing()
  if (missing) return refusal(503, `There is no preview. ${missing}`)
  if (!perspective) return refusal(400, 'The preview names no perspective that the site knows.')
  // The frame is loaded anew with the address that it began with: who has a preview already gets no more than that.
  const inPreview = await previews.ofEditor(request)
  if (!inPreview && !(await previews.accepts(asked.get('sanity-preview-secret') ?? '')))
    return refusal(
      401,
      'This preview link is wrong, has expired or was used before. Open the page from the Studio.',
    )
  return redirect(path, {
    status: 307,
    headers: {
      'Set-Cookie': await previews.cookie.write(previews.forStudio(perspective)),
      'Cache-Control': 'no-store',
    },
  })
}

const refusal = (status: number, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
