import type { LoaderFunctionArgs } from '@remix-run/node'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { webManifest } from '#app/seo/site-files.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const handle = CACHEABLE

export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(context, 'application/manifest+json', async () => webManifest(await context.content.settings()))
