import type { LoaderFunctionArgs } from '@remix-run/node'
import { robotsTxt } from '#app/seo/site-files.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  textFile(request, 'text/plain', robotsTxt(context.siteUrl))
