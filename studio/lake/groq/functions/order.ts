import { chargeForComparison, partialCompare, totalCompare } from '../compare.ts'
import type { Compiler } from '../compiler.ts'
import { ArrayOrigin, type Origin, originWithin, UNKNOWN } from '../origin.ts'
import { type Evaluate, Scope } from '../runtime.ts'
import type { NodeOf } from '../syntax.ts'

type Ordering = { evaluate: Evaluate; descending: boolean }
type Ranked = { value: unknown; keys: unknown[]; origin: Origin }

/** https://spec.groq.dev/#sec-global-order-. Stable. `upperBound` limits the number of results. */
export function compileOrder(compiler: Compiler, node: NodeOf<'pipe'>, upperBound?: Evaluate): Evaluate {
  if (node.args.length === 0) compiler.fail('order() needs at least one argument', node)
  const base = compiler.expression(node.base)
  const orderings = node.args.map((arg): Ordering => {
    const [expr, descending] = arg.type === 'ordering' ? [arg.expr, arg.descending] : [arg, false]
    return { evaluate: compiler.forEach(expr), descending }
  })
  const { tracing, legacy } = compiler
  return (runtime, scope) => {
    const values = base(runtime, scope)
    if (!Array.isArray(values)) return legacy && values !== null ? [] : null
    const from = runtime.origin
    const compare = (a: Ranked, b: Ranked) => {
      runtime.budget.step()
      for (let i = 0; i < orderings.length; i++) {
        chargeForComparison(a.keys[i], b.keys[i], runtime.budget)
        const order = totalCompare(a.keys[i], b.keys[i])
        if (order === 0) continue
        // GROQ 0.1 keeps the order of types.
        const sameType = !legacy || partialCompare(a.keys[i], b.keys[i]) !== null
        return orderings[i]!.descending && sameType ? -order : order
      }
      return 0
    }
    const limit = upperBound ? (upperBound(runtime, scope) as number) : Number.POSITIVE_INFINITY
    const first = limit < values.length / 8 ? limit : undefined
    const ranked: Ranked[] = []
    for (let index = 0; index < values.length; index++) {
      runtime.budget.step()
      const value = values[index] ?? null
      const origin = tracing ? originWithin(from, index, value) : UNKNOWN
      const inner = new Scope(value, scope, origin)
      const item = { value, origin, keys: orderings.map(({ evaluate }) => evaluate(runtime, inner)) }
      if (first === undefined) ranked.push(item)
      else insertRanked(ranked, item, first, compare)
    }
    if (first === undefined) ranked.sort(compare)
    if (tracing) {
      const origins = new ArrayOrigin()
      for (const { origin } of ranked) origins.elements.push(origin)
      runtime.origin = origins
    }
    return ranked.map(({ value }) => value)
  }
}

/** Inserts an item into an ordered list of at most `limit` items. */
function insertRanked<T>(list: T[], item: T, limit: number, compare: (a: T, b: T) => number) {
  if (list.length >= limit && (limit === 0 || compare(list[list.length - 1]!, item) <= 0)) return
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(list[middle]!, item) <= 0) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, item)
  if (list.length > limit) list.pop()
}
