import { rememberCampaign } from '#app/visit/remember-campaign.ts'

/** What came before is measured, too: the browser keeps its entries. */
const AFTER_MS = 1_000

/** What is kept of a visit, once the page has nothing better to do. Nothing leaves this site. */
export function startVisit(): void {
  rememberCampaign()
  // A chunk that can't be loaded is not worth a word.
  setTimeout(
    () =>
      import('#app/visit/web-vitals.ts').then(
        ({ reportWebVitals }) => reportWebVitals(),
        () => {},
      ),
    AFTER_MS,
  )
}
