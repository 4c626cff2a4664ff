import type { Budget } from './budget.ts'
import { DateTime, Path } from './values.ts'

const LONG_TEXT = 256
/** GROQ 0.1 sorts "a" before "A", except in the filters of documents. */
const collator = new Intl.Collator('en')

/** The operators that compare an order with 0. */
export const COMPARISONS = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
}

/** https://spec.groq.dev/#PartialCompare(): null if the values are not comparable. */
export function partialCompare(a: unknown, b: unknown): number | null {
  if (typeof a !== typeof b) return null
  switch (typeof a) {
    case 'number':
    case 'boolean':
      return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
    case 'string':
      return compareStrings(a, b as string)
    default:
      return a instanceof DateTime && b instanceof DateTime ? a.time - b.time : null
  }
}

/** Compares as GROQ 0.1: texts by collation. */
export function collatedCompare(a: unknown, b: unknown): number | null {
  return typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : partialCompare(a, b)
}

/** Counts steps for the comparison of long texts. */
export function chargeForComparison(a: unknown, b: unknown, budget: Budget) {
  if (typeof a === 'string' && typeof b === 'string' && a.length > LONG_TEXT && b.length > LONG_TEXT)
    budget.steps(Math.min(a.length, b.length) / 64)
}

/** https://spec.groq.dev/#Equal(); a missing value counts as null. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a instanceof DateTime) return b instanceof DateTime && a.time === b.time
  if (a instanceof Path) return b instanceof Path && a.pattern === b.pattern
  return a === b && (typeof a !== 'object' || a === null)
}

function typeOrder(value: unknown): number {
  if (value instanceof DateTime) return 1
  switch (typeof value) {
    case 'number':
      return 2
    case 'string':
      return 3
    case 'boolean':
      return 4
    default:
      return 5
  }
}

/** https://spec.groq.dev/#TotalCompare() */
export function totalCompare(a: unknown, b: unknown): number {
  return partialCompare(a, b) ?? typeOrder(a) - typeOrder(b)
}

/** Compares by code point, because UTF-16 would sort emoji before U+E000. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (x >= 0xd800 && y >= 0xd800) {
      const xSurrogate = x <= 0xdfff
      if (xSurrogate !== y <= 0xdfff) return xSurrogate ? 1 : -1
    }
    return x < y ? -1 : 1
  }
  return a.length - b.length
}
