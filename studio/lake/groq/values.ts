import type { Budget } from './budget.ts'

/** GROQ values that JSON does not have. https://spec.groq.dev/#sec-Data-types */
export abstract class SpecialValue {
  abstract toJSON(): unknown
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

export class DateTime extends SpecialValue {
  /** Milliseconds since 1970, UTC. */
  readonly time: number
  constructor(time: number) {
    super()
    this.time = time
  }
  /** Null for an invalid RFC 3339 time. */
  static parse(text: string): DateTime | null {
    const [all, year, month, day, hour] = RFC3339.exec(text) ?? []
    // Date.parse accepts 24:00 and the 31st of any month.
    if (!all || hour === '24') return null
    if (+day! > new Date(Date.UTC(+year! || 4, +month!, 0)).getUTCDate()) return null
    const time = Date.parse(text)
    return Number.isNaN(time) ? null : new DateTime(time)
  }
  /** Null if the result is out of range. */
  plus(seconds: number): DateTime | null {
    const time = Math.round(this.time + seconds * 1000)
    return Math.abs(time) <= 8.64e15 ? new DateTime(time) : null
  }
  override toString() {
    return new Date(this.time).toISOString().replace('.000Z', 'Z')
  }
  toJSON() {
    return this.toString()
  }
}

/** `path("a.*")`: `*` matches one segment of an id, `**` one or more. */
export class Path extends SpecialValue {
  readonly pattern: string
  readonly #segments: string[]
  constructor(pattern: string) {
    super()
    this.pattern = pattern
    this.#segments = pattern.split('.')
  }
  /** Not a regular expression, which could take exponential time. */
  matches(id: string, budget: Budget): boolean {
    const pattern = this.#segments
    budget.steps(id.length / 64)
    const segments = id.split('.')
    let at = 0
    let next = 0
    /** The position after the last `**`, for backtracking. */
    let retry: { at: number; next: number } | undefined
    while (at < segments.length) {
      if (pattern[next] === '**') retry = { at: ++at, next: ++next }
      else if (pattern[next] === segments[at] || (pattern[next] === '*' && segments[at] !== '')) {
        at++
        next++
      } else if (retry) {
        budget.steps(1 + at - retry.at)
        at = ++retry.at
        next = retry.next
      } else return false
    }
    return next === pattern.length
  }
  toJSON() {
    return this.pattern
  }
}

export class Pair extends SpecialValue {
  readonly left: unknown
  readonly right: unknown
  constructor(left: unknown, right: unknown) {
    super()
    this.left = left
    this.right = right
  }
  toJSON() {
    return this.join(' => ')
  }
  protected join(sign: string) {
    return JSON.stringify(this.left) + sign + JSON.stringify(this.right)
  }
}

export class Range extends Pair {
  readonly inclusive: boolean
  constructor(left: unknown, right: unknown, inclusive: boolean) {
    super(left, right)
    this.inclusive = inclusive
  }
  override toJSON() {
    return this.join(this.inclusive ? '..' : '...')
  }
}

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SpecialValue)

/** Returns the attribute of an object, or null. */
export function attributeOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

/** Sets an attribute, even if it is `__proto__`. */
export function setAttribute(object: JsonObject, name: string, value: unknown) {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  else object[name] = value
}

/** https://spec.groq.dev/#sec-Number: NaN and the infinities are null. */
export const finiteOrNull = (value: number) => (Number.isFinite(value) ? value : null)
