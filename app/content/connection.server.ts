import type { LiveEvent } from '@sanity/client'
import { type Answer, isClientError, type Lake, refusal } from '#app/content/lake.server.ts'
import { describeError, type Log } from '#app/platform/log.ts'

/** A visitor waits this long for the lake before the last good content is served. Two waits stay below 1 s. */
export const BUDGET_MS = 450
const START_WAIT_MS = 1_000
/** The pause between polls doubles, from the first to the maximum. */
const FIRST_POLL_MS = 1_000
const MAX_POLL_MS = 60_000

/** The result changes with every publish, unpublish and delete. */
const POLL_QUERY = '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"])]._rev'

/**
 * - `live`: events arrive and queries are answered; nothing is polled
 * - `polling`: no events arrive
 * - `down`: queries are not answered
 */
type State = 'live' | 'polling' | 'down'

/** Notices changes in a lake by its live events, or by polling while none arrive. Detects a lake that is down. */
export class LakeConnection {
  readonly #lake: Lake
  readonly #log: Log
  readonly #onChange: (event: LiveEvent) => void
  /** The newest event of this stream. Without one, reads bypass Sanity's CDN. */
  #lastEventId: string | undefined
  #streaming = false
  #breakReason: unknown = 'no answer yet'
  #isAnswering = true
  #isChecking = false
  /** The last poll's answer since the stream broke off. */
  #lastPoll: string | undefined
  #polls = 0
  #isPolling = false
  #pollTimer: NodeJS.Timeout | undefined
  #liveSince = 0
  #state: State | undefined
  #resolveStart: () => void = () => {}
  #stopListening: (() => void) | undefined
  #listenAgainAt = 0
  #stopped = false

  /** `onChange`: a `message` names the tags that changed. After any other event, everything may have changed. */
  constructor(lake: Lake, log: Log, onChange: (event: LiveEvent) => void) {
    this.#lake = lake
    this.#log = log
    this.#onChange = onChange
  }

  get live(): boolean {
    return this.#state === 'live'
  }

  /** The lake answers, and events or polls report changes. */
  get connected(): boolean {
    return this.#isAnswering && (this.#streaming || this.#lastPoll !== undefined)
  }

  /** A read has timed out, and a poll is checking whether the lake answers. */
  get isChecking(): boolean {
    return this.#isChecking
  }

  /** Resolves when connected, or after a second. */
  async start(): Promise<void> {
    const connected = new Promise<void>((resolve) => (this.#resolveStart = resolve))
    this.#listen()
    this.#schedulePoll()
    let timer: NodeJS.Timeout | undefined
    await Promise.race([connected, new Promise((resolve) => (timer = setTimeout(resolve, START_WAIT_MS)))])
    clearTimeout(timer)
    this.#update()
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening?.()
    clearTimeout(this.#pollTimer)
  }

  /** Runs a query. A failure shows whether the lake is down, slow, or refuses the query. */
  async fetch(
    query: string,
    params: Record<string, unknown>,
    budgetMs: number,
    requestId?: string,
  ): Promise<Answer> {
    const lastEventId = this.#lastEventId
    const startedAt = performance.now()
    try {
      return await this.#lake.fetch(query, params, budgetMs, { lastEventId, requestId })
    } catch (error) {
      // The lake answered, so the connection works.
      if (isClientError(error)) this.#log('warn', 'content: the lake refused a query', refusal(error, query))
      else {
        const leftMs = Math.ceil(budgetMs - (performance.now() - startedAt))
        this.#lastEventId = undefined
        if (leftMs <= 0) this.check()
        else if (lastEventId)
          return this.fetch(query, params, leftMs, requestId) // only the CDN may be down
        else if (this.#isAnswering) {
          this.#isAnswering = false
          this.#update(error)
          this.#schedulePoll()
        }
      }
      throw error
    }
  }

  /** Polls to find out whether the lake is slow or down. Meanwhile visitors get cached content. */
  check(): void {
    if (this.#isChecking || !this.#isAnswering || this.#stopped) return
    this.#isChecking = true
    void this.#poll()
  }

  #listen(): void {
    this.#stopListening = this.#lake.listen({
      event: (event) => this.#onEvent(event),
      error: (error) => this.#endStream(error),
    })
  }

  #onEvent(event: LiveEvent): void {
    // After a break the client reconnects by itself. After `goaway` it must not.
    if (event.type === 'reconnect') return void this.#onBreak('the event stream broke off')
    if (event.type === 'goaway')
      return void this.#endStream(`the lake sent goaway: ${JSON.stringify(event)}`, MAX_POLL_MS)
    if ('id' in event && event.id) this.#lastEventId = String(event.id)
    this.#streaming = true
    this.#update()
    this.#onChange(event)
    if (this.#isAnswering) clearTimeout(this.#pollTimer)
    else void this.#poll()
  }

  #endStream(reason: unknown, pauseMs = 0): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#listenAgainAt = Date.now() + pauseMs
    this.#onBreak(reason)
  }

  #onBreak(reason: unknown): void {
    this.#breakReason = reason
    if (!this.#streaming) return
    this.#streaming = false
    this.#lastEventId = undefined
    this.#lastPoll = undefined
    this.#update()
    this.#schedulePoll()
  }

  #schedulePoll(): void {
    clearTimeout(this.#pollTimer)
    if (this.#stopped || this.live) return
    const pauseMs = Math.min(FIRST_POLL_MS * 2 ** this.#polls++, MAX_POLL_MS)
    // Jitter, so that several copies of a site don't poll at once.
    this.#pollTimer = setTimeout(() => this.#poll(), pauseMs * (0.5 + Math.random() / 2)).unref()
  }

  /** Checks without the CDN whether the lake answers. While no events arrive, also checks for changes. */
  async #poll(): Promise<void> {
    if (this.#isPolling || this.#stopped) return
    this.#isPolling = true
    clearTimeout(this.#pollTimer)
    if (!this.#stopListening && Date.now() >= this.#listenAgainAt) this.#listen()
    let revisions: string | undefined
    let failure: unknown
    try {
      revisions = JSON.stringify((await this.#lake.fetch(POLL_QUERY, {}, 2 * BUDGET_MS)).result)
    } catch (error) {
      failure = error
    }
    const wasDown = !this.#isAnswering
    this.#isPolling = false
    this.#isChecking = false
    this.#isAnswering = failure === undefined || isClientError(failure)
    const isNew = !this.#streaming && revisions !== undefined && revisions !== this.#lastPoll
    if (isNew) this.#lastPoll = revisions
    this.#update(failure)
    if (isNew || (wasDown && this.#isAnswering)) this.#onChange({ type: 'restart', id: '' })
    this.#schedulePoll()
  }

  #update(failure?: unknown): void {
    if (this.connected) this.#resolveStart()
    const before = this.#state
    const state = !this.#isAnswering ? 'down' : this.#streaming ? 'live' : 'polling'
    if (state === before) return
    this.#state = state
    // An unstable stream must not reset the back-off.
    if (before === 'live' && Date.now() - this.#liveSince > MAX_POLL_MS) this.#polls = 0
    if (state === 'live') this.#liveSince = Date.now()
    const [level, message, error] = {
      live: ['info', 'following the lake'] as const,
      polling: ['warn', 'no live events arrive, polling the lake', this.#breakReason] as const,
      down: ['warn', 'the lake cannot be reached, serving the last good content', failure] as const,
    }[state]
    this.#log(level, `content: ${message}`, ...(error ? [{ error: describeError(error) }] : []))
  }
}
