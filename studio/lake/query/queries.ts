import type { Content } from '../documents/content.ts'
import { StepBudgetExceeded } from '../groq/budget.ts'
import type { Params } from '../groq/runtime.ts'
import type { Store } from '../store/store.ts'
import { runQuery } from './query.ts'
import { QueryCache } from './query-cache.ts'
import type { QueryPool } from './query-pool.ts'
import { type Answer, decodeAnswer, encodeAnswer, type QueryTask } from './query-task.ts'

// One or two milliseconds on the main thread.
const MAX_STEPS_AT_ONCE = 20_000
// Compiling takes a microsecond per character. The site's longest query has 43,000.
const MAX_CHARACTERS_AT_ONCE = 60_000
// The answer depends on the time.
const VOLATILE = /\bnow\s*\(/

type QueryRequest = Omit<QueryTask, 'dataset' | 'generation'>

/** Answers queries over one dataset: from the cache, on the main thread if they are small, or in the pool. */
export function createQueries({
  dataset,
  generation,
  projectId,
  content,
  pool,
  settled,
}: {
  dataset: string
  generation: number
  projectId: string
  content: Content
  pool: QueryPool
  settled: Store['settled']
}) {
  const cache = new QueryCache()

  async function evaluateInPool(request: QueryRequest): Promise<Answer> {
    const answer = await pool.evaluate({ dataset, generation, ...request })
    // A worker sees a large transaction as soon as it is on disk, and the next reader must not miss it.
    return settled(() => answer)
  }

  /** Throws LakeError 400 for an invalid query, 408 after a timeout. */
  async function evaluate(request: QueryRequest): Promise<Answer> {
    const { query, params, perspective, seesDrafts, identity, sourceMap } = request
    const characters = query.length + JSON.stringify(params).length
    if (characters > MAX_CHARACTERS_AT_ONCE) return evaluateInPool(request)
    const view = content.view(perspective, seesDrafts)
    const limits = { stepBudget: MAX_STEPS_AT_ONCE }
    try {
      const answer = runQuery(query, params, { view, projectId, dataset, identity }, { sourceMap, ...limits })
      return encodeAnswer(answer, request, limits)
    } catch (error) {
      if (!(error instanceof StepBudgetExceeded)) throw error
    }
    return evaluateInPool(request)
  }

  return {
    answer(request: QueryRequest): Promise<Answer> {
      if (VOLATILE.test(request.query)) return evaluate(request)
      const { query, params, perspective, seesDrafts, identity, sourceMap } = request
      const key = JSON.stringify([query, params, perspective, seesDrafts, identity, sourceMap])
      return cache.get(key, () => evaluate(request))
    },

    /** The ids of the matching documents, for a mutation by query. */
    async select(query: string, params: Params, identity: string): Promise<string[]> {
      const everything = { perspective: 'raw', seesDrafts: true } as const
      const request = { query, params, identity, ...everything, sourceMap: false, idsOnly: true }
      const answer = await evaluate(request)
      return decodeAnswer(answer).result as string[]
    },

    changed: (tags: Iterable<string>) => cache.changed(tags),
  }
}
