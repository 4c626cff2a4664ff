import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { markdownResponse } from '#app/layout/markdown.server.ts'

export const handle = CACHEABLE

/** The Markdown form of a page or policy: /pricing.md, and /index.md for the home page. */
export function loader(args: LoaderFunctionArgs) {
  const slug = { index: 'home', home: '' }[args.params.slug ?? ''] ?? args.params.slug ?? ''
  return markdownResponse(args, [
    { _type: 'page', slug },
    { _type: 'policy', slug },
  ])
}
