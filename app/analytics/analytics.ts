import { rememberCampaign } from '#app/analytics/remember-campaign.ts'

/** What is kept of a visit, once the page has nothing better to do. Nothing leaves this site. */
export function startAnalytics(): void {
  rememberCampaign()
  import('#app/analytics/web-vitals.ts').then(
    // What came before is measured, too: the browser keeps its entries.
    ({ reportWebVitals }) => reportWebVitals(),
    () => {}, // a chunk that can't be loaded is not worth a word
  )
}
