/** So many time-outs in a row open the breaker. */
const TIMEOUTS_TO_OPEN = 5
/** While it is open one real call is tried this often. */
const TRIAL_INTERVAL_MS = 5_000

/**
 * Counts one call's time-outs, and nothing else: a host that refuses or answers 500 is quick about it and needs no sparing.
 * Who asks `allowed` decides whether to heed it; a visitor's own post never does.
 */
export class Breaker {
  #timeouts = 0
  #lastTrial = 0

  get open(): boolean {
    return this.#timeouts >= TIMEOUTS_TO_OPEN
  }

  /** Whether a read that can wait should be made now. */
  allowed(): boolean {
    return !this.open || performance.now() - this.#lastTrial >= TRIAL_INTERVAL_MS
  }

  started(): void {
    this.#lastTrial = performance.now()
  }

  /** Returns true when this ending changed the state. */
  ended(timedOut: boolean): boolean {
    const before = this.open
    this.#timeouts = timedOut ? this.#timeouts + 1 : 0
    return this.open !== before
  }
}
