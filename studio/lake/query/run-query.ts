import { dataError } from '../errors.ts'
import { Budget, type Limits } from '../groq/budget.ts'
import { constantIn } from '../groq/constant.ts'
import { stringify } from '../groq/json.ts'
import { parseQuery } from '../groq/parser.ts'
import { planQuery } from '../groq/plan.ts'
import { type Delta, type Params, type QueryContext, Runtime, Scope } from '../groq/runtime.ts'
import { descendants, type Node } from '../groq/syntax.ts'
import { type ContentSourceMap, sourceMapOf } from './source-map.ts'
import { tagsOfReads } from './sync-tags.ts'

export type QueryAnswer = {
  /** Contains documents by reference, and special GROQ values until it is encoded. */
  result: unknown
  syncTags: string[]
  resultSourceMap?: ContentSourceMap
}
export type QueryOptions = Limits & {
  sourceMap?: boolean
  /** Answer as GROQ 0.1, for API version 1. */
  legacy?: boolean
}

/** Evaluates a query over a view. Throws LakeError 400 or 408, or StepBudgetExceeded. */
export function runQuery(
  query: string,
  params: Params,
  context: QueryContext,
  options: QueryOptions = {},
): QueryAnswer {
  const { sourceMap = false } = options
  const { result, runtime } = evaluate(query, params, context, options)
  return {
    result,
    syncTags: tagsOfReads(runtime.reads),
    ...(sourceMap && { resultSourceMap: sourceMapOf(result, runtime) }),
  }
}

/** Returns a listener's query without order, slice and projection. https://www.sanity.io/docs/http-reference/listen */
export function filterIn(query: string, params: Params): string {
  const { expr } = parseQuery(query)
  let node = expr
  let end: number | undefined
  while (node.type !== 'everything') {
    end = undefined
    if (node.type === 'group') node = node.expr
    else if (node.type === 'pipe') node = node.base
    else if (node.type === 'call' && node.name === 'count' && node.args[0]) node = node.args[0]
    else if (node.type === 'traversal') {
      for (const step of node.steps) {
        if (step.type !== 'bracket' || /number|string/.test(typeof constantIn({ params }, step.expr))) break
        end = step.end
      }
      node = node.base
    } else if ([...descendants(expr)].some(readsDocuments)) return query
    else return `${query.slice(0, expr.start)}*[${query.slice(expr.start, expr.end)}]`
  }
  return query.slice(0, expr.start) + query.slice(node.start, end ?? node.end)
}

const readsDocuments = (node: Node) =>
  node.type === 'everything' || (node.type === 'call' && node.namespace === 'releases')

/** Whether an answer depends on the time. */
export const isVolatile = (query: string) => /\bnow\s*\(/.test(query)

/** The time of a query, in milliseconds, if it needs one. */
export const timeFor = (query: string, now: () => Date) => (isVolatile(query) ? now().getTime() : undefined)

/** Whether one document passes a listener's filter. */
export function matchesFilter(
  query: string,
  params: Params,
  context: QueryContext,
  limits: Limits = {},
): boolean {
  const { result } = evaluate(query, params, context, limits)
  return Array.isArray(result) ? result.length > 0 : Boolean(result)
}

/** Evaluates an expression over the document of a change; returns JSON. Throws LakeError 400, or StepBudgetExceeded. */
export function deltaJson(
  expression: string,
  context: QueryContext & { delta: Delta },
  limits: Limits,
): string {
  const { result, runtime } = evaluate(expression, {}, context, limits)
  return stringify(result, runtime.budget)
}

function evaluate(
  query: string,
  given: Params,
  context: QueryContext,
  { sourceMap: tracing = false, legacy = false, ...limits }: QueryOptions,
) {
  const { delta } = context
  const params = legacy ? { identity: context.identity, ...given } : given
  const plan = planQuery(query, { params, tracing, legacy, delta: delta !== undefined })
  const budget = new Budget(query, limits)
  const runtime = new Runtime(context, params, budget, plan.memorySize)
  try {
    return { result: plan.evaluate(runtime, new Scope(delta?.after ?? delta?.before ?? null, null)), runtime }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The stack overflowed, or a string was too long.
    throw dataError(400, 'queryEvaluationError', 'The query, or what it reads, is nested too deeply', {
      query,
    })
  }
}
