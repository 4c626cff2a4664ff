import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startAnalytics } from '#app/analytics/analytics.ts'
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
startAnalytics()
