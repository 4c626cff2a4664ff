import { LRUCache } from 'lru-cache'
import { Answerer, type Topic } from '#app/backend/assistant/answer.ts'
import { createRephraser } from '#app/backend/assistant/rephrase.ts'
import { createSearch } from '#app/backend/assistant/search.ts'
import type { BackendEnv } from '#app/backend/env.ts'
import { knowledgeReader, readArticles } from '#app/content/content.server.ts'
import { connectLake, type Lake, type LakeSettings, lakeClient } from '#app/content/lake.server.ts'
import { ContentStore } from '#app/content/store.server.ts'
import type { Log } from '#app/platform/log.ts'

export type Assistant = {
  /** Answers a message from the published content. `visitor`: the session id that the site signed. Never rejects. */
  reply(message: string, context: { visitor: string | undefined; requestId: string }): Promise<string>
  stop(): void
}

const TOPIC_MS = 10 * 60_000
const MAX_VISITORS = 5_000

/** The reply before the lake has ever answered. */
const CONTENT_MISSING =
  'I can’t look up our pages right now. Please try again in a moment, or ask our team: /contact-us'

/** Starts the assistant, which follows the lake. While the lake is down, it answers from the last content. */
export function startAssistant(
  env: BackendEnv,
  log: Log,
  { lake = connectLake(lakeClient(lakeSettings(env))) }: { lake?: Lake } = {},
): Assistant {
  const store = new ContentStore({ lake, lastGood: NOT_STORED, log })
  /** Each visitor's last topic by session, because visitors share addresses. Never stored on disk. */
  const topics = new LRUCache<string, Topic>({ max: MAX_VISITORS, ttl: TOPIC_MS })
  const rephraser = createRephraser(env, log)
  const readKnowledge = knowledgeReader(store)
  const index = createSearch()
  let answerer: Answerer | undefined

  /** Returns an answerer for the current content; undefined if the lake has never answered. */
  async function current(): Promise<Answerer | undefined> {
    try {
      const [knowledge, articles] = await Promise.all([readKnowledge(), readArticles(store)])
      const search = await index.updateTo(knowledge, articles)
      if (answerer?.knowledge !== knowledge) {
        answerer = new Answerer(knowledge, search)
        log('info', 'assistant: content read', { passages: search.size })
      }
    } catch (error) {
      log('warn', 'assistant: the content can’t be read', { error: String(error) })
    }
    return answerer
  }

  // Indexed once in advance, so that the first visitor does not wait.
  void store.start().then(current)

  return {
    async reply(message, { visitor, requestId }) {
      const startedAt = performance.now()
      const answerer = await current()
      if (!answerer) {
        log('warn', 'assistant: no content to answer from', { requestId, length: message.length })
        return CONTENT_MISSING
      }
      const answer = answerer.answer(message, visitor === undefined ? undefined : topics.get(visitor))
      if (answer.topic && visitor !== undefined) topics.set(visitor, answer.topic)
      const phrased =
        answer.material && (await rephraser?.(message, answer.material, answerer.knowledge, requestId))
      log('info', 'assistant: answered', {
        requestId,
        kind: answer.kind,
        id: answer.from ?? '',
        length: message.length,
        phrased: phrased !== undefined,
        ms: Math.round(performance.now() - startedAt),
      })
      return phrased ?? answer.message
    },
    stop: () => store.stop(),
  }
}

/** Unlike the site, the assistant does not store the last good content on disk. */
const NOT_STORED = { all: () => new Map(), save() {}, delete() {}, close() {} }

function lakeSettings(env: BackendEnv): LakeSettings {
  const { STUDIO_PORT, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_TOKEN } = env
  const localLake = SANITY_PROJECT_ID === undefined
  return { localLake, STUDIO_PORT, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_TOKEN }
}
