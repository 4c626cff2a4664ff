import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { LiveEvent } from '@sanity/client'
import { BUDGET_MS, LakeConnection } from '#app/content/connection.server.ts'
import { type Answer, isClientError, type Lake, refusal } from '#app/content/lake.server.ts'
import type { LastGood } from '#app/content/last-good.server.ts'
import { faultOfNeeded, neededDocument } from '#app/content/required-documents.ts'
import { type Period, periodOf, SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { fitted, type LeftOut, saidOnce } from '#app/content/validate-result.server.ts'
import type { Log } from '#app/platform/log.ts'
import { currentRequestId } from '#app/platform/request-id.server.ts'

/** The lake gave no answer, or refused the query, and none is kept from before. */
export class LakeUnavailable extends Error {
  override name = 'LakeUnavailable'
  constructor(cause: unknown, query: string) {
    super(
      isClientError(cause)
        ? refused(refusal(cause, query))
        : 'The content lake cannot be reached, and this content was never read before',
      { cause },
    )
  }
}

const refused = ({ error, at }: { error: string; at?: string }) =>
  `The content lake refused a query${at ? ` (${at})` : ''}: ${error}`

/** Where there is nothing to fall back on, a lake that is slow but there gets more time. */
const FIRST_READ_BUDGET_MS = 3_000
/** Nobody waits for these, so they may take longer. */
const BACKGROUND_BUDGET_MS = 5_000
const WARM_CONCURRENCY = 4
/** Answers held in memory and on disk; far more than the addresses of a site. */
const MAX_ENTRIES = 20_000
/** What setTimeout can wait at most. */
const MAX_WAIT_MS = 2 ** 31 - 1

type Params = Record<string, unknown>
/** It and its result stay the same objects as long as the result says the same: by that a reading knows whether it holds. */
type Entry = Answer & { fresh: boolean; digest?: string }
/** `isOverdue`: somebody has waited for it in vain, and nobody else does who has the last good answer. */
type Flight = { entry: Promise<Entry>; eventsMeanwhile: LiveEvent[]; isOverdue: boolean }

/** Answers of one query that are read together, all as good as they get after so many changes. */
type List = { values: readonly string[]; changes: number; results: readonly unknown[] }

/** An answer as somebody read it, which can tell whether it is still the one that a reader would get now. */
export type Reading = {
  result: unknown
  /** Epoch ms, as it is now: where the answer stays the same at one date, that of the next. */
  readonly validUntil?: number | undefined
  isCurrent(): boolean
  /** Reads the answer anew where it may have changed, and keeps it. Rejects as `read` does. */
  renew(): Promise<unknown>
}

/**
 * Answers of the lake, kept until a live event names one of their tags. While the lake is down or hung the last good
 * answer is served at once; when it is back, everything is read anew. The answer of one that is merely slow counts
 * when it comes. A fetch that an event overtook is repeated, so an old value never comes back after a newer one was
 * published.
 */
export class ContentStore {
  readonly #connection: LakeConnection
  readonly #lastGood: LastGood
  readonly #log: Log
  readonly #sayLeftOut: (what: LeftOut) => void
  readonly #entries = new Map<string, Entry>()
  readonly #flights = new Map<string, Flight>()
  readonly #recorder = new AsyncLocalStorage<Reading[]>()
  readonly #subscribers = new Set<() => void>()
  readonly #lists = new Map<string, List>()
  /** How often something may have changed. */
  #changes = 0
  #dateTimer: NodeJS.Timeout | undefined
  #nextDate: number | undefined
  #stopped = false

  constructor({ lake, lastGood, log }: { lake: Lake; lastGood: LastGood; log: Log }) {
    this.#connection = new LakeConnection(lake, log, (event) => this.#onEvent(event))
    this.#lastGood = lastGood
    this.#log = log
    this.#sayLeftOut = saidOnce(log)
  }

  /** Live events arrive and the lake answers: what is kept as fresh is what is published. */
  get live(): boolean {
    return this.#connection.live
  }

  /** The lake answers. Without live events, what is kept as fresh is as old as the last poll. */
  get connected(): boolean {
    return this.#connection.connected
  }

  /** Reads what was kept on disk, then follows the lake. Resolves when it answered, or after a second without it. */
  async start(): Promise<void> {
    for (const [key, answer] of this.#lastGood.all()) this.#entries.set(key, { ...answer, fresh: false })
    await this.#connection.start()
  }

  /** Called after every change of what is kept as fresh; returns the way to stop it. */
  subscribe(onChange: () => void): () => void {
    this.#subscribers.add(onChange)
    return () => void this.#subscribers.delete(onChange)
  }

  /**
   * The result of a GROQ query over published documents. Waits for the lake only where nothing fresh is kept.
   * Throws LakeUnavailable when the lake doesn't answer, or refuses the query, and never answered it before.
   */
  async get(query: string, params: Params = {}): Promise<unknown> {
    const reading = await this.read(query, params)
    this.#recorder.getStore()?.push(reading)
    return reading.result
  }

  /** Runs `make` and writes down what it got, also where it asked somebody who asked here. */
  async recorded<T>(make: () => Promise<T>): Promise<{ made: T; readings: Reading[] }> {
    const readings: Reading[] = []
    return { made: await this.#recorder.run(readings, make), readings }
  }

  /** As `get`, for what is made of the result and kept: the reading tells when it has to be made anew. */
  async read(query: string, params: Params = {}): Promise<Reading> {
    const key = keyOf(query, params)
    const entry = await this.#entry(key, query, params, currentRequestId())
    return {
      result: entry.result,
      get validUntil() {
        return entry.validUntil
      },
      isCurrent: () => this.#entries.get(key) === entry && this.#isSettled(key, entry),
      renew: () => this.#entry(key, query, params),
    }
  }

  /**
   * What is published of a query, for each of many values of its parameter. An answer that can't be read anew within the time
   * that a visitor waits is the last good one; that of a value which is not asked for any more is forgotten. The same list as
   * long as nothing has changed.
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
      renew: () => this.getAll(query, name, this.#lists.get(query)?.values ?? values),
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
    const gone = before && before.values !== values && !this.#stopped ? missingIn(values, before.values) : []
    for (const value of gone) this.#forget(keyOf(query, { [name]: value }))
    const results = before && sameItems(before.results, found) ? before.results : found
    const list = { values, changes, results }
    // Somebody has waited in vain: until they are there nobody else does.
    if (isLate) void warming.then(() => this.#changed())
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
    this.connected && !this.#connection.inDoubt && this.#flights.get(key)?.isOverdue !== true

  /** Nothing better is to be had now. */
  #isSettled = (key: string, entry: Entry | undefined): boolean =>
    (entry !== undefined && isFresh(entry)) || !this.#isWorthWaiting(key)

  /** Reads in the background what is not fresh, so that it is there before somebody asks. */
  async warm(wanted: { query: string; params: Params }[]): Promise<void> {
    const open = [...wanted]
    const workers = Array.from({ length: WARM_CONCURRENCY }, async () => {
      for (let next = open.pop(); next && !this.#stopped && this.connected; next = open.pop()) {
        const { query, params } = next
        const key = keyOf(query, params)
        const entry = this.#entries.get(key)
        // Looked at when its turn comes: somebody may have asked for it meanwhile.
        if (entry && isFresh(entry)) continue
        await this.#refresh(key, query, params, BACKGROUND_BUDGET_MS).catch(() => {})
      }
    })
    await Promise.all(workers)
  }

  /** Forgets answers that no address of the site needs any more. */
  prune(wanted: { query: string; params: Params }[]): void {
    if (this.#stopped) return
    const keep = new Set(wanted.map(({ query, params }) => keyOf(query, params)))
    for (const key of this.#entries.keys()) if (!keep.has(key)) this.#forget(key)
  }

  #forget(key: string): void {
    this.#entries.delete(key)
    try {
      this.#lastGood.drop(key)
    } catch (error) {
      this.#log('warn', 'content: last good content could not be forgotten', { error: String(error) })
    }
  }

  stop(): void {
    this.#stopped = true
    this.#connection.stop()
    clearTimeout(this.#dateTimer)
    this.#lastGood.close()
  }

  /** One fetch per query at a time, whoever asks. */
  #refresh(key: string, query: string, params: Params, budgetMs: number, requestId?: string): Promise<Entry> {
    const flight = this.#flights.get(key) ?? this.#fly(key, query, params, budgetMs, requestId)
    return withBudget(flight.entry, budgetMs).catch((error) => {
      if (error instanceof OutOfTime && this.connected) {
        flight.isOverdue = true
        this.#connection.doubt()
      }
      throw error
    })
  }

  /** The answer of a slow lake counts when it comes, although the one who asked for it was given the last good one. */
  #fly(key: string, query: string, params: Params, budgetMs: number, requestId?: string): Flight {
    const eventsMeanwhile: LiveEvent[] = []
    const longestMs = this.connected ? Math.max(budgetMs, BACKGROUND_BUDGET_MS) : budgetMs
    const entry = this.#fetchUntilSettled({ eventsMeanwhile }, query, params, longestMs, requestId)
      .then((answer) => this.#keep(key, this.#orLastGood(key, query, params, answer)))
      .finally(() => {
        this.#flights.delete(key)
        if (flight.isOverdue) this.#changed()
      })
    const flight: Flight = { eventsMeanwhile, entry, isOverdue: false }
    this.#flights.set(key, flight)
    return flight
  }

  async #fetchUntilSettled(
    flight: Pick<Flight, 'eventsMeanwhile'>,
    query: string,
    params: Params,
    budgetMs: number,
    requestId: string | undefined,
  ): Promise<Answer> {
    const deadline = performance.now() + budgetMs
    const leftMs = () => Math.max(1, Math.ceil(deadline - performance.now()))
    for (;;) {
      flight.eventsMeanwhile.length = 0
      const period = query.includes('$now') ? await this.#period(leftMs()) : undefined
      const fetched = await this.#connection.fetch(
        query,
        period ? { ...params, now: period.now } : params,
        leftMs(),
        requestId,
      )
      const answer = { ...fetched, result: fitted(query, fetched.result, this.#sayLeftOut) }
      if (!flight.eventsMeanwhile.some((event) => touches(event, answer.tags)))
        return period
          ? { ...answer, validFrom: Date.parse(period.now), validUntil: period.validUntil }
          : answer
    }
  }

  /**
   * The time between two dates of documents that we are in; at its end what is kept is asked for anew. Never by dates
   * that may have changed: what is read by those would be kept as fresh, and nothing would end it at a new one.
   */
  async #period(budgetMs: number): Promise<Period> {
    const key = keyOf(SCHEDULE_QUERY, {})
    const known = this.#entries.get(key)
    const { result } = known?.fresh ? known : await this.#refresh(key, SCHEDULE_QUERY, {}, budgetMs)
    const period = periodOf(result, Date.now())
    if (period.validUntil !== this.#nextDate) {
      this.#nextDate = period.validUntil
      this.#awaitDate()
    }
    return period
  }

  #awaitDate(): void {
    clearTimeout(this.#dateTimer)
    const date = this.#nextDate
    if (date === undefined || this.#stopped) return
    const wait = date - Date.now()
    this.#dateTimer = setTimeout(
      () => (Date.now() < date ? this.#awaitDate() : this.#changed()),
      Math.min(Math.max(wait, 0), MAX_WAIT_MS),
    )
    this.#dateTimer.unref()
  }

  /** The answer; the last good one if a document that the site can't do without has become useless. */
  #orLastGood(key: string, query: string, params: Params, answer: Answer): Answer {
    const needed = neededDocument(query, params)
    const reason = needed && faultOfNeeded(needed, answer.result)
    if (!reason) return answer
    const before = this.#entries.get(key)?.result
    const serving = before ? 'the last good version' : 'defaults'
    this.#log('error', 'content: a needed document is useless', {
      document: needed.document,
      reason,
      serving,
    })
    return before ? { ...answer, result: before } : answer
  }

  /** Keeps an answer and returns what is kept: the same as before where its result is the same. */
  #keep(key: string, answer: Answer): Entry {
    const before = this.#entries.get(key)
    // Some answers are megabytes: put into words once, and compared by their digest.
    const json = jsonOf(answer)
    const fetched: Entry = { ...answer, fresh: this.connected, digest: digestOf(json) }
    if (!before && this.#entries.size >= MAX_ENTRIES) return fetched
    if (this.#stopped) return fetched
    if (before) before.digest ??= digestOf(jsonOf(before))
    const same = before !== undefined && before.digest === fetched.digest
    const tagsStay = before && sameItems(before.tags, fetched.tags)
    const entry = same
      ? Object.assign(before, { validUntil: undefined }, fetched, { result: before.result })
      : fetched
    this.#entries.set(key, entry)
    if (same && tagsStay) return entry
    try {
      this.#lastGood.keep(key, entry, json)
    } catch (error) {
      this.#log('warn', 'content: last good content could not be written', { error: String(error) })
    }
    return entry
  }

  #onEvent(event: LiveEvent): void {
    for (const flight of this.#flights.values()) flight.eventsMeanwhile.push(event)
    for (const entry of this.#entries.values()) if (touches(event, entry.tags)) entry.fresh = false
    this.#changed()
  }

  #changed(): void {
    this.#changes++
    for (const notify of this.#subscribers) notify()
  }
}

class OutOfTime extends Error {}

/** An event without tags speaks of everything; an answer without tags may depend on anything. */
const touches = (event: LiveEvent, tags: string[]): boolean =>
  event.type !== 'message' || tags.length === 0 || event.tags.some((tag) => tags.includes(tag))

/** A clock that is set back can lead to before an answer's time, too. */
const isFresh = ({ fresh, validFrom = 0, validUntil }: Entry): boolean =>
  fresh && Date.now() >= validFrom && (validUntil === undefined || Date.now() < validUntil)

const jsonOf = ({ result }: Answer): string => JSON.stringify(result ?? null)
const digestOf = (json: string): string => hash('sha1', json, 'base64url')

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

/** Those that were there and are not any more. */
function missingIn(now: readonly string[], before: readonly string[]): string[] {
  const there = new Set(now)
  return before.filter((value) => !there.has(value))
}

const keyOf = (query: string, params: Params): string => JSON.stringify({ query: hashOf(query), params })

/** The site's queries are a few dozen, and asked for a dozen times in each rendering. */
const hashes = new Map<string, string>()
function hashOf(query: string): string {
  const known = hashes.get(query) ?? hash('sha256', query, 'base64url')
  hashes.set(query, known)
  return known
}

function withBudget<T>(promise: Promise<T>, budgetMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime(`no answer within ${budgetMs} ms`)), budgetMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
