import { CAMPAIGN_COOKIE, campaignCookieIn, campaignOfVisit, writeCampaign } from '#app/forms/campaign.ts'
import { HOST_PREFIX, pageCookies } from '#app/platform/cookie.ts'

/** Keeps what led to the first page of this visit, until the browser is closed; not where the visitor said no. */
export function rememberCampaign(): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (globalPrivacyControl || doNotTrack === '1') return
  const cookies = pageCookies()
  if (cookies === undefined || campaignCookieIn(cookies) !== undefined) return
  const campaign = campaignOfVisit(new URL(location.href), document.referrer)
  if (!campaign) return
  const [prefix, secure] = location.protocol === 'https:' ? [HOST_PREFIX, '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store that could be relied on
  document.cookie = `${prefix}${CAMPAIGN_COOKIE}=${writeCampaign(campaign)}; Path=/; SameSite=Lax${secure}`
}
