import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startAnalytics } from '#app/analytics/analytics.ts'
import { sendTokens } from '#app/forms/xsrf-token.ts'

sendTokens()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
startAnalytics()
