import { lazy, type ReactNode, Suspense, useState } from 'react'
import { EditingProvider } from '#app/content/edit.tsx'
import type { PreviewData } from '#app/preview/preview-data.server.ts'
import styles from '#app/preview/preview-frame.module.css'
import { useHydrated } from '#app/ui/use-hydrated.ts'

// Only a preview's page asks for it: visitors never load a byte of it.
const VisualEditing = lazy(() => import('#app/preview/visual-editing.tsx'))

/** Made only where it is shown: setting it up takes a slow phone 60 ms, and this file is part of every page. */
const inWords = (date: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(date)

/** A page as an editor or a guest sees it before it is live. */
export function PreviewFrame({ preview, children }: { preview: PreviewData; children: ReactNode }) {
  const hydrated = useHydrated()
  // What a later request for data says of frames is about that request.
  const [framed] = useState(preview.framed)
  const { studioUrl, kind, until } = preview
  return (
    <EditingProvider value={studioUrl ?? null}>
      {children}
      {!framed && (
        <aside className={styles.bar} data-tone="ink" aria-label="Preview">
          <p>Preview, not yet live. {kind === 'shared' && <>It ends on {inWords(until)} UTC.</>}</p>
          <a className={styles.leave} href="/api/preview/disable">
            Leave preview
          </a>
        </aside>
      )}
      {studioUrl && hydrated && (
        <Suspense>
          <VisualEditing />
        </Suspense>
      )}
    </EditingProvider>
  )
}
