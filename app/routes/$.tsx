import type { LoaderFunctionArgs } from '@remix-run/node'
import { SAME_FOR_ALL } from '#app/layout/cacheable-route.ts'
import { missingPage } from '#app/layout/document.server.ts'

// Here, not at the root: the layout stays, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
export const handle = SAME_FOR_ALL

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await missingPage(request, context)
}

export default function NotFound() {
  return null
}
