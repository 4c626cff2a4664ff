import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { ConsentPage, consentMeta } from '#app/layout/consent-page.tsx'
import { notFound } from '#app/layout/not-found.server.ts'
import { HTML_HEADERS, loaderHeaders } from '#app/layout/page-headers.ts'
import { wordingHash } from '#app/platform/evidence.server.ts'
import { siteOf } from '#app/seo/meta.ts'

/** Earlier consent texts: /consent-wording/2026-11-01. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const version = (await context.content.consentVersions()).find(({ address }) => address === params.address)
  if (!version) throw await notFound(request, context)
  const withHash = (text: string | null) => ({ text: text ?? '', hash: wordingHash(text ?? '') })
  const wording = {
    sms: withHash(version.sms),
    marketing: withHash(version.marketing),
    effectiveDate: version.effectiveDate,
    until: version.until,
  }
  return data({ wording, versions: [] }, { headers: HTML_HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => consentMeta(siteOf(matches))
export const headers = loaderHeaders
export const handle = CACHEABLE

export default function ConsentVersionRoute() {
  return <ConsentPage {...useLoaderData<typeof loader>()} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
