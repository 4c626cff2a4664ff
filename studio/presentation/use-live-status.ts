import { startTransition, useEffect, useState } from 'react'
import { type SanityClient, useClient } from 'sanity'
import { type LiveStatus, liveStatusOf, type SiteRevision } from '#studio/presentation/live-status.ts'
import { siteUrl } from '#studio/presentation/site-url.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'

/** A publish is visible within a second; until then the Studio asks often. */
const ASK_AGAIN_MS = 500
/** After this time something is wrong, and the Studio asks less often. */
const EXPECTED_WITHIN_MS = 3_000
const ASK_AT_LEISURE_MS = 5_000
/** A live version may be unpublished, or replaced from another window. */
const LOOK_AFTER_MS = 30_000
const PATIENCE_MS = 5_000

async function ask(client: SanityClient, id: string): Promise<SiteRevision> {
  const base = await siteUrl(client)
  const answer = await fetch(`${base}/api/content-revision?id=${encodeURIComponent(id)}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    cache: 'no-store',
  })
  if (!answer.ok) throw new Error(`it answers ${answer.status}`)
  return answer.json()
}

/** Ignores `since` of a live version, which each answer measures again. */
const isSame = (a: LiveStatus, b: LiveStatus): boolean =>
  a.state === 'live' ? b.state === 'live' : JSON.stringify(a) === JSON.stringify(b)

/** Asks the site for the version that it serves: often until it is `rev`, then every half minute. */
export function useLiveStatus(id: string, rev: string | undefined): LiveStatus {
  const client = useClient({ apiVersion: API_VERSION })
  const [standing, setStanding] = useState<LiveStatus>({ state: 'asking' })

  useEffect(() => {
    if (!rev) return
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const startedAt = Date.now()
    setStanding({ state: 'asking' })

    async function look() {
      const late = Date.now() - startedAt > EXPECTED_WITHIN_MS
      let seen: LiveStatus
      try {
        seen = liveStatusOf(await ask(client, id), { rev: rev as string, late, now: Date.now() })
      } catch (error) {
        const url = await siteUrl(client).catch(() => '')
        seen = { state: 'unreachable', url, reason: error instanceof Error ? error.message : String(error) }
      }
      if (stopped) return
      startTransition(() => setStanding((before) => (isSame(before, seen) ? before : seen)))
      timer = setTimeout(
        look,
        seen.state === 'live' ? LOOK_AFTER_MS : late ? ASK_AT_LEISURE_MS : ASK_AGAIN_MS,
      )
    }
    look()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [client, id, rev])

  return standing
}
