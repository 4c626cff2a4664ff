import type { LoaderFunctionArgs } from '@remix-run/node'
import { missingPage } from '#app/layout/document.server.ts'
import { SAME_FOR_ALL } from '#app/layout/same-for-all.ts'

// Here, not at the root: the layout stays, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/failed-page.tsx'
export const handle = SAME_FOR_ALL

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await missingPage(request, context)
}

export default function NotFound() {
  return null
}
