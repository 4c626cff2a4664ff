import type { LoaderFunctionArgs } from '@remix-run/node'
import { securityTxt } from '#app/seo/site-files.server.ts'
import { textFile } from '#app/seo/text-file.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(context, 'text/plain', async () => securityTxt(await context.content.settings(), context.siteUrl))
