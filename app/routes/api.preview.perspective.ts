import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { parsePerspective } from '#app/preview/preview.server.ts'

export const loader = () => redirect('/')

/** Changes the perspective of an open preview, for example to a release. */
export async function action({ request, context: { previews } }: ActionFunctionArgs) {
  const before = await previews.readEditorPreview(request)
  if (!before) return new Response(null, { status: 401 })
  const perspective = parsePerspective((await request.text()).trim())
  if (!perspective) return new Response(null, { status: 400 })
  return new Response(null, {
    status: 204,
    headers: { 'Set-Cookie': await previews.cookie.write({ ...before, perspective }) },
  })
}
