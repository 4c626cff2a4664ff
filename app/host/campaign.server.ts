import { CAMPAIGN_COOKIE, type Campaign, readCampaign } from '#app/host/campaign.ts'
import { requestCookie } from '#app/host/request-cookie.server.ts'

/** How this visitor came here. Undefined where they don't want it known (Global Privacy Control, Do Not Track), whatever a cookie says. */
export function campaignOf(request: Request): Campaign | undefined {
  if (request.headers.get('Sec-GPC') === '1' || request.headers.get('DNT') === '1') return undefined
  const cookie =
    requestCookie(request, `__Host-${CAMPAIGN_COOKIE}`) ?? requestCookie(request, CAMPAIGN_COOKIE)
  return cookie ? readCampaign(cookie) : undefined
}
