import { queryTimeout, queryTooLarge } from '../errors.ts'

/** The query took more steps than allowed on this thread. */
export class StepBudgetExceeded extends Error {
  override readonly name = 'StepBudgetExceeded'
}

export type Limits = {
  /** The deadline in performance.now(), ms. */
  deadline?: number
  stepBudget?: number
}

// A step takes about 50 ns.
const STEPS_BETWEEN_CHECKS = 2000
// A query could double a text again and again.
const MAX_CHARACTERS = 16 * 1024 * 1024

/** Counts the steps of a query, so that every query ends. */
export class Budget {
  readonly query: string
  readonly #deadline: number
  #reserve: number
  #left: number

  constructor(
    query: string,
    { deadline = Number.POSITIVE_INFINITY, stepBudget = Number.POSITIVE_INFINITY }: Limits,
  ) {
    this.query = query
    this.#deadline = deadline
    this.#reserve = stepBudget
    this.#left = Math.min(STEPS_BETWEEN_CHECKS, stepBudget)
    this.#reserve -= this.#left
  }

  step() {
    if (--this.#left < 0) this.#check()
  }
  /** Counts many steps: about one per value or 16 characters. */
  steps(count: number) {
    this.#left -= count
    if (this.#left < 0) this.#check()
  }
  /** Counts the steps for a new text. Throws queryTooLarge if it is too long. */
  text(length: number) {
    if (length > MAX_CHARACTERS) throw queryTooLarge(this.query)
    this.steps(length / 256)
  }

  #check() {
    const more = Math.min(STEPS_BETWEEN_CHECKS - this.#left, this.#reserve)
    this.#reserve -= more
    this.#left += more
    if (this.#left < 0) throw new StepBudgetExceeded('the query exceeds its step budget')
    if (performance.now() > this.#deadline) throw queryTimeout(this.query)
  }
}
