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

// The length of all cached queries. A plan takes 50 to 200 times as much memory.
const MAX_CHARACTERS = 1024 * 1024
const cache = new LRUCache<string, Plan>({
  max: 500,
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
})

/** Parses and compiles a query, with a cache. Throws queryParseError (400). */
export function planQuery(text: string, options: CompileOptions): Plan {
  const { tracing, delta, legacy, params } = options
  // `[$x]` is an element, an attribute or a filter.
  const kinds = Object.entries(params).map(([name, value]) => [name, kindOf(value)])
  const key = JSON.stringify([tracing, delta, legacy, kinds]) + text
  const cached = cache.get(key)
  if (cached) return cached
  try {
    const plan = compileQuery(parseQuery(text, legacy), options)
    cache.set(key, plan)
    return plan
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw queryParseError(text, 'the query is nested too deeply')
  }
}

function compileQuery(query: Query, options: CompileOptions): Plan {
  const { legacy, params } = options
  const compiler = new Compiler(query, options, compileNode)
  for (const parameter of query.parameters) {
    const { name, start } = parameter
    const isOwn = query.functions.some((f) => f.parameter === name && start > f.start && start < f.end)
    if (!isOwn && !Object.hasOwn(params, name))
      compiler.fail(`param $${name} referenced, but not provided`, parameter)
  }
  checkCustomFunctions(compiler)
  const expr = legacy ? rewriteLegacy(query, params, compiler.fail.bind(compiler)) : query.expr
  return { evaluate: compiler.expression(expr), memorySize: compiler.memorySize }
}

const kindOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value)
