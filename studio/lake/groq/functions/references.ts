import type { Budget } from '../budget.ts'
import { isObject } from '../values.ts'

/** https://spec.groq.dev/#global_HasReferenceTo() */
export function hasReferenceTo(value: unknown, ids: Set<string>, budget: Budget): boolean {
  budget.step()
  if (Array.isArray(value)) return value.some((element) => hasReferenceTo(element, ids, budget))
  if (!isObject(value)) return false
  if (Object.hasOwn(value, '_ref')) return typeof value._ref === 'string' && ids.has(value._ref)
  for (const key in value) if (hasReferenceTo(value[key], ids, budget)) return true
  return false
}
