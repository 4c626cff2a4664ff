import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { sameSitePath } from '#app/preview/preview.server.ts'

/** Ends the preview and redirects to the published page. */
export async function loader({ request, context: { previews } }: LoaderFunctionArgs) {
  const to = sameSitePath(new URL(request.url).searchParams.get('to'))
  return redirect(to, {
    status: 303,
    headers: { 'Set-Cookie': await previews.cookie.clear(), 'Cache-Control': 'no-store' },
  })
}
