import { LRUCache } from 'lru-cache'
import { queryParseError } from '../errors.ts'
import { checkCustomFunctions } from './calls.ts'
import { compileNode } from './compile.ts'
import { type CompileOptions, Compiler } from './compiler.ts'
import { rewriteLegacy } from './legacy.ts'
import { parseQuery } from './parser.ts'
import type { Evaluate } from './runtime.ts'
import type { Query } from './syntax.ts'

type Plan = {
  evaluate: Evaluate
  memorySize: number
}
type Parsed = {
  query: Query
  /** The parameters of the caller. */
  callerParameters: { name: string; start: number; end: number }[]
  plans: Map<string, Plan>
}

const MAX_QUERIES = 500
// The length of all cached queries. A plan takes 50 to 200 times as much memory.
const MAX_CHARACTERS = 1024 * 1024
const MAX_PLANS = 20
const cache = new LRUCache<string, Parsed>({
  max: MAX_QUERIES,
  maxSize: MAX_CHARACTERS,
  sizeCalculation: ({ query, plans }) => Math.max(1, query.text.length) * Math.max(1, plans.size),
})

/** Parses and compiles a query, with a cache. Throws queryParseError (400). */
export function planQuery(text: string, options: CompileOptions): Plan {
  const { legacy = false } = options
  const cacheKey = `${legacy ? 1 : 2}${text}`
  try {
    const parsed = cache.get(cacheKey) ?? analyse(parseQuery(text, legacy))
    try {
      return planOf(parsed, options)
    } finally {
      // Deleted first, so that the cache computes its new size.
      cache.delete(cacheKey)
      cache.set(cacheKey, parsed)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw queryParseError(text, 'the query is nested too deeply')
  }
}

function analyse(query: Query): Parsed {
  const isOwn = ({ name, start }: { name: string; start: number }) =>
    query.functions.some((f) => f.parameter === name && start > f.start && start < f.end)
  const callerParameters = query.parameters.filter((parameter) => !isOwn(parameter))
  return { query, callerParameters, plans: new Map() }
}

function planOf(parsed: Parsed, options: CompileOptions): Plan {
  const { query, callerParameters, plans } = parsed
  for (const { name, start, end } of callerParameters) {
    if (!Object.hasOwn(options.params, name))
      throw queryParseError(query.text, `param $${name} referenced, but not provided`, start, end)
  }
  // `[$x]` is an element, an attribute or a filter.
  const kinds = callerParameters.map(({ name }) => kindOf(options.params[name]))
  const key = [options.tracing, options.delta, ...kinds].join()
  const known = plans.get(key)
  if (known) return known
  const compiler = new Compiler(query, options, compileNode)
  checkCustomFunctions(compiler)
  const fail = compiler.fail.bind(compiler)
  const evaluate = compiler.expression(
    options.legacy ? rewriteLegacy(query, options.params, fail) : query.expr,
  )
  const plan = { evaluate, memorySize: compiler.memorySize }
  if (plans.size >= MAX_PLANS) plans.clear()
  plans.set(key, plan)
  return plan
}

const kindOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value)
