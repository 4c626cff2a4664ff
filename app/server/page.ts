import type { Reading } from '#app/content/store.server.ts'
import { pageHeaders } from '#app/server/cache-headers.ts'
import type { Coding } from '#app/server/coding.ts'
import { Compressed } from '#app/server/compressed.ts'
import { type Representation, representation } from '#app/server/representation.ts'

/** What was read for a page besides content. */
export type Dependency = Pick<Reading, 'isCurrent' | 'validUntil'> & Partial<Pick<Reading, 'renew'>>

export type Rendered = {
  status: number
  headers: Headers
  body: Buffer
  /** Everything that the page was made of. */
  readings: Dependency[]
}

type Shown = {
  /** Slug of the chosen plan that it was rendered with. */
  plan: string | null
  /** When the first was read of what it was made of (`performance.now()`). */
  readAt: number
}

/** A finished page or data answer: bytes in every coding, with what they were made of. */
export class Page {
  readonly status: number
  /** The page shows which plan was chosen. */
  readonly variesByPlan: boolean
  /** It shows a choice of one visitor's. */
  readonly isPersonal: boolean
  /** HTML, and not data, a sitemap, a feed. */
  readonly isDocument: boolean
  readonly hash: string
  readonly readAt: number
  readonly #text: Compressed
  readonly #readings: Dependency[]
  readonly #headers: Record<string, string>
  #mayBeShared: boolean
  #finished: Partial<Record<Coding, Representation>> = {}
  /** Kept by the cache (app/server/bounded.ts). */
  bytes: number
  /** Called when it takes more memory than before. */
  onGrown: () => void = () => {}

  private constructor({ status, headers, readings }: Rendered, text: Compressed, { plan, readAt }: Shown) {
    this.status = status
    this.variesByPlan = /\bcookie\b/i.test(headers.get('Vary') ?? '')
    this.isPersonal = this.variesByPlan && plan !== null
    this.isDocument = headers.get('Content-Type')?.startsWith('text/html') === true
    this.hash = text.hash
    this.readAt = readAt
    this.#text = text
    this.#readings = readings
    this.#headers = pageHeaders(headers, this)
    this.#mayBeShared = status === 200 && !this.isPersonal
    this.bytes = this.weight()
  }

  static async of(rendered: Rendered, shown: Shown): Promise<Page> {
    return new Page(rendered, await Compressed.of(rendered.body), shown)
  }

  /** A cache on the way may keep it for others. */
  get mayBeShared(): boolean {
    return this.#mayBeShared
  }

  /** Epoch ms at which something on it ends or begins; Infinity for most. Where it stays the same at one date, the next one. */
  get validUntil(): number {
    let first = Number.POSITIVE_INFINITY
    for (const { validUntil = first } of this.#readings) first = Math.min(first, validUntil)
    return first
  }

  /** Nothing that it was made of has changed. */
  isCurrent(): boolean {
    return this.#readings.every((reading) => reading.isCurrent())
  }

  /** Reads anew what may have changed. */
  async renew(): Promise<void> {
    await Promise.all(this.#readings.map((reading) => reading.renew?.()))
  }

  /** It has been overtaken: no cache on the way may keep it either. */
  onlyForThoseWhoWait(): this {
    this.#mayBeShared = false
    return this
  }

  /** What is sent to a client that takes a coding. */
  in(coding: Coding): Representation | Promise<Representation> {
    return this.#finished[coding] ?? this.#finish(coding)
  }

  async improve(): Promise<void> {
    await this.#text.improve()
    this.#finished = {}
  }

  weight(): number {
    return this.#text.bytes + OVERHEAD_BYTES
  }

  async #finish(coding: Coding): Promise<Representation> {
    const { body, etag } = await this.#text.in(coding)
    if (coding === 'gzip') this.onGrown()
    const finished = representation({
      status: this.status,
      // Conditions are for what is there (RFC 9110, 13.2.1).
      etag: this.status === 200 ? etag : undefined,
      headers: { ...this.#headers, 'Content-Encoding': coding === 'identity' ? undefined : coding },
      body,
    })
    // The text itself is rarely asked for, and five times as large.
    if (coding !== 'identity') this.#finished[coding] = finished
    return finished
  }
}

/** Headers, readings, keys: what a page takes besides its bytes. */
const OVERHEAD_BYTES = 4_096
