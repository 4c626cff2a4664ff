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
type Thread = {
  worker: Worker
  job?: Job
  /** In performance.now() time. */
  startedAt: number
  /** Whether the job may use its whole budget. */
  long: boolean
  limitMs: number
  timer?: NodeJS.Timeout
  idle?: NodeJS.Timeout
}

const MAX_WORKERS = 2
// A second worker copies all documents, so it starts only for a waiting query.
const WAIT_BEFORE_SECOND_MS = 50
// While one query is long, the others get short slices.
const SHORT_MS = 300
// A worker that ignores the deadline is terminated after this time.
const GRACE_MS = 1000
const LOAD_MS = 60_000
// Idle workers end and free their memory.
const IDLE_MS = 60_000
const WORKER_HEAP_MB = 1024

/** Evaluates queries in worker threads with their own copies of the documents. */
export function createQueryPool({
  budgetMs,
  log,
  ...source
}: Omit<WorkerData, 'assetBase'> & { assetBase: () => string; budgetMs: number; log: Log }) {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  /** Queries that exceeded SHORT_MS; they run one at a time. */
  const waitingLong: Job[] = []
  let secondWorker: NodeJS.Timeout | undefined
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL(`./query-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { ...source, assetBase: source.assetBase() } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    })
    const thread: Thread = { worker, startedAt: 0, long: false, limitMs: 0 }
    threads.add(thread)
    worker.unref()
    worker.on('message', (reply: WorkerReply) => {
      if (reply === 'evaluating') startClock(thread)
      else finish(thread, reply)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const { job } = thread
      discard(thread)
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        log('query needed too much memory', { query: job?.task.query.slice(0, 200) }, 'warn')
        job?.reject(queryTooLarge(job.task.query))
      } else {
        log('query worker failed', { error: error.stack ?? String(error) }, 'error')
        job?.reject(httpError(500, 'The query could not be evaluated; the log says why'))
      }
      next()
    })
    return thread
  }

  function discard(thread: Thread) {
    threads.delete(thread)
    clearTimeout(thread.timer)
    clearTimeout(thread.idle)
    thread.job = undefined
    thread.worker.removeAllListeners()
    thread.worker.on('error', () => {})
    void thread.worker.terminate()
  }

  function run(thread: Thread, job: Job) {
    clearTimeout(thread.idle)
    thread.job = job
    // Only one query may use its whole budget, so that a worker remains for the others.
    thread.long = false
    thread.long = !isLongRunning()
    thread.startedAt = performance.now()
    const remainingMs = job.expires - thread.startedAt
    thread.limitMs = thread.long ? remainingMs : Math.min(remainingMs, SHORT_MS)
    thread.timer = setTimeout(() => interrupt(thread), LOAD_MS)
    thread.worker.postMessage({ task: job.task, limitMs: thread.limitMs } satisfies WorkerCall)
  }

  /** The clock starts after the documents are loaded. */
  function startClock(thread: Thread) {
    thread.job!.expires += performance.now() - thread.startedAt
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => interrupt(thread), thread.limitMs + GRACE_MS)
  }

  const isLongRunning = () => [...threads].some((thread) => thread.job && thread.long)

  function interrupt(thread: Thread) {
    const job = thread.job!
    const stuck = performance.now() - thread.startedAt >= LOAD_MS
    discard(thread)
    handleTimeout(job, stuck)
    next()
  }

  function handleTimeout(job: Job, stuck = false) {
    if (stuck || job.expires - performance.now() < 1) expire(job)
    else waitingLong.push(job)
  }

  function expire(job: Job) {
    log('query took too long', { query: job.task.query.slice(0, 200) }, 'warn')
    job.reject(queryTimeout(job.task.query))
  }

  function finish(thread: Thread, reply: Exclude<WorkerReply, 'evaluating'>) {
    const job = thread.job!
    thread.job = undefined
    clearTimeout(thread.timer)
    thread.idle = setTimeout(() => discard(thread), IDLE_MS).unref()
    if (reply === 'timeout') {
      handleTimeout(job)
    } else if ('json' in reply) {
      job.resolve(reply)
    } else if ('refusal' in reply) {
      const { status, message, body } = reply.refusal
      job.reject(new LakeError(status, message, body))
    } else {
      log('query failed', { query: job.task.query.slice(0, 200), error: reply.failure }, 'error')
      job.reject(httpError(500, 'The query could not be evaluated; the log says why'))
    }
    next()
  }

  function next(mayStart = threads.size === 0) {
    if (closed) return
    for (const queue of [waiting, waitingLong]) {
      while (queue[0] && queue[0].expires <= performance.now()) expire(queue.shift()!)
    }
    const queue = waitingLong.length > 0 && !isLongRunning() ? waitingLong : waiting
    if (queue.length === 0) return
    const free = [...threads].find((thread) => !thread.job)
    if (free || mayStart) {
      run(free ?? start(), queue.shift()!)
      next()
    } else if (threads.size < MAX_WORKERS && !secondWorker) {
      secondWorker = setTimeout(() => {
        secondWorker = undefined
        next(threads.size < MAX_WORKERS)
      }, WAIT_BEFORE_SECOND_MS)
    }
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
      clearTimeout(secondWorker)
      const jobs = [...waiting, ...waitingLong, ...[...threads].flatMap(({ job }) => job ?? [])]
      const ended = [...threads].map((thread) => {
        discard(thread)
        return thread.worker.terminate()
      })
      for (const job of jobs) job.reject(httpError(503, 'The lake is stopping'))
      await Promise.all(ended)
    },
  }
}
