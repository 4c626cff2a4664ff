import type { LoaderFunctionArgs } from '@remix-run/node'

/** The revision of a document that the site serves, for the Studio's badge. Only the Studio's origin may read it. */
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
