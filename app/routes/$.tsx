import type { LoaderFunctionArgs } from '@remix-run/node'
import { missingPage } from '#app/layout/document.server.ts'
import { SAME_FOR_ALL } from '#app/layout/same-for-all.ts'

export const handle = SAME_FOR_ALL

/** Every address that nothing else answers. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  throw await missingPage(request, context)
}

export default function NotFound() {
  return null
}
