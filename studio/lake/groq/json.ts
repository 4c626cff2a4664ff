import type { Budget } from './budget.ts'

/** JSON.stringify within a budget, because a short query can have a huge result: `*{"a": *{"b": *}}`. */
export function stringify(value: unknown, budget: Budget): string {
  const count = (_: string, item: unknown) => {
    budget.steps(typeof item === 'string' ? item.length / 64 : 0.1)
    return item
  }
  return JSON.stringify(value, count) ?? 'null'
}
