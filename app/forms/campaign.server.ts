import { type Campaign, campaignCookieIn, readCampaign } from '#app/forms/campaign.ts'

/** The campaign of this visitor. Undefined with Global Privacy Control or Do Not Track. */
export function campaignOf(request: Request): Campaign | undefined {
  if (request.headers.get('Sec-GPC') === '1' || request.headers.get('DNT') === '1') return undefined
  const cookie = campaignCookieIn(request.headers.get('Cookie'))
  return cookie ? readCampaign(cookie) : undefined
}
