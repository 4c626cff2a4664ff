import type { Budget } from './budget.ts'
import { SpecialValue } from './values.ts'

// JSON.stringify takes a few milliseconds for this size.
const SMALL_SIZE = 50_000

/** JSON.stringify within a budget, because a short query can have a huge result: `*{"a": *{"b": *}}`. */
export function stringify(value: unknown, budget: Budget): string {
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof SpecialValue ||
    roomLeft(value, SMALL_SIZE) > 0
  ) {
    const text = JSON.stringify(value) ?? 'null'
    budget.steps(text.length / 64)
    return text
  }
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item, budget)).join(',')}]`
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${stringify(item, budget)}`)
  return `{${members.join(',')}}`
}

/** Returns about how many of `room` characters remain after a value. */
function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 5
  let left = room - 2
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left > 0; i++) left = roomLeft(value[i], left - 1)
    return left
  }
  for (const key in value) {
    left = roomLeft((value as Record<string, unknown>)[key], left - key.length - 4)
    if (left <= 0) break
  }
  return left
}
