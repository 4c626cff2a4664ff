import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionFailedError, createClient, type LiveEvent, type SanityClient } from '@sanity/client'
import { placeInSources } from '#app/content/query-location.server.ts'
import type { Env } from '#app/platform/environment.server.ts'

const API_VERSION = '2025-02-19'

/** A query's answer with the tags by which a live event says that it may have changed. */
export type Answer = {
  result: unknown
  tags: string[]
  /** Since when it holds (epoch ms): a "show from" or "show until" lies there. */
  validFrom?: number
  /** When it ends to hold without an event (epoch ms): a "show from" or "show until" lies there. */
  validUntil?: number
}

/** What the content store needs of a Content Lake. */
export type Lake = {
  /**
   * Rejects when the lake doesn't answer within `timeoutMs`. With `lastEventId`, Sanity's CDN may answer, which then has seen
   * that event. `requestId`: on whose behalf it is asked.
   */
  fetch(
    query: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    about?: { lastEventId?: string; requestId?: string },
  ): Promise<Answer>
  /** Sanity's live content events; returns the way to stop them. */
  listen(on: { event: (event: LiveEvent) => void; error: (error: unknown) => void }): () => void
}

/** Where content is read from. */
export type LakeSettings = Pick<
  Env,
  'localLake' | 'STUDIO_PORT' | 'SANITY_PROJECT_ID' | 'SANITY_DATASET' | 'SANITY_API_TOKEN'
>

/** The client for published content: the local lake, or Sanity's hosted one where a project id is set. */
export function lakeClient(env: LakeSettings): SanityClient {
  return createClient({
    dataset: env.SANITY_DATASET,
    apiVersion: API_VERSION,
    perspective: 'published',
    useCdn: false, // connectLake decides for each read
    maxRetries: 0,
    ...(env.SANITY_API_TOKEN && { token: env.SANITY_API_TOKEN }),
    ...(env.localLake
      ? { projectId: 'local', apiHost: `http://localhost:${env.STUDIO_PORT}`, useProjectHostname: false }
      : { projectId: env.SANITY_PROJECT_ID }),
  })
}

/**
 * A client that sees drafts and may write: with the local lake's token, or `SANITY_API_TOKEN`.
 * Undefined where there is no token. It never leaves the server.
 */
export function editorClient(env: LakeSettings & Pick<Env, 'DATA_DIR'>): SanityClient | undefined {
  const token = env.localLake ? localToken(env.DATA_DIR) : env.SANITY_API_TOKEN
  return token
    ? lakeClient(env).withConfig({
        token,
        perspective: 'raw',
        ignoreBrowserTokenWarning: true,
      })
    : undefined
}

/** The lake writes it at its first start, which may be after ours. */
function localToken(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'lake-token'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Told of each query: `refused` by a lake that answers, or `failed`. */
export type LakeObserver = (outcome: 'ok' | 'refused' | 'failed', ms: number) => void

/** A lake as the content store asks it, by a client of Sanity's. */
export function connectLake(client: SanityClient, observe: LakeObserver = () => {}): Lake {
  return {
    async fetch(query, params, timeoutMs, { lastEventId, requestId } = {}) {
      const startedAt = performance.now()
      const answer = client.fetch(query, params, {
        filterResponse: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(lastEventId ? { useCdn: true, lastLiveEventId: lastEventId } : {}),
        ...(requestId ? { headers: { 'X-Request-Id': requestId } } : {}),
      })
      answer.then(
        () => observe('ok', performance.now() - startedAt),
        (error) => observe(isClientError(error) ? 'refused' : 'failed', performance.now() - startedAt),
      )
      const { result, syncTags } = await answer
      return { result, tags: syncTags ?? [] }
    },
    listen({ event, error }) {
      const follow = (includeDrafts: boolean): { unsubscribe(): void } =>
        client.live.events({ includeDrafts }).subscribe({
          next: event,
          error(failure) {
            // The client sends its token only where it asks for drafts, too. A private dataset takes one.
            const isRefused = [401, 403].includes((failure as ConnectionFailedError).status ?? 0)
            if (isRefused && !includeDrafts && client.config().token) subscription = follow(true)
            else error(failure)
          },
        })
      let subscription = follow(false)
      return () => subscription.unsubscribe()
    },
  }
}

/** The lake answered, and refused. */
export const isClientError = (error: unknown): boolean => {
  const status = (error as { statusCode?: unknown }).statusCode
  return typeof status === 'number' && status >= 400 && status < 500
}

/** What is missing at the end of a query is refused there. */
const BEFORE_REFUSED = 100

/**
 * What a lake refused, for the log: its reason and the query from shortly before there, without its middle. The client's own
 * message has all of it, with a mark under each letter: 180 KB for a page's. While developing, where it stands in the sources, too.
 */
export function refusal(error: unknown, query: string): { error: string; at?: string; query: string } {
  const { description, start = 0 } =
    (error as { details?: { description?: string; start?: number } }).details ?? {}
  const part = query.slice(Math.max(0, start - BEFORE_REFUSED))
  const at =
    process.env.NODE_ENV === 'development'
      ? placeInSources(query, start, join(import.meta.dirname, '../..'))
      : undefined
  return {
    error: withoutMiddle(description ?? String(error)),
    ...(at && { at }),
    query: withoutMiddle(part),
  }
}

const withoutMiddle = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 200)} … ${text.slice(-200)}` : text
