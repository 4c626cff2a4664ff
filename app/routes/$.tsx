import type { LoaderFunctionArgs } from '@remix-run/node'
import { SAME_FOR_ALL } from '#app/layout/cacheable-route.ts'
import { missingPage } from '#app/layout/document.server.ts'

/** Every path without a route. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await missingPage(request, context)
}

export const handle = SAME_FOR_ALL

export default function NotFound() {
  return null
}

// A boundary of its own keeps the layout mounted, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
