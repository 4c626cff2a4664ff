import { queryTimeout } from '#studio/lake/errors.ts'

/** A query took more steps than the caller would spend on it here. Not for users: run it where it may take longer. */
export class StepBudgetExceeded extends Error {
  override readonly name = 'StepBudgetExceeded'
}

export type Limits = {
  /** When to give up, in `performance.now()` of this thread, ms. */
  deadline?: number
  /** How many steps (elements looked at, values compared) may be taken; then StepBudgetExceeded is thrown. */
  stepBudget?: number
}

// A step costs some 50 ns, so that the clock is read about every 0.1 ms.
const STEPS_BETWEEN_LOOKS = 2000

/** Counts the steps of a query. Every loop over values takes a step for each, so that no query goes on for ever. */
export class Budget {
  readonly query: string
  readonly #deadline: number
  #unspent: number
  #left: number

  constructor(
    query: string,
    { deadline = Number.POSITIVE_INFINITY, stepBudget = Number.POSITIVE_INFINITY }: Limits,
  ) {
    this.query = query
    this.#deadline = deadline
    this.#unspent = stepBudget
    this.#left = Math.min(STEPS_BETWEEN_LOOKS, stepBudget)
    this.#unspent -= this.#left
  }

  step() {
    if (--this.#left < 0) this.#look()
  }
  /** Many steps at once, for what is done in one call: about a step for each value or 16 characters. */
  steps(count: number) {
    this.#left -= count
    if (this.#left < 0) this.#look()
  }

  #look() {
    const more = Math.min(STEPS_BETWEEN_LOOKS - this.#left, this.#unspent)
    this.#unspent -= more
    this.#left += more
    if (this.#left < 0) throw new StepBudgetExceeded('the query takes more steps than it was given')
    if (performance.now() > this.#deadline) throw queryTimeout(this.query)
  }
}
