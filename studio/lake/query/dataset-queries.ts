import type { Content } from '../documents/content.ts'
import { StepBudgetExceeded } from '../groq/budget.ts'
import type { Params } from '../groq/runtime.ts'
import type { Store } from '../store/store.ts'
import { QueryCache } from './query-cache.ts'
import type { QueryPool } from './query-pool.ts'
import { type Answer, answerTask, decodeAnswer, type QueryTask } from './query-task.ts'
import { isVolatile, timeFor } from './run-query.ts'

// One or two milliseconds on the main thread.
const MAX_STEPS_AT_ONCE = 20_000
// Compiling takes a microsecond per character. The site's longest query has 43,000.
const MAX_CHARACTERS_AT_ONCE = 60_000
// A worker that knows another generation of a dataset loads it again.
let generations = 0

type QueryRequest = Omit<QueryTask, 'dataset' | 'generation' | 'time'>

/** Answers queries over one dataset: from the cache, on the main thread if they are small, or in the pool. */
export function createQueries({
  dataset,
  projectId,
  content,
  pool,
  now,
  settled,
}: {
  dataset: string
  projectId: string
  content: Content
  pool: QueryPool
  now: () => Date
  settled: Store['settled']
}) {
  let cache = new QueryCache()
  let generation = generations++

  async function evaluateInPool(task: QueryTask): Promise<Answer> {
    const answer = await pool.evaluate(task)
    // A worker sees a large transaction as soon as it is on disk, and the next reader must not miss it.
    return settled(() => answer)
  }

  /** Throws LakeError 400 for an invalid query, 408 after a timeout. */
  async function evaluate(request: QueryRequest): Promise<Answer> {
    const { query, params, perspective, seesDrafts } = request
    const task = { dataset, generation, time: timeFor(query, now), ...request }
    const characters = query.length + JSON.stringify(params).length
    if (characters > MAX_CHARACTERS_AT_ONCE) return evaluateInPool(task)
    const view = content.view(perspective, seesDrafts)
    try {
      return answerTask(task, view, projectId, { stepBudget: MAX_STEPS_AT_ONCE })
    } catch (error) {
      if (!(error instanceof StepBudgetExceeded)) throw error
    }
    return evaluateInPool(task)
  }

  return {
    answer(request: QueryRequest): Promise<Answer> {
      if (isVolatile(request.query)) return evaluate(request)
      return cache.get(JSON.stringify(request), () => evaluate(request))
    },

    /** The ids of the matching documents, for a mutation by query. */
    async select(query: string, params: Params, identity: string): Promise<string[]> {
      const everything = { perspective: 'raw', seesDrafts: true } as const
      const request = { query, params, identity, ...everything, sourceMap: false, idsOnly: true }
      const answer = await evaluate(request)
      return decodeAnswer(answer).result as string[]
    },

    changed: (tags: Iterable<string>) => cache.changed(tags),

    /** Forgets every answer and the workers' documents, after a restore. */
    forget() {
      cache = new QueryCache()
      generation = generations++
    },
  }
}
