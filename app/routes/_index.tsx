import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadDocument } from '#app/layout/document.server.ts'

export const loader = ({ request, context }: LoaderFunctionArgs) => loadDocument('home', request, context)

export {
  action,
  clientAction,
  default,
  ErrorBoundary,
  handle,
  headers,
  meta,
  shouldRevalidate,
} from '#app/routes/$slug.tsx'
