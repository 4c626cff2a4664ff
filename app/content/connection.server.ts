import type { LiveEvent } from '@sanity/client'
import { type Answer, isClientError, type Lake, refusal } from '#app/content/lake.server.ts'
import { faultOf, type Log } from '#app/platform/log.ts'

/** A visitor waits this long for the lake before getting what was there last (two waits stay below 1 s). */
export const BUDGET_MS = 450
const START_WAIT_MS = 1_000
/** The first pause between two polls. Each one is twice as long as the one before, up to a minute. */
const FIRST_POLL_MS = 1_000
const MAX_POLL_MS = 60_000

/** Its answer changes whenever a document is published, unpublished or deleted. */
const POLL_QUERY = '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"])]._rev'

/**
 * - `live`: events arrive and queries are answered; nothing is polled
 * - `polling`: no events arrive
 * - `down`: queries are not answered
 */
type State = 'live' | 'polling' | 'down'

/**
 * Learns of changes in a lake from its live events, or by polls with back-off while these don't arrive. Tells a lake that
 * is slow from one that is down or hung.
 */
export class LakeConnection {
  readonly #lake: Lake
  readonly #log: Log
  readonly #onChange: (event: LiveEvent) => void
  /** The newest event of this stream. Without one, reads go around Sanity's CDN. */
  #lastEventId: string | undefined
  #streaming = false
  #brokeOff: unknown = 'no answer yet'
  #answering = true
  #inDoubt = false
  /** The last poll's answer since the stream broke off. */
  #polled: string | undefined
  #polls = 0
  #isPolling = false
  #pollTimer: NodeJS.Timeout | undefined
  #liveSince = 0
  #state: State | undefined
  #onceConnected: () => void = () => {}
  #stopListening: (() => void) | undefined
  #listenAgainAt = 0
  #stopped = false

  /** `onChange`: what a `message` names may have changed; after any other event, everything may have. */
  constructor(lake: Lake, log: Log, onChange: (event: LiveEvent) => void) {
    this.#lake = lake
    this.#log = log
    this.#onChange = onChange
  }

  get live(): boolean {
    return this.#state === 'live'
  }

  /** The lake answers, and its events or polls tell of changes. */
  get connected(): boolean {
    return this.#answering && (this.#streaming || this.#polled !== undefined)
  }

  /** A read took longer than a visitor waits; whether the lake answers at all is being asked. */
  get inDoubt(): boolean {
    return this.#inDoubt
  }

  /** Resolves when it is connected, or after a second without that. */
  async start(): Promise<void> {
    const connected = new Promise<void>((resolve) => (this.#onceConnected = resolve))
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

  /** Asks the lake, and learns from the way it fails whether it is down, slow or merely refuses the query. */
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
      // A refused query is a fault of ours, not of the connection.
      if (isClientError(error)) this.#log('warn', 'content: the lake refused a query', refusal(error, query))
      else {
        const leftMs = Math.ceil(budgetMs - (performance.now() - startedAt))
        this.#lastEventId = undefined
        if (leftMs <= 0) this.doubt()
        else if (lastEventId)
          return this.fetch(query, params, leftMs, requestId) // perhaps only the CDN fails
        else if (this.#answering) {
          this.#answering = false
          this.#update(error)
          this.#schedulePoll()
        }
      }
      throw error
    }
  }

  /** Stops visitors from waiting for the lake until a poll shows whether it is slow or hung. */
  doubt(): void {
    if (this.#inDoubt || !this.#answering || this.#stopped) return
    this.#inDoubt = true
    void this.#poll()
  }

  #listen(): void {
    this.#stopListening = this.#lake.listen({
      event: (event) => this.#onEvent(event),
      error: (error) => this.#endStream(error),
    })
  }

  #onEvent(event: LiveEvent): void {
    // The client reconnects by itself after a break. After `goaway` it must not, so the stream is closed.
    if (event.type === 'reconnect') return void this.#onBreak('the event stream broke off')
    if (event.type === 'goaway')
      return void this.#endStream(`the lake sent us away: ${JSON.stringify(event)}`, MAX_POLL_MS)
    if ('id' in event && event.id) this.#lastEventId = String(event.id)
    this.#streaming = true
    this.#update()
    this.#onChange(event)
    if (this.#answering) clearTimeout(this.#pollTimer)
    else void this.#poll()
  }

  #endStream(reason: unknown, pauseMs = 0): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#listenAgainAt = Date.now() + pauseMs
    this.#onBreak(reason)
  }

  #onBreak(reason: unknown): void {
    this.#brokeOff = reason
    if (!this.#streaming) return
    this.#streaming = false
    this.#lastEventId = undefined
    this.#polled = undefined
    this.#update()
    this.#schedulePoll()
  }

  #schedulePoll(): void {
    clearTimeout(this.#pollTimer)
    if (this.#stopped || this.live) return
    const pauseMs = Math.min(FIRST_POLL_MS * 2 ** this.#polls++, MAX_POLL_MS)
    // The copies of a site don't ask all at once.
    this.#pollTimer = setTimeout(() => this.#poll(), pauseMs * (0.5 + Math.random() / 2)).unref()
  }

  /** Asks, around the CDN, whether the lake answers and, while no events arrive, whether anything has changed. */
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
    const wasDown = !this.#answering
    this.#isPolling = false
    this.#inDoubt = false
    this.#answering = failure === undefined || isClientError(failure)
    const isNew = !this.#streaming && revisions !== undefined && revisions !== this.#polled
    if (isNew) this.#polled = revisions
    this.#update(failure)
    if (isNew || (wasDown && this.#answering)) this.#onChange({ type: 'restart', id: '' })
    this.#schedulePoll()
  }

  #update(failure?: unknown): void {
    if (this.connected) this.#onceConnected()
    const before = this.#state
    const state = !this.#answering ? 'down' : this.#streaming ? 'live' : 'polling'
    if (state === before) return
    this.#state = state
    // A stream that breaks off again and again doesn't make the polls frequent.
    if (before === 'live' && Date.now() - this.#liveSince > MAX_POLL_MS) this.#polls = 0
    if (state === 'live') this.#liveSince = Date.now()
    const [level, message, error] = {
      live: ['info', 'following the lake'] as const,
      polling: ['warn', 'no live events arrive, polling the lake', this.#brokeOff] as const,
      down: ['warn', 'the lake cannot be reached, serving the last good content', failure] as const,
    }[state]
    this.#log(level, `content: ${message}`, ...(error ? [{ error: faultOf(error) }] : []))
  }
}
