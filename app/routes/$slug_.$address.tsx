import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SAME_FOR_ALL } from '#app/layout/cacheable-route.ts'
import { HTML_HEADERS, missingPage } from '#app/layout/document.server.ts'
import { loaderHeaders } from '#app/layout/document-page.tsx'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

/** An earlier version of a policy: /privacy-policy/2026-11-01. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const policy = await context.content.policyVersion(params.slug ?? '', params.address ?? '')
  if (policy) return data({ policy }, { headers: HTML_HEADERS })
  throw await missingPage(request, context)
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!data || !site) return []
  const { title, effectiveDate } = data.policy
  // No place: search engines must find the version in force.
  return documentMeta({ title: `${title} (${effectiveDate})`, seo: null }, site)
}

export const headers = loaderHeaders
export const handle = SAME_FOR_ALL

export default function PolicyVersionRoute() {
  return <PolicyPage policy={useLoaderData<typeof loader>().policy} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
