import { StrictMode, startTransition } from 'react'
import { guardPageData } from '#app/hydration/page-data-requests.ts'
import { hydrateRoot } from '#app/hydration/react.ts'
import { RemixBrowser } from '#app/hydration/router.ts'

/** React takes the page over. Once per page. */
export function hydrate(): void {
  guardPageData()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })
}
