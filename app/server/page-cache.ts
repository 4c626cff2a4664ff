import { Bounded } from '#app/server/bounded.ts'
import { Page, type Rendered } from '#app/server/page.ts'

/** An answer that is for one moment only: a redirect, an error, or what says that nobody may keep it. */
export type Passing = Rendered

/** Where a page is found: its address, and what it shows of the visitor. */
export type Address = {
  /** Path with the query that counts. */
  path: string
  /** Slug of the chosen plan. */
  plan: string | null
}

export type PageCacheParts = {
  render(address: Address, requestId: string): Promise<Rendered>
  /** Called with a path whose answer is another one than before. */
  onReplaced?: (path: string) => void
  /** Called with a path that is no longer followed, since others needed its room. */
  onEvicted?: (path: string) => void
  /** Called with a page that has stayed for a while, in the background; nothing waits for it. */
  onSettled?: (page: Page) => Promise<void>
  maxBytes?: number
  /** Pages that change again within this time are not worth compressing harder. */
  quietMs?: number
  /** So many changes within a second are a storm. */
  stormChanges?: number
}

/** Room for some 7,000 pages; what isn't asked for takes none. */
const MAX_BYTES = 96 * 1024 * 1024
/** Anybody can make up addresses: their answers have a room of their own. */
const MISSING_SHARE = 1 / 32
/** A page whose readings were overtaken this often while it was made is served once, and not kept. */
const MAX_ATTEMPTS = 4
const QUIET_MS = 2_000
/**
 * A publish is seen at once. In a storm, when more than so many came within a second, each page is made once in this time,
 * and not for each of them anew while visitors wait.
 */
const JUST_READ_MS = 250
const STORM_CHANGES = 10
const STORM_MS = 1_000
/** Visitors who ask right after a publish come first. In a storm of publishes one sweep does for all of a second. */
const SWEEP_DELAY_MS = 150
const MAX_SWEEP_DELAY_MS = 1_000

/**
 * Finished pages by address. One is served as long as everything that it was made of holds, which is asked at each hit:
 * no missed event can bring an old page back. One that doesn't hold (and, in a storm of publishes, wasn't just made) is
 * made anew, once, however many wait for it.
 */
export class PageCache {
  readonly #parts: PageCacheParts
  readonly #pages: Bounded<Page>
  readonly #missing: Bounded<Page>
  readonly #flights = new Map<string, Promise<Page | Passing>>()
  readonly #unimproved = new Map<string, { page: Page; since: number }>()
  #improving: NodeJS.Timeout | undefined
  #sweepTimer: NodeJS.Timeout | undefined
  #sweep: Promise<void> | undefined
  readonly #stormChanges: number
  /** When the last changes came, at most so many of them. */
  readonly #changes: number[] = []
  /** When the first change came that no sweep has followed. */
  #changedSince: number | undefined
  #stopped = false

