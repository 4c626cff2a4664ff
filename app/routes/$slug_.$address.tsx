import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { notFound } from '#app/layout/not-found.server.ts'
import { HTML_HEADERS, loaderHeaders } from '#app/layout/page-headers.ts'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

/** An earlier version of a policy: /privacy-policy/2026-11-01. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const policy = await context.content.policyVersion(params.slug ?? '', params.address ?? '')
  if (policy) return data({ policy }, { headers: HTML_HEADERS })
  throw await notFound(request, context)
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { title, effectiveDate } = data.policy
  // Not indexed, so that search engines find the version in force.
  return documentMeta({ title: `${title} (${effectiveDate})`, seo: null }, siteOf(matches))
}

export const headers = loaderHeaders
export const handle = CACHEABLE

export default function PolicyVersionRoute() {
  return <PolicyPage policy={useLoaderData<typeof loader>().policy} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
