import { startTransition, useEffect, useState } from 'react'
import type { DocumentBadgeComponent } from 'sanity'
import { describe } from '#studio/presentation/live-status.ts'
import { useLiveStatus } from '#studio/presentation/use-live-status.ts'

/** The badge counts seconds for a minute, then minutes. */
const TICK_MS = 1_000
const LATER_TICK_MS = 30_000
const TICKING_MS = 60_000

/** The badge beside Publish: whether the site serves the published version. */
export const liveBadge: DocumentBadgeComponent = ({ id, published }) => {
  const standing = useLiveStatus(id, published?._rev)
  const now = useNow(standing.state === 'live' ? standing.since : undefined)
  return published ? describe(standing, published, now) : null
}

/** The time (epoch ms), updated as often as a duration since `since` is displayed. */
function useNow(since: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (since === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      // At low priority: the tick must not delay typing in the form.
      startTransition(() => setNow(Date.now()))
      timer = setTimeout(tick, Date.now() - since < TICKING_MS ? TICK_MS : LATER_TICK_MS)
    }
    tick()
    return () => clearTimeout(timer)
  }, [since])
  return now
}
