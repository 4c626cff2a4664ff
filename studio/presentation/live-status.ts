import type { DocumentBadgeDescription } from 'sanity'
import { formatDateTime } from '#studio/schema/dates.ts'
import { hiddenBySchedule } from '#studio/schema/visibility.ts'

/** What the site answers at `/api/content-revision` (app/routes/api.content-revision.ts). */
export type SiteRevision = {
  /** Of the version that the site serves; null if it doesn't serve the document. */
  rev: string | null
  updatedAt: string | null
  liveForMs: number | null
  /** Whether updates from the content lake reach the site. */
  following: boolean
}

/** Whether the site serves the published version of a document. */
export type LiveStatus =
  | { state: 'asking' }
  | { state: 'live'; since: number }
  /** The site has another version; `late` once it should have had this one. */
  | { state: 'waiting'; late: boolean; following: boolean; updatedAt: string | null }
  | { state: 'unreachable'; url: string; reason: string }

/** The status of a document with the published revision `rev`, by the site's answer at `now` (epoch ms). */
export const liveStatusOf = (
  { rev: served, liveForMs, following, updatedAt }: SiteRevision,
  { rev, late, now }: { rev: string; late: boolean; now: number },
): LiveStatus =>
  served === rev
    ? { state: 'live', since: now - (liveForMs ?? 0) }
    : { state: 'waiting', late, following, updatedAt }

/** The badge's label and tooltip; `now` is epoch ms. */
export function describe(
  standing: LiveStatus,
  document: Record<string, unknown>,
  now: number,
): DocumentBadgeDescription {
  switch (standing.state) {
    case 'asking':
      return { label: 'Checking the site …', title: 'Asks the site whether it shows this version.' }
    case 'live': {
      const outside = hiddenBySchedule(document, now)
      if (outside)
        return outside.isOver
          ? {
              label: outside.label,
              title: 'The site has this version. “Show until” has passed, so visitors don’t see it.',
              color: 'warning',
            }
          : {
              label: outside.label,
              title: 'The site has this version and will show it at that time.',
              color: 'primary',
            }
      return {
        label: `Live for ${lasting(now - standing.since)}`,
        title: 'The site shows this version.',
        color: 'success',
      }
    }
    case 'waiting': {
      const other = standing.updatedAt
        ? `the version of ${formatDateTime(standing.updatedAt)}`
        : 'nothing of this document'
      if (!standing.following)
        return {
          label: 'Not live yet: no live events',
          title: `The site shows ${other}. It gets no live events of the content lake at the moment, so a new version takes up to a minute to show. If this lasts, tell the operator of the site.`,
          color: 'danger',
        }
      return standing.late
        ? {
            label: 'Not live: old version',
            title: `The site still shows ${other}, although it is connected. If this lasts, ask the operator of the site to restart it.`,
            color: 'warning',
          }
        : { label: 'Going live …', title: `The site still shows ${other}.`, color: 'primary' }
    }
    case 'unreachable':
      return {
        label: 'Site unreachable',
        title: `${standing.url || 'The site'} doesn’t answer (${standing.reason}). The Studio can’t tell whether this version is live.`,
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
