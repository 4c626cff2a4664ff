import type { LoaderFunctionArgs } from '@remix-run/node'
import { callContext } from '#app/host/call-context.server.ts'
import { statusFor } from '#app/host/host-error.ts'

const NEVER_KEPT = { 'Cache-Control': 'no-store' }

/** The reviews as `<host>` lists them at this moment; 502 where it doesn't, 429 where it was asked too often. No cache keeps it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const reviews = await context.reviews.fresh(callContext(request, context))
    return Response.json({ reviews }, { headers: NEVER_KEPT })
  } catch (error) {
    return Response.json(
      { error: 'The reviews cannot be read right now.' },
      { status: statusFor(error), headers: NEVER_KEPT },
    )
  }
}
