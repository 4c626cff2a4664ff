import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { markdownResponse } from '#app/layout/markdown.server.ts'

export const handle = CACHEABLE

/** The Markdown form of a page or policy: /pricing.md, and /index.md for the home page. */
export const loader = ({ params: { slug = '' }, request, context }: LoaderFunctionArgs) =>
  markdownResponse(request, context, slug === 'index' ? 'home' : slug, ['page', 'policy'])
