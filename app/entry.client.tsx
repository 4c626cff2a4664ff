import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { rememberCampaign } from '#app/analytics/remember-campaign.ts'
import { addXsrfTokens } from '#app/forms/xsrf-token.ts'

addXsrfTokens()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
rememberCampaign()
import('#app/analytics/web-vitals.ts').then(
  ({ reportWebVitals }) => reportWebVitals(),
  () => {}, // without the chunk nothing is reported
)
