import { lazy, type ReactNode, Suspense, useState } from 'react'
import { EditingProvider } from '#app/content/click-to-edit.tsx'
import styles from '#app/preview/preview-frame.module.css'
import type { FramedPreview } from '#app/preview/preview-frame.server.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

// Visitors never load this chunk.
const VisualEditing = lazy(() => import('#app/preview/visual-editing.tsx'))

const formatUtc = (date: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(date)

/** A page with the preview bar, and with click-to-edit for editors. */
export function PreviewFrame({ preview, children }: { preview: FramedPreview; children: ReactNode }) {
  const hydrated = useHydrated()
  // Later requests only fetch data. Their headers don't say whether the page is in a frame.
  const [isInFrame] = useState(preview.isInFrame)
  const { studioUrl, kind, until } = preview
  return (
    <EditingProvider value={studioUrl ?? null}>
      {children}
      {!isInFrame && (
        <aside className={styles.bar} data-tone="ink" aria-label="Preview">
          <p>Preview, not yet live. {kind === 'shared' && <>It ends on {formatUtc(until)} UTC.</>}</p>
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
