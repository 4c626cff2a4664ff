import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { useSettings } from '#app/content/settings.tsx'
import { StatusPage } from '#app/layout/status-page.tsx'
import { type Suggested, Suggestions } from '#app/search/suggestions.tsx'

/** The suggestions in a 404 response. A 404 that the browser detects has none. */
const suggestionsIn = (error: unknown): Suggested | undefined =>
  isRouteErrorResponse(error) && error.status === 404 && error.data?.results ? error.data : undefined

const FAILED = 'This page can’t be shown right now. Please try again.'

/** The text of a failed page: the error's message during development. */
export const failureText = (error: unknown): string =>
  process.env.NODE_ENV === 'development' && error instanceof Error ? error.message : FAILED

/** Replaces a missing or failed page inside the layout. A failed page has a link to try again. */
export function FailedPage() {
  const error = useRouteError()
  const { brand, interfaceWords: labels } = useSettings()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { pathname, search } = useLocation()
  const suggested = suggestionsIn(error)
  const isMissing = status === 404
  const page = isMissing
    ? { heading: labels?.notFoundHeading, text: labels?.notFoundText }
    : { heading: 'Something went wrong', text: failureText(error) }
  return (
    <>
      <title>{[page.heading, brand].filter(Boolean).join(' · ')}</title>
      <StatusPage
        status={status}
        heading={page.heading ?? ''}
        text={page.text ?? ''}
        retryHref={isMissing ? undefined : pathname + search}
        button={labels?.notFoundButton ?? undefined}
      />
      {suggested && <Suggestions {...suggested} />}
    </>
  )
}
