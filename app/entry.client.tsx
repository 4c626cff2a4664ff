import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { sendTokens } from '#app/host/xsrf-token.ts'
import { guardScripts } from '#app/trusted-types.ts'

guardScripts()
sendTokens()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
