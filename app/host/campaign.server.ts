import { CAMPAIGN_COOKIE, type Campaign, readCampaign } from '#app/host/campaign.ts'
import { cookieIn } from '#app/host/cookie.ts'

/** How this visitor came here. Undefined where they don't want it known (Global Privacy Control, Do Not Track), whatever a cookie says. */
export function campaignOf(request: Request): Campaign | undefined {
  if (request.headers.get('Sec-GPC') === '1' || request.headers.get('DNT') === '1') return undefined
  const cookies = request.headers.get('Cookie')
  const cookie = cookieIn(cookies, `__Host-${CAMPAIGN_COOKIE}`) ?? cookieIn(cookies, CAMPAIGN_COOKIE)
  return cookie ? readCampaign(cookie) : undefined
}
