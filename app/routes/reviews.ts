import type { LoaderFunctionArgs } from '@remix-run/node'

const NEVER_KEPT = { 'Cache-Control': 'no-store' }

/** The reviews as `<host>` lists them at this moment; 502 where it doesn't. No cache keeps it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { requestId, address } = context
  try {
    const reviews = await context.reviews.fresh({ requestId, visitor: { address } })
    return Response.json({ reviews }, { headers: NEVER_KEPT })
  } catch {
    return Response.json(
      { error: 'The reviews cannot be read right now.' },
      { status: 502, headers: NEVER_KEPT },
    )
  }
}
