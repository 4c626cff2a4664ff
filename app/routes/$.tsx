import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { notFound } from '#app/layout/not-found.server.ts'

// Here, not at the root: the layout stays, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
export const handle = CACHEABLE

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await notFound(request, context)
}

export default function NotFound() {
  return null
}
