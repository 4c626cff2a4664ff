import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { markdownResponse } from '#app/layout/markdown.server.ts'

export const handle = CACHEABLE

/** The Markdown form of an article: /resources/speed-to-lead.md. */
export const loader = (args: LoaderFunctionArgs) =>
  markdownResponse(args, [{ _type: 'article', slug: args.params.slug ?? '' }])
