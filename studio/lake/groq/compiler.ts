import { queryParseError } from '../errors.ts'
import { dependenciesOf } from './dependencies.ts'
import { type Origin, UNKNOWN } from './origin.ts'
import type { Evaluate, Params } from './runtime.ts'
import type { CustomFunction, Node, NodeOf, Query, Span } from './syntax.ts'

// Evaluating this many nodes takes about a microsecond.
const NODES_PER_STEP = 64

export type CompileOptions = {
  /** Track the origins of values, for a source map. */
  tracing: boolean
  /** Needed for their types: `[$x]` is an element, an attribute or a filter. */
  params: Params
  /** Allow functions that need the change of a document. */
  delta?: boolean | undefined
  /** Answer as GROQ 0.1. */
  legacy?: boolean
}

/** Compiles a node by its type; it compiles the nodes inside through `compiler.expression`. */
type CompileNode = (compiler: Compiler, node: Node) => Evaluate

/** The state of one compilation, from a parse tree to closures. An error ends it. */
export class Compiler {
  readonly query: Query
  readonly tracing: boolean
  readonly params: Params
  readonly delta: boolean
  readonly legacy: boolean
  /** How many scopes surround the current node. */
  depth = 0
  scoring = false
  memorySize = 0
  readonly #compileNode: CompileNode
  /** The custom functions whose bodies are being compiled. */
  readonly #calling = new Set<CustomFunction>()
  #bodyDepth = 0
  #inSubquery = false
  /** Cache: a condition also uses its key, and each call uses a function's body. */
  readonly #compiled = new Map<Node, Evaluate>()

  constructor(
    query: Query,
    { tracing, params, delta = false, legacy = false }: CompileOptions,
    compileNode: CompileNode,
  ) {
    this.query = query
    this.tracing = tracing
    this.params = params
    this.delta = delta
    this.legacy = legacy
    this.#compileNode = compileNode
  }

  fail(description: string, { start, end }: Span): never {
    throw queryParseError(this.query.text, description, start, end)
  }

  /** Queries have no delta. https://spec.groq.dev/#sec-Delta-mode */
  requireDelta(call: NodeOf<'call'>) {
    if (!this.delta) this.fail(`function "${call.name}()" is only available in delta mode`, call)
  }

  /** Compiles an expression that has its own scope, such as a filter's condition. */
  nested<T>(compile: () => T): T {
    this.depth++
    const compiled = compile()
    this.depth--
    return compiled
  }

  /** Compiles an expression that runs for each of many values; a large one takes more steps. */
  forEach(node: Node): Evaluate {
    const evaluate = this.nested(() => this.expression(node))
    const { size } = dependenciesOf(node)
    if (size < NODES_PER_STEP) return evaluate
    return (runtime, scope) => {
      runtime.budget.steps(size / NODES_PER_STEP)
      return evaluate(runtime, scope)
    }
  }

  /** Compiles each node once, because compiling twice at every level would take exponential time. */
  expression(node: Node): Evaluate {
    const cached = this.#compiled.get(node)
    if (cached) return cached
    const evaluate = this.#compile(node)
    this.#compiled.set(node, evaluate)
    return evaluate
  }

  /** A subquery gives the same value for every element, so it runs once. */
  #compile(node: Node): Evaluate {
    if (this.#inSubquery || this.depth === 0 || !isSubquery(node)) return this.#compileNode(this, node)
    this.#inSubquery = true
    const evaluate = this.#compileNode(this, node)
    this.#inSubquery = false
    const slot = this.memorySize++
    return (runtime, scope) => {
      const cached = runtime.memory[slot] as { value: unknown; origin: Origin } | undefined
      if (cached) {
        runtime.origin = cached.origin
        return cached.value
      }
      const value = evaluate(runtime, scope)
      runtime.memory[slot] = { value, origin: runtime.origin }
      return value
    }
  }

  /** Marks a value as computed, so that it has no origin in a document. */
  computed(evaluate: Evaluate): Evaluate {
    if (!this.tracing) return evaluate
    return (runtime, scope) => {
      const value = evaluate(runtime, scope)
      runtime.origin = UNKNOWN
      return value
    }
  }

  /** Compiles the body of a custom function for one call of it. */
  inBody<T>(custom: CustomFunction, call: Span, compile: () => T): T {
    if (this.#calling.has(custom))
      this.fail(`recursive function definition: ${custom.namespace}::${custom.name}`, call)
    const outer = this.#bodyDepth
    this.#calling.add(custom)
    this.#bodyDepth = this.depth
    const compiled = compile()
    this.#calling.delete(custom)
    this.#bodyDepth = outer
    return compiled
  }

  /** Fails if `^` leaves the body of the custom function around it. */
  checkParent(levels: number, span: Span) {
    if (this.#calling.size > 0 && levels >= this.depth - this.#bodyDepth)
      this.fail('^ reaches outside of the function', span)
  }
}

/** Whether a node reads the dataset but no surrounding scope. */
function isSubquery(node: Node): boolean {
  const { dataset, scopes } = dependenciesOf(node)
  return dataset && scopes.size === 0
}
