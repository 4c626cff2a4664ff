import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { StatusPage } from '#app/layout/status-page.tsx'
import { NO_PREVIEW_META, PREVIEW_EXPIRED } from '#app/preview/expired-text.ts'

/** The page of an expired preview link. Clears the preview, so that the site shows published content. */
export async function loader({ context: { previews } }: LoaderFunctionArgs) {
  return data(null, {
    status: 410,
    headers: { 'Cache-Control': 'private, no-store', 'Set-Cookie': await previews.cookie.clear() },
  })
}

export const meta = NO_PREVIEW_META
export { loaderHeaders as headers } from '#app/layout/page-headers.ts'

export default function PreviewEnded() {
  return <StatusPage status={410} {...PREVIEW_EXPIRED} button="To the site" />
}
