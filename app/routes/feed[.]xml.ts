import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { articleFeed } from '#app/seo/feed.server.tsx'
import { textFile } from '#app/seo/text-file.server.ts'

export const handle = CACHEABLE

export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(context, 'application/atom+xml', async () =>
    articleFeed(context.content, await context.content.settings(), context.siteUrl),
  )
