import type { Compiler } from '../compiler.ts'
import { matchScore } from '../match.ts'
import { ObjectOrigin, type Origin, originWithin, TracedList, UNKNOWN } from '../origin.ts'
import { type Evaluate, type Runtime, Scope } from '../runtime.ts'
import { type Node, type NodeOf, type Step, ungrouped } from '../syntax.ts'
import { isObject, type JsonObject, setAttribute } from '../values.ts'
import { isTextQuery } from './text.ts'

type Score = (runtime: Runtime, scope: Scope) => number

/** https://spec.groq.dev/#sec-global-score-. No match scores 0, as in groq-js. */
export function compileScore(compiler: Compiler, node: NodeOf<'pipe'>): Evaluate {
  if (!isScorable(node.base))
    compiler.fail('score() can only be applied to documents, not to a projection or an element', node)
  const base = compiler.expression(node.base)
  const scores = node.args.map((arg) =>
    compiler.nested(() => {
      compiler.scoring = true
      const score = compileScoreOf(compiler, arg)
      compiler.scoring = false
      return score
    }),
  )
  const { tracing } = compiler
  return (runtime, scope) => {
    const values = base(runtime, scope)
    if (!Array.isArray(values)) return null
    const from = runtime.origin
    const scored: { value: unknown; score: number; origin: Origin }[] = []
    for (let i = 0; i < values.length; i++) {
      runtime.budget.step()
      const value = values[i] ?? null
      const origin = tracing ? originWithin(from, i, value) : UNKNOWN
      if (!isObject(value)) {
        scored.push({ value, score: Number.NEGATIVE_INFINITY, origin })
        continue
      }
      const inner = new Scope(value, scope, origin)
      let score = typeof value._score === 'number' ? value._score : 0
      for (const scoreOf of scores) score += scoreOf(runtime, inner)
      const result: JsonObject = {}
      const origins = new ObjectOrigin()
      for (const [name, attribute] of Object.entries(value)) {
        setAttribute(result, name, attribute)
        if (tracing) origins.attributes.set(name, originWithin(origin, name, attribute))
      }
      result._score = score
      origins.attributes.set('_score', UNKNOWN)
      scored.push({ value: result, score, origin: origins })
    }
    scored.sort((a, b) => {
      runtime.budget.step()
      return a.score === b.score ? 0 : b.score - a.score
    })
    const list = new TracedList(tracing)
    for (const { value, origin } of scored) list.add(value, origin)
    return list.result(runtime)
  }
}

function isScorable(node: Node): boolean {
  if (node.type === 'group') return isScorable(node.expr)
  if (node.type !== 'traversal') return true
  const isElement = (step: Step) =>
    step.type === 'bracket' &&
    ungrouped(step.expr).type === 'literal' &&
    typeof (ungrouped(step.expr) as NodeOf<'literal'>).value === 'number'
  return !node.steps.some((step) => step.type === 'projection' || isElement(step))
}

/** https://spec.groq.dev/#sec-Score-evaluation */
function compileScoreOf(compiler: Compiler, given: Node): Score {
  const node = ungrouped(given)
  if (node.type === 'binary' && (node.op === '&&' || node.op === '||')) {
    const left = compileScoreOf(compiler, node.left)
    const right = compileScoreOf(compiler, node.right)
    const either = node.op === '||'
    return (runtime, scope) => {
      const a = left(runtime, scope)
      const b = right(runtime, scope)
      return either || (a > 0 && b > 0) ? a + b : 0
    }
  }
  if (node.type === 'call' && node.namespace === 'global' && node.name === 'boost') {
    const [predicate, amount] = node.args
    if (!predicate || !amount || node.args.length !== 2) compiler.fail('boost() takes 2 arguments', node)
    const score = compileScoreOf(compiler, predicate)
    const boost = compiler.expression(amount)
    return (runtime, scope) => {
      const base = score(runtime, scope)
      const by = boost(runtime, scope)
      return base > 0 && typeof by === 'number' && by >= 0 ? base + by : 0
    }
  }
  if (node.type === 'binary' && node.op === 'match' && !isTextQuery(node.right)) {
    const text = compiler.expression(node.left)
    const pattern = compiler.expression(node.right)
    return (runtime, scope) => matchScore(runtime.budget, text(runtime, scope), pattern(runtime, scope))
  }
  const evaluate = compiler.expression(node)
  return (runtime, scope) => (evaluate(runtime, scope) === true ? 1 : 0)
}
