import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadDocument } from '#app/layout/document.server.ts'
import { DocumentPage, documentMetaOf, loaderHeaders } from '#app/layout/document-page.tsx'

export const loader = ({ params, request, context }: LoaderFunctionArgs) =>
  loadDocument(params.slug ?? '', request, context)
export const meta = documentMetaOf
export const headers = loaderHeaders
export default DocumentPage
