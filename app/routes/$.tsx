import type { LoaderFunctionArgs } from '@remix-run/node'
import { followRedirect } from '#app/layout/moved.server.ts'

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await followRedirect(request, context)
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

export default function NotFound() {
  return null
}
