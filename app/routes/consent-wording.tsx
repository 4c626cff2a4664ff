import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { offeredConsents } from '#app/contact/consents.server.ts'
import { CACHEABLE } from '#app/layout/cacheable-route.ts'
import { ConsentPage, consentMeta } from '#app/layout/consent-page.tsx'
import { notFound } from '#app/layout/not-found.server.ts'
import { HTML_HEADERS, loaderHeaders } from '#app/layout/page-headers.ts'
import { siteOf } from '#app/seo/meta.ts'

/** The current consent texts of the contact form, and links to earlier ones. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = context
  const settings = await content.settings()
  const offered = offeredConsents(settings)
  if (!offered) throw await notFound(request, context)
  const wording = {
    sms: offered.smsConsent,
    marketing: offered.marketingConsent,
    effectiveDate: settings.consents?.effectiveDate ?? null,
    until: null,
  }
  const versions = (await content.consentVersions()).map(({ address, effectiveDate, until }) => ({
    address,
    effectiveDate,
    until,
  }))
  return data({ wording, versions }, { headers: HTML_HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => consentMeta(siteOf(matches))
export const headers = loaderHeaders
export const handle = CACHEABLE

export default function ConsentWordingRoute() {
  return <ConsentPage {...useLoaderData<typeof loader>()} />
}

export { FailedPage as ErrorBoundary } from '#app/layout/error-page.tsx'
