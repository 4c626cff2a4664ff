import { describeError, type Log } from '#app/platform/log.ts'

/** Cloudflare accepts 30 addresses per request; others accept more. */
const BATCH = 30
/** Above this number, purging everything is faster. */
const MAX_PENDING = 1_000
const COLLECT_MS = 50
const RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
const TIMEOUT_MS = 10_000

type Options = { url: string; token?: string; siteUrl: string; log: Log; retryMs?: number }

/** Purges changed addresses from the CDN, like Cloudflare's purge_cache API, and retries until it confirms. */
export class CdnPurge {
  readonly #options: Options
  readonly #pending = new Set<string>()
  #everything = false
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** The page changed, or left the page cache. */
  changed(path: string): void {
    this.#pending.add(path)
    if (this.#pending.size > MAX_PENDING) this.#everything = true
    this.#schedule(COLLECT_MS)
  }

  everything(): void {
    this.#everything = true
    this.#schedule(COLLECT_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule(inMs: number): void {
    if (this.#timer || this.#stopped) return
    this.#timer = setTimeout(() => this.#run(), inMs)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    const everything = this.#everything
    const paths = everything ? [...this.#pending] : [...this.#pending].slice(0, BATCH)
    const files = paths.map((path) => this.#options.siteUrl + path)
    // Paths that change during the request are queued again.
    for (const path of paths) this.#pending.delete(path)
    this.#everything = false
    try {
      await this.#post(everything ? { purge_everything: true } : { files })
      this.#failures = 0
      this.#options.log('info', 'cdn: purged', everything ? { everything } : { files })
    } catch (error) {
      this.#failures++
      this.#everything ||= everything
      for (const path of paths) this.#pending.add(path)
      this.#options.log('warn', 'cdn: a purge failed and is repeated', {
        error: describeError(error),
        failures: this.#failures,
        addresses: files.length,
      })
    }
    this.#timer = undefined
    if (!this.#everything && this.#pending.size === 0) return
    const backoff = Math.min(MAX_RETRY_MS, (this.#options.retryMs ?? RETRY_MS) * 2 ** (this.#failures - 1))
    this.#schedule(this.#failures > 0 ? backoff : 0)
  }

  async #post(body: object): Promise<void> {
    const { url, token } = this.#options
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the CDN answered ${answer.status}`)
  }
}
