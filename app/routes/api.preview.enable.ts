import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { parsePerspective, sameSitePath } from '#app/preview/preview.server.ts'

/** Starts a preview for the Studio's Presentation tool. `@sanity/preview-url-secret` defines the parameters. */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const path = sameSitePath(params.get('sanity-preview-pathname'))
  const perspective = parsePerspective(params.get('sanity-preview-perspective'))
  const missing = previews.missingSetting()
  if (missing) return refusal(503, `There is no preview. ${missing}`)
  if (!perspective) return refusal(400, 'The preview names no perspective that the site knows.')
  // The Studio reloads its frame with the first URL. Its secret has been used by then.
  const inPreview = await previews.readEditorPreview(request)
  if (!inPreview && !(await previews.acceptSecret(params.get('sanity-preview-secret') ?? '')))
    return refusal(
      401,
      'This preview link is wrong, has expired or was used before. Open the page from the Studio.',
    )
  return redirect(path, {
    status: 307,
    headers: {
      'Set-Cookie': await previews.cookie.write(previews.newEditorPreview(perspective)),
      'Cache-Control': 'no-store',
    },
  })
}

const refusal = (status: number, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
