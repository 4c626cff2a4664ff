import { chargeForComparison, partialCompare, totalCompare } from '../compare.ts'
import type { Compiler } from '../compiler.ts'
import { constantIn } from '../constant.ts'
import { type Origin, originWithin, TracedList, UNKNOWN } from '../origin.ts'
import { type Evaluate, type Runtime, Scope } from '../runtime.ts'
import type { NodeOf, Step } from '../syntax.ts'

type Ordering = { evaluate: Evaluate; descending: boolean }
type Ranked = { value: unknown; keys: unknown[]; origin: Origin }

/** https://spec.groq.dev/#sec-global-order-. Stable. `next` may need the first elements only. */
export function compileOrder(compiler: Compiler, node: NodeOf<'pipe'>, next?: Step): Evaluate {
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
    const needed = elementsFor(next, runtime)
    const ranked: Ranked[] = []
    let last: Ranked | undefined // of those needed so far
    for (let index = 0; index < values.length; index++) {
      runtime.budget.step()
      const value = values[index] ?? null
      const origin = tracing ? originWithin(from, index, value) : UNKNOWN
      const inner = new Scope(value, scope, origin)
      const item = { value, origin, keys: orderings.map(({ evaluate }) => evaluate(runtime, inner)) }
      if (last && compare(last, item) <= 0) continue
      ranked.push(item)
      if (ranked.length < 2 * needed) continue
      ranked.sort(compare).length = needed
      last = ranked.at(-1)
    }
    ranked.sort(compare)
    const list = new TracedList(tracing)
    for (const { value, origin } of ranked) list.add(value, origin)
    return list.result(runtime)
  }
}

/** Returns how many of the first elements a step needs at most. */
function elementsFor(step: Step | undefined, runtime: Runtime): number {
  const bounds =
    step?.type === 'slice' ? [step.left, step.right] : step?.type === 'bracket' ? [step.expr] : []
  const known = bounds.map((bound) => constantIn(runtime, bound))
  const isKnown = known.length > 0 && known.every((bound) => typeof bound === 'number' && bound >= 0)
  return isKnown ? Math.max(...(known as number[])) + 1 : Number.POSITIVE_INFINITY
}
