import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { reloadUnlessPosted } from '#app/forms/client-action.ts'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { contentPageAction, loadContentPage } from '#app/layout/content-page.server.ts'
import { ContentPage, contentPageClientAction, contentPageMeta } from '#app/layout/content-page.tsx'
import { loaderHeaders } from '#app/layout/page-headers.ts'

export const loader = ({ params, request, context }: LoaderFunctionArgs) =>
  loadContentPage(params.slug ?? '', request, context)
export const action = (args: ActionFunctionArgs) => contentPageAction(args)
export const clientAction = contentPageClientAction
export const shouldRevalidate = reloadUnlessPosted
export const meta = contentPageMeta
export const headers = loaderHeaders
export const handle = CACHEABLE

export default ContentPage

// A boundary per route keeps the layout mounted, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
