import type { LiveEvent } from '@sanity/client'
import { type Answer, isClientError, type Lake, refusal } from '#app/content/lake.server.ts'
import { faultOf, type Log } from '#app/log.ts'

/** A visitor waits this long for the lake before getting what was there last (two waits stay below 1 s). */
export const BUDGET_MS = 450
const START_WAIT_MS = 1_000
const PROBE_MS = 5_000
const PROBE_WHILE_DOWN_MS = 500
const RECONNECT_MS = 500
/** The lake sent us away: it has too many listeners, so the next try is not at once. */
const GOAWAY_MS = 10_000

const PROBE_QUERY = '*[_id == "siteSettings"][0]._rev'

type Heard = {
  /** A live event: what it touches may have changed. After a break of the stream that is everything. */
  event: (event: LiveEvent) => void
  /** The lake answers again after it did not: events may have been missed. */
  restored: () => void
  /** It was slow, and turned out to be there. */
  doubtsEnded: () => void
}

/**
 * Follows a lake's live events and knows whether it can be asked: it is connected while events flow and queries are
 * answered. One that is merely slow is told from one that is down or hung by asking it for something small.
 */
export class LakeConnection {
  readonly #lake: Lake
  readonly #log: Log
  readonly #heard: Heard
  #lastEventId: string | undefined
  #streaming = false
  #answering = true
  #inDoubt = false
  #wasConnected: boolean | undefined
  #onceConnected: () => void = () => {}
  #stopListening: () => void = () => {}
  #probeTimer: NodeJS.Timeout | undefined
  #reconnectTimer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(lake: Lake, log: Log, heard: Heard) {
    this.#lake = lake
    this.#log = log
    this.#heard = heard
  }

  /** The live events flow and the lake answers. */
  get connected(): boolean {
    return this.#streaming && this.#answering
  }

  /** It took longer than a visitor waits; whether it answers at all is being asked. */
  get inDoubt(): boolean {
    return this.#inDoubt
  }

  /** Resolves when it is connected, or after a second without that. */
  async start(): Promise<void> {
    const connected = new Promise<void>((resolve) => (this.#onceConnected = resolve))
    this.#listen()
    this.#scheduleProbe()
    let timer: NodeJS.Timeout | undefined
    await Promise.race([connected, new Promise((resolve) => (timer = setTimeout(resolve, START_WAIT_MS)))])
    clearTimeout(timer)
    this.#report()
  }

  stop(): void {
    this.#stopped = true
    this.#stopListening()
    clearTimeout(this.#probeTimer)
    clearTimeout(this.#reconnectTimer)
  }

  /** Asks the lake, and learns from the way it fails whether it is down, slow or merely refuses the query. */
  async fetch(
    query: string,
    params: Record<string, unknown>,
    budgetMs: number,
    requestId?: string,
  ): Promise<Answer> {
    const startedAt = performance.now()
    try {
      return await this.#lake.fetch(query, params, budgetMs, { lastEventId: this.#lastEventId, requestId })
    } catch (error) {
      // A refused query is a fault of ours, not of the connection.
      if (isClientError(error)) this.#log('warn', 'content: the lake refused a query', refusal(error, query))
      else if (performance.now() - startedAt >= budgetMs) this.doubt()
      else this.#setAnswering(false, error)
      throw error
    }
  }

  /** Until it is known whether the lake is slow or hung nobody should wait for it. */
  doubt(): void {
    if (this.#inDoubt || !this.#answering || this.#stopped) return
    this.#inDoubt = true
    void this.#probe()
  }

  #listen(): void {
    this.#stopListening = this.#lake.listen({
      event: (event) => this.#onEvent(event),
      error: (error) => this.#listenAgain(RECONNECT_MS, error),
    })
  }

  #listenAgain(delayMs: number, reason: unknown): void {
    this.#setStreaming(false, reason)
    this.#stopListening()
    if (this.#stopped) return
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => this.#listen(), delayMs)
  }

  #onEvent(event: LiveEvent): void {
    switch (event.type) {
      case 'message':
        this.#lastEventId = event.id
        break
      case 'reconnect':
        // The client would try again by itself, but only after 3 s.
        this.#listenAgain(RECONNECT_MS, new Error('the event stream broke off'))
        return
      case 'welcome':
        this.#setStreaming(true)
        break
      case 'restart':
        break
      case 'goaway':
        this.#listenAgain(GOAWAY_MS, new Error(`the lake closed the event stream: ${event.reason}`))
        return
      default:
        return
    }
    this.#heard.event(event)
  }

  #setStreaming(streaming: boolean, reason?: unknown): void {
    this.#streaming = streaming
    this.#report(reason)
  }

  #setAnswering(answering: boolean, reason?: unknown): void {
    if (this.#answering === answering) return
    // That the stream of events broke off, which was said then, does not tell why.
    if (!answering && this.#wasConnected === false)
      this.#log('warn', 'content: the lake does not answer', { error: faultOf(reason) })
    this.#answering = answering
    this.#report(reason)
    if (answering) this.#heard.restored()
    this.#scheduleProbe()
  }

  #report(reason?: unknown): void {
    if (this.connected === this.#wasConnected) return
    this.#wasConnected = this.connected
    if (this.connected) {
      this.#log('info', 'content: following the lake')
      this.#onceConnected()
    } else
      this.#log('warn', 'content: the lake cannot be reached, serving the last good content', {
        error: faultOf(reason ?? 'no answer yet'),
      })
  }

  /** A hung lake keeps its connections open and says nothing: only asking tells. */
  #scheduleProbe(): void {
    clearTimeout(this.#probeTimer)
    if (this.#stopped) return
    const inMs = this.#answering ? PROBE_MS : PROBE_WHILE_DOWN_MS
    this.#probeTimer = setTimeout(() => this.#probe(), inMs)
    this.#probeTimer.unref()
  }

  async #probe(): Promise<void> {
    clearTimeout(this.#probeTimer)
    const failure = await this.#lake.fetch(PROBE_QUERY, {}, 2 * BUDGET_MS).then(
      () => undefined,
      (error) => (isClientError(error) ? undefined : error),
    )
    const wasInDoubt = this.#inDoubt
    this.#inDoubt = false
    this.#setAnswering(failure === undefined, failure)
    if (wasInDoubt && this.#answering) this.#heard.doubtsEnded()
    this.#scheduleProbe()
  }
}
