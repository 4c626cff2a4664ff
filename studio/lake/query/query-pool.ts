import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { httpError, LakeError, queryTimeout, queryTooLarge } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Answer, QueryTask } from './query-task.ts'
import type { WorkerCall, WorkerData, WorkerReply } from './query-worker.ts'

export type QueryPool = ReturnType<typeof createQueryPool>
type Job = {
  task: QueryTask
  /** In performance.now() time. */
  expires: number
  resolve(answer: Answer): void
  reject(error: Error): void
}
/** One worker at most. Its timer ends a worker that is idle or stuck. */
type Lane = { sliceMs: number; worker?: Worker; job?: Job; timer?: NodeJS.Timeout }

const SHORT_MS = 300
const IDLE_MS = 60_000
/** The time for loading the documents, after which a worker without an answer is stuck. */
const LOAD_MS = 60_000
const WORKER_HEAP_MB = 1024

/**
 * Evaluates queries in two worker threads with their own copies of the documents. One runs a query to its end. The other
 * stops each query after SHORT_MS and leaves it to the first, so that long queries never hold up the short ones.
 */
export function createQueryPool({
  budgetMs,
  log,
  ...source
}: Omit<WorkerData, 'assetBase'> & { assetBase: () => string; budgetMs: number; log: Log }) {
  const whole: Lane = { sliceMs: Number.POSITIVE_INFINITY }
  const lanes: Lane[] = [whole, { sliceMs: SHORT_MS }]
  const waiting: Job[] = []
  /** Queries that exceeded SHORT_MS. */
  const waitingLong: Job[] = []
  let closed = false

  function next() {
    for (const lane of lanes) {
      while (!lane.job && !closed) {
        const job = (lane === whole ? waitingLong.shift() : undefined) ?? waiting.shift()
        if (!job) break
        const remainingMs = job.expires - performance.now()
        if (remainingMs > 0) run(lane, job, Math.min(remainingMs, lane.sliceMs))
        else expire(job)
      }
    }
  }

  function run(lane: Lane, job: Job, limitMs: number) {
    lane.job = job
    lane.worker ??= start(lane)
    clearTimeout(lane.timer)
    lane.timer = setTimeout(() => {
      end(lane)
      expire(job)
      next()
    }, limitMs + LOAD_MS)
    lane.worker.postMessage({ task: job.task, limitMs } satisfies WorkerCall)
  }

  function start(lane: Lane): Worker {
    const worker = new Worker(new URL(`./query-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { ...source, assetBase: source.assetBase() } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    })
    worker.unref()
    worker.on('message', (reply: WorkerReply) => {
      const job = lane.job!
      lane.job = undefined
      clearTimeout(lane.timer)
      lane.timer = setTimeout(() => end(lane), IDLE_MS).unref()
      settle(job, reply)
      next()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const { job } = lane
      void end(lane)
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        log('query needed too much memory', { query: job?.task.query.slice(0, 200) }, 'warn')
        job?.reject(queryTooLarge(job.task.query))
      } else if (job) fail(job, error.stack ?? String(error))
      next()
    })
    return worker
  }

  function settle(job: Job, reply: WorkerReply) {
    if (reply === 'timeout') {
      if (job.expires > performance.now()) waitingLong.push(job)
      else expire(job)
    } else if ('json' in reply) job.resolve(reply)
    else if ('refusal' in reply)
      job.reject(new LakeError(reply.refusal.status, reply.refusal.message, reply.refusal.body))
    else fail(job, reply.failure)
  }

  function expire({ task: { query }, reject }: Job) {
    log('query took too long', { query: query.slice(0, 200) }, 'warn')
    reject(queryTimeout(query))
  }

  function fail({ task, reject }: Job, error: string) {
    log('query failed', { query: task.query.slice(0, 200), error }, 'error')
    reject(httpError(500, 'The query could not be evaluated; the log says why'))
  }

  async function end(lane: Lane) {
    const { worker } = lane
    clearTimeout(lane.timer)
    lane.worker = lane.job = undefined
    worker?.removeAllListeners().on('error', () => {})
    await worker?.terminate()
  }

  return {
    evaluate(task: QueryTask): Promise<Answer> {
      if (closed) return Promise.reject(httpError(503, 'The lake is stopping'))
      return new Promise((resolve, reject) => {
        waiting.push({ task, expires: performance.now() + budgetMs, resolve, reject })
        next()
      })
    },
    async close() {
      closed = true
      const jobs = [...waiting, ...waitingLong, ...lanes.flatMap(({ job }) => job ?? [])]
      const ended = lanes.map(end)
      for (const job of jobs) job.reject(httpError(503, 'The lake is stopping'))
      await Promise.all(ended)
    },
  }
}
