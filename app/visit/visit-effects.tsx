import { useEffect } from 'react'
import { rememberCampaign } from '#app/visit/remember-campaign.ts'

/** What is kept of a visit, once the page has nothing better to do. Nothing leaves this site. */
export function VisitEffects() {
  useEffect(() => {
    rememberCampaign()
    const start = () => import('#app/visit/web-vitals.ts').then(({ reportWebVitals }) => reportWebVitals())
    // A page that was left meanwhile measures nothing; a chunk that can't be loaded is not worth a word.
    const later = setTimeout(() => start().catch(() => {}), AFTER_MS)
    return () => clearTimeout(later)
  }, [])
  return null
}

/** What came before is measured, too: the browser keeps its entries. */
const AFTER_MS = 1_000
