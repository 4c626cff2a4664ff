import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { sitemap } from '#app/seo/sitemap.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const handle = CACHEABLE

export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(context, 'application/xml', () => sitemap(context.content, context.siteUrl))
