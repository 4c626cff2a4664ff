import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { notFound } from '#app/layout/not-found.server.ts'
import { loaderHeaders } from '#app/layout/page-headers.ts'
import { AllReviews } from '#app/reviews/all-reviews.tsx'
import { reviewLabels } from '#app/reviews/review-labels.server.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }

/** A page of all reviews. Not indexed, because strangers write them. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { number = '' } = params
  const pages = context.reviews.cached()?.pages ?? []
  const reviews = /^[1-9]\d{0,4}$/.test(number) ? pages[Number(number) - 1] : undefined
  if (!reviews) throw await notFound(request, context)
  const labels = await reviewLabels(context.content)
  return data({ labels, reviews, number: Number(number), pages: pages.length }, { headers: HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = data
    ? [data.labels.heading, data.number > 1 && `(${data.number})`].filter(Boolean).join(' ')
    : ''
  return documentMeta({ title, seo: null }, siteOf(matches))
}

export const headers = loaderHeaders
export const handle = CACHEABLE

export default function ReviewsPageRoute() {
  return <AllReviews {...useLoaderData<typeof loader>()} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
