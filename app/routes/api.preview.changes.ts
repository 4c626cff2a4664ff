import type { LoaderFunctionArgs } from '@remix-run/node'

/** An event stream that notifies an editor's preview of every change in the lake, without its content. */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  if (!(await previews.readEditorPreview(request)))
    return new Response(null, { status: 401, headers: { 'Cache-Control': 'no-store' } })
  return previews.changes.stream(request.signal)
}
