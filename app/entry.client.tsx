import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { sendTokens } from '#app/forms/xsrf-token.ts'
import { startVisit } from '#app/visit/visit.ts'

sendTokens()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
startVisit()
