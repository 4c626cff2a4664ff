import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { markdownResponse } from '#app/layout/markdown.server.ts'

export const handle = CACHEABLE

/** The Markdown form of an article: /resources/speed-to-lead.md. */
export const loader = ({ params: { slug = '' }, request, context }: LoaderFunctionArgs) =>
  markdownResponse(request, context, slug, ['article'])
