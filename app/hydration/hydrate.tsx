import { StrictMode, startTransition } from 'react'
import { rememberTouched } from '#app/hydration/made-anew.ts'
import { guardPageData } from '#app/hydration/page-data-requests.ts'
import { hydrateRoot } from '#app/hydration/react.ts'
import { noteLeaving } from '#app/hydration/remix/leave-to-browser.ts'
import { RemixBrowser } from '#app/hydration/router.ts'

/** React takes the page over. Once per page. */
export function hydrate(): void {
  guardPageData()
  noteLeaving()
  const bringBack = rememberTouched()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
      {
        onRecoverableError(error) {
          console.error('React made the page anew', error)
          bringBack()
        },
      },
    )
  })
}
