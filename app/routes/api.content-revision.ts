import type { LoaderFunctionArgs } from '@remix-run/node'

/** Which version of a document the site serves, for the Studio's badge beside Publish. Other sites may not read it. */
export async function loader({ request, context: { previews, revisionOf } }: LoaderFunctionArgs) {
  const headers = { ...previews.corsHeaders(request), 'Cache-Control': 'no-store' }
  const id = new URL(request.url).searchParams.get('id')
  if (!id) return Response.json({ error: 'Which document? Name its id.' }, { status: 400, headers })
  try {
    return Response.json(await revisionOf(id), { headers })
  } catch {
    return Response.json({ error: 'The site has no content yet.' }, { status: 503, headers })
  }
}
