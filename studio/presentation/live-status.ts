import type { DocumentBadgeDescription } from 'sanity'
import { formatDateTime } from '#studio/schema/dates.ts'
import { hiddenBySchedule } from '#studio/schema/visibility.ts'

/** What the site answers at `/api/content-revision` (app/routes/api.content-revision.ts). */
export type SiteRevision = {
  /** Of the version that it serves; null for a document that it doesn't. */
  rev: string | null
  updatedAt: string | null
  liveForMs: number | null
  /** It hears of every publish. */
  following: boolean
}

/** How a published document stands on the site. */
export type LiveStatus =
  | { state: 'asking' }
  | { state: 'live'; since: number }
  /** The site has another version; `late` once it should have had this one. */
  | { state: 'waiting'; late: boolean; following: boolean; updatedAt: string | null }
  | { state: 'unreachable'; url: string; reason: string }

/** How a document stands whose published revision is `rev`, by the site's answer at `now` (epoch ms). */
export const liveStatusOf = (
  { rev: served, liveForMs, following, updatedAt }: SiteRevision,
  { rev, late, now }: { rev: string; late: boolean; now: number },
): LiveStatus =>
  served === rev
    ? { state: 'live', since: now - (liveForMs ?? 0) }
    : { state: 'waiting', late, following, updatedAt }

/** The badge's words; `now` is epoch ms. */
export function describe(
  standing: LiveStatus,
  document: Record<string, unknown>,
  now: number,
): DocumentBadgeDescription {
  switch (standing.state) {
    case 'asking':
      return { label: 'Asking the site …', title: 'Does the site show this version already?' }
    case 'live': {
      const outside = hiddenBySchedule(document, now)
      if (outside)
        return outside.isOver
          ? {
              label: outside.label,
              title: 'The site has this version; its time is over.',
              color: 'warning',
            }
          : {
              label: outside.label,
              title: 'The site has this version and will show it then, by itself.',
              color: 'primary',
            }
      return {
        label: `Live for ${lasting(now - standing.since)}`,
        title: 'The site itself says that it serves this version.',
        color: 'success',
      }
    }
    case 'waiting': {
      const other = standing.updatedAt
        ? `the version of ${formatDateTime(standing.updatedAt)}`
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

function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return seconds < 2 * 86_400 ? '1 day' : `${Math.floor(seconds / 86_400)} days`
}
