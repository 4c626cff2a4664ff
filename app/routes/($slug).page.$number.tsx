import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listHref } from '#app/content/article-pages.ts'
import { loadContentPage } from '#app/layout/content-page.server.ts'
import { notFound } from '#app/layout/not-found.server.ts'

/** A later page of an article list: /resources/page/2. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { slug = 'home', number = '' } = params
  if (!/^[1-9]\d{0,4}$/.test(number)) throw await notFound(request, context)
  if (number === '1') throw redirect(listHref(slug, 1), 301)
  return loadContentPage(slug, request, context, Number(number))
}

export {
  action,
  clientAction,
  default,
  ErrorBoundary,
  handle,
  headers,
  meta,
  shouldRevalidate,
} from '#app/routes/$slug.tsx'
