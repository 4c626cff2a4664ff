import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { keepAfterForm } from '#app/forms/client-action.ts'
import { SAME_FOR_ALL } from '#app/layout/cacheable-route.ts'
import { loadDocument } from '#app/layout/document.server.ts'
import { documentAction } from '#app/layout/document-action.server.ts'
import { documentClientAction } from '#app/layout/document-client-action.ts'
import { DocumentPage, documentMetaOf, loaderHeaders } from '#app/layout/document-page.tsx'

export const loader = ({ params, request, context }: LoaderFunctionArgs) =>
  loadDocument(params.slug ?? '', request, context)
export const action = (args: ActionFunctionArgs) => documentAction(args)
export const clientAction = documentClientAction
export const shouldRevalidate = keepAfterForm
export const meta = documentMetaOf
export const headers = loaderHeaders
export const handle = SAME_FOR_ALL

export default DocumentPage

// A boundary of its own keeps the layout mounted, with an open chat.
export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
