import { useEffect, useState } from 'react'
import {
  type DocumentBadgeComponent,
  type DocumentBadgeDescription,
  type SanityClient,
  useClient,
} from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { hiddenBySchedule } from '#studio/schema/show-dates.ts'
import { siteUrl } from '#studio/ui/site-url.ts'

/** A publish is live within a second, so the Studio polls often until then. */
const WAITING_MS = 1_000
/** Another editor may replace or unpublish a live version. */
const LIVE_MS = 30_000
const TIMEOUT_MS = 5_000

/** The site's response at `/api/content-revision` (app/content/revisions.server.ts). */
type Answer = { rev: string | null; following: boolean } | { failure: string } | undefined

/** The badge beside Publish says whether the site serves the published version. */
export const liveBadge: DocumentBadgeComponent = ({ id, published }) => {
  const client = useClient({ apiVersion: API_VERSION })
  const [answer, setAnswer] = useState<Answer>()
  const rev = published?._rev
  useEffect(() => {
    if (!rev) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    setAnswer(undefined)
    async function poll() {
      const answer = await fetchRevision(client, id).catch(({ message }: Error) => ({ failure: message }))
      if (stopped) return
      setAnswer(answer)
      timer = setTimeout(poll, 'rev' in answer && answer.rev === rev ? LIVE_MS : WAITING_MS)
    }
    poll()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [client, id, rev])
  return published ? badgeOf(published, answer, Date.now()) : null
}

async function fetchRevision(client: SanityClient, id: string): Promise<Answer & object> {
  const url = `${await siteUrl(client)}/api/content-revision?id=${encodeURIComponent(id)}`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  return response.json()
}

/** Returns the badge of a published document; `now` is epoch ms. */
export function badgeOf(
  published: { _rev: string; showFrom?: unknown; showUntil?: unknown },
  answer: Answer,
  now: number,
): DocumentBadgeDescription {
  if (!answer) return { label: 'Checking the site …', title: 'Asks the site whether it shows this version.' }
  if ('failure' in answer)
    return {
      label: 'Site unreachable',
      title: `The site doesn’t answer (${answer.failure}). The Studio can’t tell whether this version is live.`,
      color: 'danger',
    }
  if (answer.rev !== published._rev)
    return answer.following
      ? {
          label: 'Going live …',
          title:
            'The site does not show this version yet. If this lasts, ask the operator of the site to restart it.',
          color: 'primary',
        }
      : {
          label: 'Not live yet: no live events',
          title:
            'The site gets no live events of the content lake at the moment, so a new version takes up to a minute to show. If this lasts, tell the operator of the site.',
          color: 'danger',
        }
  const hidden = hiddenBySchedule(published, now)
  if (!hidden) return { label: 'Live', title: 'The site shows this version.', color: 'success' }
  return {
    label: hidden,
    title: 'The site has this version. “When it is shown” hides it from visitors at the moment.',
    color: 'warning',
  }
}