  constructor(parts: PageCacheParts) {
    this.#parts = parts
    this.#stormChanges = parts.stormChanges ?? STORM_CHANGES
    const maxBytes = parts.maxBytes ?? MAX_BYTES
    this.#pages = new Bounded(maxBytes, (key) => {
      this.#unimproved.delete(key)
      parts.onEvicted?.(pathOf(key))
    })
    this.#missing = new Bounded(maxBytes * MISSING_SHARE)
  }

  get bytes(): number {
    return this.#pages.bytes + this.#missing.bytes
  }

  get size(): number {
    return this.#pages.size + this.#missing.size
  }

  /** A page that can be sent at once. */
  peek(address: Address): Page | undefined {
    const key = keyOf(address)
    const page = this.#pages.get(key) ?? this.#missing.get(key)
    return page && this.#mayServe(page) ? page : undefined
  }

  /** What is kept, without counting as a use. */
  #peek(key: string): Page | undefined {
    return this.#pages.peek(key) ?? this.#missing.peek(key)
  }

  #drop(key: string): void {
    this.#pages.delete(key)
    this.#missing.delete(key)
  }

  /** Whether an address is known not to depend on the chosen plan. */
  isSameForAll(path: string): boolean {
    const page = this.#peek(keyOf({ path, plan: null }))
    return page !== undefined && !page.variesByPlan && page.isCurrent()
  }

  /**
   * The page at an address: as it is now, or as it became while it was made. One who asked after a change never gets what
   * was read before it. Rejects as rendering does.
   */
  async get(address: Address, requestId: string): Promise<Page | Passing> {
    const key = keyOf(address)
    const found = this.peek(address)
    if (found) return found
    const running = this.#flights.get(key)
    if (running) {
      const made = await running
      if (holds(made)) return made
      // It was begun before we asked. Whatever runs now was not.
      const next = this.peek(address)
      if (next) return next
    }
    return this.#fly(key, address, requestId)
  }

  #fly(key: string, address: Address, requestId: string): Promise<Page | Passing> {
    const running = this.#flights.get(key)
    if (running) return running
    const flight = this.#make(key, address, requestId).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  /** Something may have changed: makes the touched pages anew, those used last first, before a visitor asks. */
  changed(): void {
    this.#changes.push(performance.now())
    if (this.#changes.length > this.#stormChanges) this.#changes.shift()
    this.#sweepSoon()
  }

  #sweepSoon(): void {
    const now = performance.now()
    this.#changedSince ??= now
    if (this.#sweep) return
    clearTimeout(this.#sweepTimer)
    const atLatest = this.#changedSince + MAX_SWEEP_DELAY_MS - now
    this.#sweepTimer = setTimeout(
      () => {
        this.#sweep = this.#renewTouched().finally(() => {
          this.#sweep = undefined
          if (this.#changedSince !== undefined) this.#sweepSoon()
        })
      },
      Math.max(0, Math.min(SWEEP_DELAY_MS, atLatest)),
    )
  }

  #mayServe(page: Page): boolean {
    if (page.isCurrent()) return true
    const [first = 0] = this.#changes
    const now = performance.now()
    const isStorm = this.#changes.length === this.#stormChanges && now - first < STORM_MS
    return isStorm && now - page.readAt < JUST_READ_MS
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#sweepTimer)
    clearTimeout(this.#improving)
  }

  async #make(key: string, address: Address, requestId: string): Promise<Page | Passing> {
    const old = this.#peek(key)
    if (old) {
      // What has not changed need not be rendered again.
      await old.renew().catch(() => {})
      if (old.isCurrent()) return old
    }
    for (let attempt = 1; ; attempt++) {
      const readAt = performance.now()
      const rendered = await this.#parts.render(address, requestId)
      if (!mayBeKept(rendered, address)) {
        if (old && rendered.status < 500) this.#forget(key, address.path)
        return rendered
      }
      const isOfOneMoment = holds(rendered)
      const page = await Page.of(rendered, { plan: address.plan, readAt })
      if (this.#mayServe(page)) {
        this.#keep(key, address.path, page)
        return page
      }
      // Overtaken while it was compressed, it is right for those who have waited for it, and for nobody else.
      if (isOfOneMoment || attempt === MAX_ATTEMPTS) return page.onlyForThoseWhoWait()
    }
  }

  #keep(askedFor: string, path: string, page: Page): void {
    const key = page.variesByPlan ? askedFor : keyOf({ path, plan: null })
    const old = this.#peek(key)
    this.#drop(askedFor) // it may have shown the plan until now
    this.#drop(key)
    const room = page.status === 200 ? this.#pages : this.#missing
    room.set(key, page)
    page.onGrown = () => room.resize(key, page, page.weight())
    if (old && (old.hash !== page.hash || old.status !== page.status)) this.#parts.onReplaced?.(path)
    if (page.status === 200) this.#improveLater(key, page)
  }

  #forget(key: string, path: string): void {
    this.#drop(key)
    this.#parts.onReplaced?.(path)
  }

  async #renewTouched(): Promise<void> {
    this.#changedSince = undefined
    for (const [key] of this.#pages.entries()) {
      if (this.#stopped) return
      if (this.#pages.peek(key)?.isCurrent() !== false) continue
      // A page that fails to render now says so to the visitor who asks.
      await this.#fly(key, addressOf(key), 'background').catch(() => {})
    }
  }

  #improveLater(key: string, page: Page): void {
    this.#unimproved.delete(key)
    this.#unimproved.set(key, { page, since: performance.now() })
    this.#scheduleImproving()
  }

  /** One at a time: it is work for seconds, and nobody waits for it. */
  #scheduleImproving(): void {
    const [next] = this.#unimproved.values()
    if (!next || this.#improving || this.#stopped) return
    const inMs = next.since + (this.#parts.quietMs ?? QUIET_MS) - performance.now()
    this.#improving = setTimeout(
      async () => {
        const [first] = this.#unimproved
        if (first) await this.#improve(...first).catch(() => {}) // no room to work in: it stays as it is
        this.#improving = undefined
        this.#scheduleImproving()
      },
      Math.max(0, inMs),
    )
    this.#improving.unref()
  }

  async #improve(key: string, { page, since }: { page: Page; since: number }): Promise<void> {
    if (since + (this.#parts.quietMs ?? QUIET_MS) > performance.now() + 1) return
    this.#unimproved.delete(key)
    if (this.#pages.peek(key) !== page) return
    // In doubt since a change, it may turn out to hold: then it stays.
    if (!page.isCurrent()) return this.#improveLater(key, page)
    await page.improve()
    this.#pages.resize(key, page, page.weight())
    this.#parts.onSettled?.(page).catch(() => {}) // no room to work in
  }
}

/** Nothing that it was made of has changed. */
const holds = (made: Page | Rendered): boolean =>
  made instanceof Page ? made.isCurrent() : made.readings.every((reading) => reading.isCurrent())

/** Paths hold no line feeds. */
const keyOf = ({ path, plan }: Address): string => (plan === null ? path : `${path}\n${plan}`)
const pathOf = (key: string): string => addressOf(key).path
function addressOf(key: string): Address {
  const [path = '', plan = null] = key.split('\n')
  return { path, plan }
}

/** 200 and 404, unless the answer says that nobody may keep it: but what it shows of a plan is in its key. */
function mayBeKept({ status, headers }: Rendered, { plan }: Address): boolean {
  if ((status !== 200 && status !== 404) || headers.has('Set-Cookie')) return false
  const isOfPlan = plan !== null && /\bcookie\b/i.test(headers.get('Vary') ?? '')
  return isOfPlan || !/\bno-store\b/.test(headers.get('Cache-Control') ?? '')
}
