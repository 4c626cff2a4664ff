import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SAME_FOR_ALL } from '#app/layout/cacheable-route.ts'
import { missingPage } from '#app/layout/document.server.ts'
import { loaderHeaders } from '#app/layout/document-page.tsx'
import { AllReviews } from '#app/reviews/all-reviews.tsx'
import { reviewWords } from '#app/reviews/review-words.server.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }

/** A page of all reviews. Not indexed, because strangers write them. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { number = '' } = params
  const pages = context.reviews.known()?.pages ?? []
  const reviews = /^[1-9]\d{0,4}$/.test(number) ? pages[Number(number) - 1] : undefined
  if (!reviews) throw await missingPage(request, context)
  const words = await reviewWords(context.content)
  return data({ words, reviews, number: Number(number), pages: pages.length }, { headers: HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!site) return []
  const title = data
    ? [data.words.heading, data.number > 1 && `(${data.number})`].filter(Boolean).join(' ')
    : ''
  return documentMeta({ title, seo: null }, site)
}

export const headers = loaderHeaders
export const handle = SAME_FOR_ALL

export default function ReviewsPageRoute() {
  return <AllReviews {...useLoaderData<typeof loader>()} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
