import { CAMPAIGN_COOKIE, campaignCookieIn, campaignOfVisit, writeCampaign } from '#app/forms/campaign.ts'
import { HOST_PREFIX, pageCookies } from '#app/platform/cookie.ts'

/** Stores the campaign of the visit's first page in a session cookie, unless the visitor asks not to be tracked. */
export function rememberCampaign(): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (globalPrivacyControl || doNotTrack === '1') return
  const cookies = pageCookies()
  if (cookies === undefined || campaignCookieIn(cookies) !== undefined) return
  const campaign = campaignOfVisit(new URL(location.href), document.referrer)
  if (!campaign) return
  const [prefix, secure] = location.protocol === 'https:' ? [HOST_PREFIX, '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  document.cookie = `${prefix}${CAMPAIGN_COOKIE}=${writeCampaign(campaign)}; Path=/; SameSite=Lax${secure}`
}
