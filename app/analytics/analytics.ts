import { rememberCampaign } from '#app/analytics/remember-campaign.ts'

/** Remembers the visit's campaign and reports web vitals. Nothing leaves this site. */
export function startAnalytics(): void {
  rememberCampaign()
  import('#app/analytics/web-vitals.ts').then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => {}, // without the chunk nothing is reported
  )
}
