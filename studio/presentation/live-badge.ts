import { startTransition, useEffect, useState } from 'react'
import type { DocumentBadgeComponent, DocumentBadgeDescription } from 'sanity'
import { type Standing, useStanding } from '#studio/presentation/site-revision.ts'

/** Seconds are told for a minute, then minutes. */
const TICK_MS = 1_000
const LATER_TICK_MS = 30_000
const TICKING_MS = 60_000

/** Beside Publish: whether visitors have what was published, asked of the site itself. */
export const liveBadge: DocumentBadgeComponent = ({ id, published }) => {
  const standing = useStanding(id, published?._rev)
  const now = useNow(standing.state === 'live' ? standing.since : undefined)
  return published ? describe(standing, published, now) : null
}

/** The badge's words; `now` is epoch ms. */
function describe(
  standing: Standing,
  { showFrom, showUntil }: Record<string, unknown>,
  now: number,
): DocumentBadgeDescription {
  switch (standing.state) {
    case 'asking':
      return { label: 'Asking the site …', title: 'Does the site show this version already?' }
    case 'live': {
      if (typeof showFrom === 'string' && Date.parse(showFrom) > now)
        return {
          label: `Shows from ${moment(showFrom)}`,
          title: 'The site has this version and will show it then, by itself.',
          color: 'primary',
        }
      if (typeof showUntil === 'string' && Date.parse(showUntil) <= now)
        return {
          label: `Hidden since ${moment(showUntil)}`,
          title: 'The site has this version; its time is over.',
          color: 'warning',
        }
      return {
        label: `Live for ${lasting(now - standing.since)}`,
        title: 'The site itself says that it serves this version.',
        color: 'success',
      }
    }
    case 'waiting': {
      const other = standing.updatedAt
        ? `the version of ${moment(standing.updatedAt)}`
        : 'nothing of this document'
      if (!standing.following)
        return {
          label: 'Not live: the site hears nothing',
          title: `The site serves ${other}. It can’t hear of new versions: the live events (or the webhook) of the content lake do not reach it. It goes on by itself once they do.`,
          color: 'danger',
        }
      return standing.late
        ? {
            label: 'Not live: old copy',
            title: `The site still serves ${other} from its memory, though it hears of new versions. If this stays, tell whoever runs the site: a restart reads everything anew.`,
            color: 'warning',
          }
        : { label: 'Going live …', title: `The site serves ${other}.`, color: 'primary' }
    }
    case 'unreachable':
      return {
        label: 'Site can’t be reached',
        title: `${standing.url || 'The site'} doesn’t answer (${standing.reason}), so nobody can tell whether this version is live.`,
        color: 'danger',
      }
  }
}

const moment = (date: string) =>
  new Date(date).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
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
