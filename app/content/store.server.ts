import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { LiveEvent } from '@sanity/client'
import { BUDGET_MS, LakeConnection } from '#app/content/connection.server.ts'
import { type Answer, isClientError, type Lake, refusal } from '#app/content/lake.server.ts'
import type { LastGood } from '#app/content/last-good.server.ts'
import { queryHash } from '#app/content/query-hash.server.ts'
import { requiredDocument, unusableReason } from '#app/content/required-documents.ts'
import { type Period, periodOf, SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { type InvalidValue, logInvalidOnce, validateResult } from '#app/content/validate-result.server.ts'
import type { Log } from '#app/platform/log.ts'
import { currentRequestId } from '#app/platform/request-id.server.ts'

/** The lake did not answer, or refused the query, and there is no cached answer. */
export class LakeUnavailable extends Error {
  override name = 'LakeUnavailable'
  constructor(cause: unknown, query: string) {
    super(
      isClientError(cause)
        ? `The content lake refused a query: ${refusal(cause, query).error}`
        : 'The content lake cannot be reached, and this content was never read before',
      { cause },
    )
  }
}

/** A slow lake gets more time when there is no cached answer. */
const FIRST_READ_BUDGET_MS = 3_000
const BACKGROUND_BUDGET_MS = 5_000
const WARM_CONCURRENCY = 4
const MAX_ENTRIES = 20_000
/** The maximum of setTimeout. */
const MAX_WAIT_MS = 2 ** 31 - 1

type Params = Record<string, unknown>
/** The entry and its result stay the same objects while the result is unchanged. */
type Entry = Answer & { fresh: boolean }
/** `isOverdue`: one visitor's wait has timed out. All others get the cached answer immediately. */
type Fetch = { entry: Promise<Entry>; events: LiveEvent[]; isOverdue: boolean }

/** The results of one query for many values. `changes` is the count of changes at that time. */
type List = { values: readonly string[]; changes: number; results: readonly unknown[] }

/** A query result that can be checked and refreshed later. */
export type Reading = {
  result: unknown
  /** Epoch ms of the next scheduled change. */
  readonly validUntil?: number | undefined
  isCurrent(): boolean
  /** Reads the result again if it may have changed. Rejects like `read`. */
  refresh(): Promise<unknown>
}

/**
 * Caches the lake's answers until a live event names one of their tags. While the lake is down, serves the last good
 * answers. Repeats a fetch during which an event arrived, so that an old value never replaces a newer one.
 */
export class ContentStore {
  readonly #connection: LakeConnection
  readonly #lastGood: LastGood
  readonly #log: Log
  readonly #logInvalid: (value: InvalidValue) => void
  readonly #entries = new Map<string, Entry>()
  readonly #fetches = new Map<string, Fetch>()
  readonly #recorder = new AsyncLocalStorage<Reading[]>()
  readonly #subscribers = new Set<() => void>()
  readonly #lists = new Map<string, List>()
  #changes = 0
  #dateTimer: NodeJS.Timeout | undefined
  #nextDate: number | undefined
  #stopped = false

  constructor({ lake, lastGood, log }: { lake: Lake; lastGood: LastGood; log: Log }) {
    this.#connection = new LakeConnection(lake, log, (event) => this.#onEvent(event))
    this.#lastGood = lastGood
    this.#log = log
    this.#logInvalid = logInvalidOnce(log)
  }

  /** Live events arrive and the lake answers: fresh entries are what is published. */
  get live(): boolean {
    return this.#connection.live
  }

  /** The lake answers. Without live events, fresh entries are as old as the last poll. */
  get connected(): boolean {
    return this.#connection.connected
  }

  /** Loads the answers on disk, then connects to the lake. Resolves when connected, or after a second. */
  async start(): Promise<void> {
    for (const [key, answer] of this.#lastGood.all()) this.#entries.set(key, { ...answer, fresh: false })
    await this.#connection.start()
  }

  /** Calls the listener after every change. Returns the unsubscribe function. */
  subscribe(onChange: () => void): () => void {
    this.#subscribers.add(onChange)
    return () => void this.#subscribers.delete(onChange)
  }

  /** Runs a GROQ query over published documents. Throws LakeUnavailable if there is no answer, new or cached. */
  async get(query: string, params: Params = {}): Promise<unknown> {
    const reading = await this.read(query, params)
    this.#recorder.getStore()?.push(reading)
    return reading.result
  }

  /** Runs `work` and records every result that it reads, also indirectly. */
  async record<T>(work: () => Promise<T>): Promise<{ value: T; readings: Reading[] }> {
    const readings: Reading[] = []
    return { value: await this.#recorder.run(readings, work), readings }
  }

  /** Like `get`, for callers that cache what they derive from the result. */
  async read(query: string, params: Params = {}): Promise<Reading> {
    const key = keyOf(query, params)
    const entry = await this.#entry(key, query, params, currentRequestId())
    return {
      result: entry.result,
      get validUntil() {
        return entry.validUntil
      },
      isCurrent: () => this.#entries.get(key) === entry && this.#isSettled(key, entry),
      refresh: () => this.#entry(key, query, params),
    }
  }

  /**
   * Runs a query for many values of its parameter. Uses the last good result where a new one takes longer than a visitor
   * waits. Returns the same array while nothing has changed.
   */
  async getAll(query: string, name: string, values: readonly string[]): Promise<readonly unknown[]> {
    const before = this.#lists.get(query)
    const isSame = before?.values === values && before.changes === this.#changes
    const { results } = isSame ? before : await this.#readList(query, name, values)
    this.#recorder.getStore()?.push({
      result: results,
      isCurrent: () => {
        const now = this.#lists.get(query)
        return now?.results === results && now.changes === this.#changes
      },
      refresh: () => this.getAll(query, name, this.#lists.get(query)?.values ?? values),
    })
    return results
  }

  async #readList(query: string, name: string, values: readonly string[]): Promise<List> {
    const changes = this.#changes
    const wanted = values.map((value) => ({ query, params: { [name]: value } }))
    const warming = this.warm(wanted)
    const isLate = await withBudget(warming, BUDGET_MS).then(
      () => false,
      () => true,
    )
    const keys = wanted.map(({ params }) => keyOf(query, params))
    const found = keys.flatMap((key) => this.#entries.get(key)?.result ?? [])
    const before = this.#lists.get(query)
    const removed =
      before && before.values !== values && !this.#stopped ? removedValues(values, before.values) : []
    for (const value of removed) this.#delete(keyOf(query, { [name]: value }))
    const results = before && sameItems(before.results, found) ? before.results : found
    const list = { values, changes, results }
    // Other visitors don't wait: they get the last good results until the new ones arrive.
    if (isLate) void warming.then(() => this.#notifyChange())
    if (isLate || keys.every((key) => this.#isSettled(key, this.#entries.get(key))))
      this.#lists.set(query, list)
    return list
  }

  async #entry(key: string, query: string, params: Params, requestId?: string): Promise<Entry> {
    const entry = this.#entries.get(key)
    if (entry && this.#isSettled(key, entry)) return entry
    const budgetMs = entry || !this.connected ? BUDGET_MS : FIRST_READ_BUDGET_MS
    try {
      return await this.#refresh(key, query, params, budgetMs, requestId)
    } catch (cause) {
      if (entry) return entry
      throw new LakeUnavailable(cause, query)
    }
  }

  #isWorthWaiting = (key: string): boolean =>
    this.connected && !this.#connection.isChecking && this.#fetches.get(key)?.isOverdue !== true

  /** True if waiting would not give a better answer. */
  #isSettled = (key: string, entry: Entry | undefined): boolean =>
    (entry !== undefined && isFresh(entry)) || !this.#isWorthWaiting(key)

  /** Reads in the background what is not fresh. */
  async warm(queries: { query: string; params: Params }[]): Promise<void> {
    const open = [...queries]
    const workers = Array.from({ length: WARM_CONCURRENCY }, async () => {
      for (let next = open.pop(); next && !this.#stopped && this.connected; next = open.pop()) {
        const { query, params } = next
        const key = keyOf(query, params)
        const entry = this.#entries.get(key)
        if (entry && isFresh(entry)) continue
        await this.#refresh(key, query, params, BACKGROUND_BUDGET_MS).catch(() => {})
      }
    })
    await Promise.all(workers)
  }

  /** Deletes the answers of all other queries. */
  prune(queries: { query: string; params: Params }[]): void {
    if (this.#stopped) return
    const keep = new Set(queries.map(({ query, params }) => keyOf(query, params)))
    for (const key of this.#entries.keys()) if (!keep.has(key)) this.#delete(key)
  }

  #delete(key: string): void {
    this.#entries.delete(key)
    try {
      this.#lastGood.delete(key)
    } catch (error) {
      this.#log('warn', 'content: last good content could not be deleted', { error: String(error) })
    }
  }

  stop(): void {
    this.#stopped = true
    this.#connection.stop()
    clearTimeout(this.#dateTimer)
    this.#lastGood.close()
  }

  /** One fetch per query at a time. */
  #refresh(key: string, query: string, params: Params, budgetMs: number, requestId?: string): Promise<Entry> {
    const fetch = this.#fetches.get(key) ?? this.#startFetch(key, query, params, budgetMs, requestId)
    return withBudget(fetch.entry, budgetMs).catch((error) => {
      if (error instanceof Timeout && this.connected) {
        fetch.isOverdue = true
        this.#connection.check()
      }
      throw error
    })
  }

  /** The fetch goes on after the visitor's wait has timed out. */
  #startFetch(key: string, query: string, params: Params, budgetMs: number, requestId?: string): Fetch {
    const events: LiveEvent[] = []
    const longestMs = this.connected ? Math.max(budgetMs, BACKGROUND_BUDGET_MS) : budgetMs
    const entry = this.#fetchCurrent(events, query, params, longestMs, requestId)
      .then((answer) => this.#store(key, this.#replaceIfUnusable(key, query, params, answer)))
      .finally(() => {
        this.#fetches.delete(key)
        if (fetch.isOverdue) this.#notifyChange()
      })
    const fetch: Fetch = { events, entry, isOverdue: false }
    this.#fetches.set(key, fetch)
    return fetch
  }

  /** Repeats the fetch until no event for its tags arrives meanwhile. */
  async #fetchCurrent(
    events: LiveEvent[],
    query: string,
    params: Params,
    budgetMs: number,
    requestId: string | undefined,
  ): Promise<Answer> {
    const deadline = performance.now() + budgetMs
    const leftMs = () => Math.max(1, Math.ceil(deadline - performance.now()))
    for (;;) {
      events.length = 0
      const period = query.includes('$now') ? await this.#period(leftMs()) : undefined
      const fetched = await this.#connection.fetch(
        query,
        period ? { ...params, now: period.now } : params,
        leftMs(),
        requestId,
      )
      const answer = { ...fetched, result: validateResult(query, fetched.result, this.#logInvalid) }
      if (!events.some((event) => affects(event, answer.tags)))
        return period
          ? { ...answer, validFrom: Date.parse(period.now), validUntil: period.validUntil }
          : answer
    }
  }

  /** The current period between two scheduled dates. Waits for a fresh schedule, because an old one may lack a date. */
  async #period(budgetMs: number): Promise<Period> {
    const key = keyOf(SCHEDULE_QUERY, {})
    const cached = this.#entries.get(key)
    const { result } = cached?.fresh ? cached : await this.#refresh(key, SCHEDULE_QUERY, {}, budgetMs)
    const period = periodOf(result, Date.now())
    if (period.validUntil !== this.#nextDate) {
      this.#nextDate = period.validUntil
      this.#scheduleNextDate()
    }
    return period
  }

  #scheduleNextDate(): void {
    clearTimeout(this.#dateTimer)
    const date = this.#nextDate
    if (date === undefined || this.#stopped) return
    const wait = date - Date.now()
    this.#dateTimer = setTimeout(
      () => (Date.now() < date ? this.#scheduleNextDate() : this.#notifyChange()),
      Math.min(Math.max(wait, 0), MAX_WAIT_MS),
    )
    this.#dateTimer.unref()
  }

  /** Replaces the answer by the last good one if a required document has become unusable. */
  #replaceIfUnusable(key: string, query: string, params: Params, answer: Answer): Answer {
    const required = requiredDocument(query, params)
    const reason = required && unusableReason(required, answer.result)
    if (!reason) return answer
    const before = this.#entries.get(key)?.result
    const serving = before ? 'the last good version' : 'defaults'
    this.#log('error', 'content: a required document is unusable', {
      document: required.document,
      reason,
      serving,
    })
    return before ? { ...answer, result: before } : answer
  }

  /** Stores an answer. Returns the previous entry if the result is unchanged. */
  #store(key: string, answer: Answer): Entry {
    const before = this.#entries.get(key)
    const fetched: Entry = { ...answer, fresh: this.connected }
    if (this.#stopped || (!before && this.#entries.size >= MAX_ENTRIES)) return fetched
    const isUnchanged = before !== undefined && isDeepStrictEqual(before.result, fetched.result)
    const hasSameTags = before && sameItems(before.tags, fetched.tags)
    const entry = isUnchanged
      ? Object.assign(before, { validUntil: undefined }, fetched, { result: before.result })
      : fetched
    this.#entries.set(key, entry)
    if (isUnchanged && hasSameTags) return entry
    try {
      this.#lastGood.save(key, entry)
    } catch (error) {
      this.#log('warn', 'content: last good content could not be written', { error: String(error) })
    }
    return entry
  }

  #onEvent(event: LiveEvent): void {
    for (const fetch of this.#fetches.values()) fetch.events.push(event)
    for (const entry of this.#entries.values()) if (affects(event, entry.tags)) entry.fresh = false
    this.#notifyChange()
  }

  #notifyChange(): void {
    this.#changes++
    for (const notify of this.#subscribers) notify()
  }
}

class Timeout extends Error {}

/** Only messages name tags. Any other event affects every answer. */
const affects = (event: LiveEvent, tags: string[]): boolean =>
  event.type !== 'message' || tags.length === 0 || event.tags.some((tag) => tags.includes(tag))

/** `validFrom` matters if the clock is set back. */
const isFresh = ({ fresh, validFrom = 0, validUntil }: Entry): boolean =>
  fresh && Date.now() >= validFrom && (validUntil === undefined || Date.now() < validUntil)

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

function removedValues(now: readonly string[], before: readonly string[]): string[] {
  const present = new Set(now)
  return before.filter((value) => !present.has(value))
}

const keyOf = (query: string, params: Params): string => JSON.stringify({ query: queryHash(query), params })

function withBudget<T>(promise: Promise<T>, budgetMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(`no answer within ${budgetMs} ms`)), budgetMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
