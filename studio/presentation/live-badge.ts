import { startTransition, useEffect, useState } from 'react'
import type { DocumentBadgeComponent } from 'sanity'
import { describe } from '#studio/presentation/live-status.ts'
import { useLiveStatus } from '#studio/presentation/use-live-status.ts'

/** Seconds are told for a minute, then minutes. */
const TICK_MS = 1_000
const LATER_TICK_MS = 30_000
const TICKING_MS = 60_000

/** Beside Publish: whether visitors have what was published, asked of the site itself. */
export const liveBadge: DocumentBadgeComponent = ({ id, published }) => {
  const standing = useLiveStatus(id, published?._rev)
  const now = useNow(standing.state === 'live' ? standing.since : undefined)
  return published ? describe(standing, published, now) : null
}

/** The time, epoch ms, as often as what lasts since `since` needs it. */
function useNow(since: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (since === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      // Of lower priority: a second's tick must not hold up the document's form, which the Studio renders at leisure.
      startTransition(() => setNow(Date.now()))
      timer = setTimeout(tick, Date.now() - since < TICKING_MS ? TICK_MS : LATER_TICK_MS)
    }
    tick()
    return () => clearTimeout(timer)
  }, [since])
  return now
}
