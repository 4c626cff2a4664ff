import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { StatusPage } from '#app/layout/status-page.tsx'
import { NO_PREVIEW_META, PREVIEW_ENDED } from '#app/preview/text.ts'

/** Where a shared preview leads once its time is over; after it, the address shows what is published. */
export async function loader({ context: { previews } }: LoaderFunctionArgs) {
  return data(null, {
    status: 410,
    headers: { 'Cache-Control': 'private, no-store', 'Set-Cookie': await previews.cookie.clear() },
  })
}

export const meta = NO_PREVIEW_META
export { loaderHeaders as headers } from '#app/layout/page-headers.ts'

export default function PreviewEnded() {
  return <StatusPage status={410} {...PREVIEW_ENDED} button="To the site" />
}
