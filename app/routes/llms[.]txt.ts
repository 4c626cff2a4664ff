import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { llmsTxt } from '#app/seo/llms-txt.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const handle = CACHEABLE

export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(context, 'text/plain', () => llmsTxt(context.content, context.siteUrl))
