import type { LoaderFunctionArgs } from '@remix-run/node'

/** A stream that tells an editor's preview of every change in the lake, drafts included: it says that, not what. */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  if (!(await previews.ofEditor(request)))
    return new Response(null, { status: 401, headers: { 'Cache-Control': 'no-store' } })
  return previews.changes.stream(request.signal)
}
