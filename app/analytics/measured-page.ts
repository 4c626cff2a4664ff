import { parseUrl } from '#app/platform/parse-url.ts'

const CAMPAIGN = /^utm_(?:source|medium|campaign|term|content)$/
/** Previews and pages for editors. */
const NOT_MEASURED = /^\/(?:preview|share|styleguide)(?:\/|$)/

export const isMeasured = (pathname: string): boolean => !NOT_MEASURED.test(pathname)

/** The address without its query, which may hold personal data. Only campaign parameters stay. */
export function measuredAddress(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const campaign = [...searchParams].filter(([name, value]) => CAMPAIGN.test(name) && !value.includes('@'))
  return origin + pathname + (campaign.length > 0 ? `?${new URLSearchParams(campaign)}` : '')
}

/** The referring page without its query. Empty if there is none. */
export function measuredReferrer(referrer: string): string {
  const page = parseUrl(referrer)
  return page?.protocol.startsWith('http') ? page.origin + page.pathname : ''
}
