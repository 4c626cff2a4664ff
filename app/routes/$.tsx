import type { LoaderFunctionArgs } from '@remix-run/node'
import { missingPage } from '#app/layout/document.server.ts'

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await missingPage(request, context)
}

export default function NotFound() {
  return null
}
