import { parseUrl } from '#app/platform/parse-url.ts'

const CAMPAIGN = /^utm_(?:source|medium|campaign|term|content)$/

/** An address without its query, which may hold personal data. Only campaign parameters stay. Empty if it is no page's. */
export function measuredAddress(address: string): string {
  const page = parseUrl(address)
  if (!page?.protocol.startsWith('http')) return ''
  const campaign = [...page.searchParams].filter(([name, value]) => CAMPAIGN.test(name) && !/@/.test(value))
  return page.origin + page.pathname + (campaign.length > 0 ? `?${new URLSearchParams(campaign)}` : '')
}
