import { Bounded } from '#app/server/bounded.ts'
import { brotli, type Coding, gzipped, unbrotli } from '#app/server/coding.ts'
import { contentTag } from '#app/server/representation.ts'

type Made = { body: Buffer; how: number }

/** Texts that were asked for as they are, of all pages together: unpacking each time takes fresh memory each time. */
const UNPACKED_BYTES = 2 * 1024 * 1024
const unpacked = new Bounded<{ body: Buffer; bytes: number }>(UNPACKED_BYTES)

/**
 * A text in every coding. It is kept compressed: brotli 5 from the start, gzip once somebody asks for it, what is there as
 * small as it gets after `improve`. The text itself is unpacked when somebody wants it, and stays for a while.
 */
export class Compressed {
  /** Of the text; the same in every coding. */
  readonly hash: string
  #br: Made
  #gzip: Made | undefined
  #gzipping: Promise<Made> | undefined

  private constructor(hash: string, br: Made) {
    this.hash = hash
    this.#br = br
  }

  static async of(text: Buffer): Promise<Compressed> {
    return new Compressed(contentTag(text), { body: await brotli(text, 5), how: 5 })
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#br.body.length + (this.#gzip?.body.length ?? 0)
  }

  /** The bytes in a coding, and a strong ETag of just these bytes. */
  async in(coding: Coding): Promise<{ body: Buffer; etag: string }> {
    const { body, how } = coding === 'br' ? this.#br : coding === 'gzip' ? await this.#zip() : this.#text()
    return { body, etag: `"${this.hash}.${coding}.${how}"` }
  }

  /** Compresses as far as it goes, which takes long: for texts that stay. */
  async improve(): Promise<void> {
    const text = unbrotli(this.#br.body)
    this.#br = { body: await brotli(text, 11), how: 11 }
    if (this.#gzip) this.#gzip = { body: await gzipped(text, 9), how: 9 }
  }

  #text(): Made {
    const body = unpacked.get(this.hash)?.body ?? unbrotli(this.#br.body)
    unpacked.set(this.hash, { body, bytes: body.length })
    return { body, how: 0 }
  }

  /** Made once, however many ask; the next one asks again where it failed. */
  async #zip(): Promise<Made> {
    if (this.#gzip) return this.#gzip
    this.#gzipping ??= gzipped(unbrotli(this.#br.body), 6)
      .then((body) => ({ body, how: 6 }))
      .finally(() => {
        this.#gzipping = undefined
      })
    this.#gzip = await this.#gzipping
    return this.#gzip
  }
}
