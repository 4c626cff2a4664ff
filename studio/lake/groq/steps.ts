import type { Compiler } from './compiler.ts'
import { constantIn } from './constant.ts'
import { DOCUMENTS, originWithin, TracedList } from './origin.ts'
import { Scope, type Traverse } from './runtime.ts'
import type { Node, Span, Step } from './syntax.ts'
import { attributeOf, isObject } from './values.ts'

/** https://spec.groq.dev/#EvaluateFilter() */
export function compileFilter(compiler: Compiler, expr: Node): Traverse {
  const matches = compiler.forEach(expr)
  const { tracing } = compiler
  return (runtime, base, scope) => {
    if (!Array.isArray(base)) return base
    const from = runtime.origin
    const list = new TracedList(tracing && from !== DOCUMENTS)
    for (let i = 0; i < base.length; i++) {
      runtime.budget.step()
      const value = base[i] ?? null
      const origin = tracing ? originWithin(from, i, value) : from
      if (matches(runtime, new Scope(value, scope, origin)) === true) list.add(value, origin)
    }
    runtime.origin = from
    return list.result(runtime)
  }
}

/** https://spec.groq.dev/#EvaluateProjection() */
export function compileProjection(compiler: Compiler, step: Extract<Step, { type: 'projection' }>): Traverse {
  const evaluate = compiler.forEach(step.object)
  const takes = (value: unknown) =>
    isObject(value) || step.legacy || (compiler.legacy && (value ?? null) !== null)
  return (runtime, base, scope) => {
    return takes(base) ? evaluate(runtime, new Scope(base, scope, runtime.origin)) : null
  }
}

/** https://spec.groq.dev/#EvaluateDereference() */
export function compileDereference(): Traverse {
  return (runtime, base) => {
    const id = attributeOf(base, '_ref')
    runtime.budget.step()
    return typeof id === 'string' ? runtime.document(id) : null
  }
}

/** https://spec.groq.dev/#EvaluateElementAccess() */
export function compileElement(compiler: Compiler, step: Extract<Step, { type: 'bracket' }>): Traverse {
  requireInteger(compiler, step.expr, 'array index must be an integer')
  const evaluate = compiler.expression(step.expr)
  return (runtime, base, scope) => {
    const from = runtime.origin
    const index = evaluate(runtime, scope) as number
    if (!Array.isArray(base)) return null
    const at = index >= 0 ? index : step.legacy ? -index : index + base.length
    const value = base[at] ?? null
    if (compiler.tracing && value !== null) runtime.origin = originWithin(from, at, value)
    return value
  }
}

const UNKNOWN_SLICE = 'this ... slice cannot be answered as in GROQ 0.1: use API version v2021-03-25 or later'

/** https://spec.groq.dev/#EvaluateSlice() */
export function compileSlice(compiler: Compiler, step: Extract<Step, { type: 'slice' }>): Traverse {
  for (const bound of [step.left, step.right])
    requireInteger(compiler, bound, 'subscript ranges must have integer endpoints', step)
  const left = compiler.expression(step.left)
  const right = compiler.expression(step.right)
  const beyond = step.inclusive ? 1 : 0
  return (runtime, base, scope) => {
    if (!Array.isArray(base)) return null
    const from = runtime.origin
    const first = left(runtime, scope) as number
    let last = right(runtime, scope) as number
    if (step.legacy) {
      // GROQ 0.1 fetches `last - first + 1` documents; -1 means all.
      const count = last - first + beyond
      if (first >= 0 && count < 0 && !step.inclusive) compiler.fail(UNKNOWN_SLICE, step)
      if (first < 0 || count === 0 || count < -1) return []
      if (count === -1) last = base.length
    }
    const start = Math.max(0, first < 0 ? first + base.length : first)
    const end = Math.max(0, (last < 0 ? last + base.length : last) + beyond)
    const list = new TracedList(compiler.tracing && from !== DOCUMENTS)
    for (let i = start; i < end && i < base.length; i++) list.addFrom(from, i, base[i])
    runtime.budget.steps(list.values.length)
    runtime.origin = from
    return list.result(runtime)
  }
}

function requireInteger(compiler: Compiler, node: Node, description: string, span: Span = node) {
  const value = constantIn(compiler, node)
  if (!Number.isInteger(value)) compiler.fail(description, span)
}
