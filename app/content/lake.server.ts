import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionFailedError, createClient, type LiveEvent, type SanityClient } from '@sanity/client'
import type { Env } from '#app/platform/environment.server.ts'

export const API_VERSION = '2025-02-19'

/** A query's result. A live event that names one of its tags says that it may have changed. */
export type Answer = {
  result: unknown
  tags: string[]
  /** Epoch ms of the "show from" or "show until" before it. */
  validFrom?: number
  /** Epoch ms of the next "show from" or "show until", which sends no event. */
  validUntil?: number
}

/** The part of a Content Lake that the content store uses. */
export type Lake = {
  /**
   * Rejects when the lake doesn't answer within `timeoutMs`. With `lastEventId`, Sanity's CDN may answer, once it has
   * processed that event.
   */
  fetch(
    query: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    options?: { lastEventId?: string; requestId?: string },
  ): Promise<Answer>
  /** Subscribes to Sanity's live content events. Returns the unsubscribe function. */
  listen(on: { event: (event: LiveEvent) => void; error: (error: unknown) => void }): () => void
}

export type LakeSettings = Pick<
  Env,
  'localLake' | 'STUDIO_PORT' | 'SANITY_PROJECT_ID' | 'SANITY_DATASET' | 'SANITY_API_TOKEN'
>

/** Creates a client for published content: of the local lake, or of Sanity's with a project id. */
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

/** Creates a client that reads drafts and writes. Undefined without a token: the local lake's, or `SANITY_API_TOKEN`. */
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

/** The lake writes its token at its first start, perhaps after the site has started. */
function localToken(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'lake-token'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Called after each query. `refused`: the lake answered with a client error. */
export type LakeObserver = (outcome: 'ok' | 'refused' | 'failed', ms: number) => void

/** Adapts a Sanity client to `Lake`. */
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
            // The client sends its token only with a request for drafts. Private datasets need the token.
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

/** True for a response with a 4xx status. */
export const isClientError = (error: unknown): boolean => {
  const status = (error as { statusCode?: unknown }).statusCode
  return typeof status === 'number' && status >= 400 && status < 500
}

const CONTEXT_CHARS = 100

/**
 * The reason for a refusal and the part of the query around it, for the log. The client's own message repeats the whole
 * query, which is 180 KB for a page.
 */
export function refusal(error: unknown, query: string): { error: string; query: string } {
  const { description, start = 0 } =
    (error as { details?: { description?: string; start?: number } }).details ?? {}
  return {
    error: shorten(description ?? String(error)),
    query: shorten(query.slice(Math.max(0, start - CONTEXT_CHARS))),
  }
}

const shorten = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 200)} … ${text.slice(-200)}` : text
