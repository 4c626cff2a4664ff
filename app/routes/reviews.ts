import type { LoaderFunctionArgs } from '@remix-run/node'
import { callContext } from '#app/forms/call-context.server.ts'
import { statusFor } from '#app/host/host-error.ts'

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/** The first reviews of `<host>`, at most a second old. 502 if it fails, 429 for too many requests. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const { body } = await context.reviews.fresh(callContext(request, context))
    return new Response(body, { headers: HEADERS })
  } catch (error) {
    return Response.json(
      { error: 'The reviews cannot be read right now.' },
      { status: statusFor(error), headers: HEADERS },
    )
  }
}
