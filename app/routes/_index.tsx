import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadContentPage } from '#app/layout/content-page.server.ts'

export const loader = ({ request, context }: LoaderFunctionArgs) => loadContentPage('home', request, context)

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
