import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemap } from '#app/seo/sitemap.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  textFile(request, 'application/xml', await sitemap(context.content, context.siteUrl))
