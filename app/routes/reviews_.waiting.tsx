import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useSettings } from '#app/content/settings.tsx'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { loaderHeaders } from '#app/layout/page-headers.ts'
import styles from '#app/reviews/all-reviews.module.css'
import { reviewLabels } from '#app/reviews/review-labels.server.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'
import { Alert } from '#app/ui/alert.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { Section } from '#app/ui/section.tsx'

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }

/** The confirmation of a review for authors without JavaScript. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { heading } = await reviewLabels(context.content)
  return data({ heading }, { headers: HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  documentMeta({ title: data?.heading ?? null, seo: null }, siteOf(matches))

export const headers = loaderHeaders
export const handle = CACHEABLE

export default function ReviewWaitingRoute() {
  const { heading } = useLoaderData<typeof loader>()
  const { brand, interfaceWords: labels } = useSettings()
  return (
    <Section className={styles.layout}>
      <h1>{heading || brand}</h1>
      <Alert>{labels?.reviewWaiting}</Alert>
      <p>
        <PageLink to="/#reviews">{labels?.notFoundButton}</PageLink>
      </p>
    </Section>
  )
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
