import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StatusPage } from '#app/layout/status-page.tsx'
import { NO_PREVIEW_META, PREVIEW_EXPIRED } from '#app/preview/expired-text.ts'

/** Opens a preview link that an editor shared, and redirects to its page. */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  const shared = await previews.openLink(new URL(request.url).searchParams.get('key'))
  const headers = { 'Cache-Control': 'private, no-store' }
  if (!shared) return data({ status: 403 }, { status: 403, headers })
  // A deleted document has no path.
  const path = shared.until > Date.now() ? await previews.pathOf(shared.id) : undefined
  if (!path) return data({ status: 410 }, { status: 410, headers })
  return redirect(path, {
    status: 303,
    headers: { ...headers, 'Set-Cookie': await previews.cookie.write({ ...shared, path }) },
  })
}

export const meta = NO_PREVIEW_META
export { loaderHeaders as headers } from '#app/layout/page-headers.ts'

export default function SharedPreview() {
  const { status } = useLoaderData<typeof loader>()
  const text =
    status === 410
      ? PREVIEW_EXPIRED
      : {
          heading: 'This preview link isn’t valid',
          text: 'Perhaps a part of it got lost on the way. Ask whoever sent it for a new one.',
        }
  return <StatusPage status={status} {...text} button="To the site" />
}
