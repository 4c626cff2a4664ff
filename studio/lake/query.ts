import { evaluateSync, toJS } from 'groq-js'
import { dataError, LakeError, queryParseError } from '#studio/lake/errors.ts'
import { type Params, type Plan, planQuery } from '#studio/lake/groq-plan.ts'
import type { View } from '#studio/lake/perspectives.ts'
import { type ContentSourceMap, sourceMapOf } from '#studio/lake/source-map.ts'
import { tagsOfQuery } from '#studio/lake/sync-tags.ts'

export type QueryContext = { view: View; projectId: string; dataset: string; identity: string }
export type QueryAnswer = {
  query: string
  result: unknown
  ms: number
  syncTags: string[]
  resultSourceMap?: ContentSourceMap
}

/**
 * Evaluates a query over a view. Throws LakeError 400 in Sanity's shape for a query that doesn't parse,
 * a parameter that is missing, or a function that isn't there.
 */
export function runQuery(
  query: string,
  params: Params,
  context: QueryContext,
  options: { sourceMap?: boolean } = {},
): QueryAnswer {
  const started = performance.now()
  const plan = planQuery(query, params)
  for (const name of plan.params) {
    if (!(name in params) && !/\bfn\s/.test(query))
      throw queryParseError(
        query,
        `param $${name} referenced, but not provided`,
        Math.max(0, query.indexOf(`$${name}`)),
      )
  }
  const dereferenced = new Set<string>()
  const result = evaluate(plan, params, context, dereferenced)
  return {
    query,
    result,
    syncTags: tagsOfQuery(plan, params, dereferenced),
    ...(options.sourceMap && {
      resultSourceMap: sourceMapOf(plan, context.view, result, (view) =>
        evaluate(plan, params, { ...context, view }, new Set()),
      ),
    }),
    ms: Math.round(performance.now() - started),
  }
}

/** Whether one document passes the filter that a listener gave. */
export function matchesFilter(query: string, params: Params, context: QueryContext): boolean {
  const result = evaluate(planQuery(query, params), params, context, new Set())
  return Array.isArray(result) ? result.length > 0 : Boolean(result)
}

function evaluate(
  plan: Plan,
  params: Params,
  { view, projectId, dataset, identity }: QueryContext,
  dereferenced: Set<string>,
): unknown {
  try {
    return toJS(
      evaluateSync(plan.tree, {
        dataset: view.documents,
        params: plan.fill(view, params),
        identity,
        sanity: { projectId, dataset },
        dereference: ({ _ref }: { _ref: string }) => {
          dereferenced.add(_ref)
          return view.byId.get(_ref) as never
        },
      }),
    )
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw dataError(400, 'queryEvaluationError', (error as Error).message, { query: plan.query })
  }
}
