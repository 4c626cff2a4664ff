import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { notFound } from '#app/layout/not-found.server.ts'

/** Every path without a route. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await notFound(request, context)
}

export const handle = CACHEABLE

export default function NotFound() {
  return null
}

// A boundary per route keeps the layout mounted, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
