import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loaderHeaders } from '#app/layout/page-headers.ts'
import { MAX_QUERY_CHARS } from '#app/search/query-limit.ts'
import { SearchPage } from '#app/search/search-page.tsx'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

/** The search results of `?q=`. Not indexed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const input = new URL(request.url).searchParams.get('q') ?? ''
  // Half a surrogate pair would cause a hydration mismatch.
  const query = input
    .trim()
    .slice(0, MAX_QUERY_CHARS)
    .replace(/\p{Surrogate}$/u, '')
  const [labels, results] = await Promise.all([
    context.content.searchWords(),
    query ? context.search.find(query) : [],
  ])
  return data(
    { labels, query, results },
    {
      headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
    },
  )
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { labels, query } = data ?? {}
  const heading = labels?.heading ?? null
  return documentMeta({ title: query ? `“${query}” · ${heading}` : heading, seo: null }, siteOf(matches))
}

export const headers = loaderHeaders

export default function SearchRoute() {
  return <SearchPage {...useLoaderData<typeof loader>()} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
