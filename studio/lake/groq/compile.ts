import { queryParseError } from '#studio/lake/errors.ts'
import { partialCompare } from '#studio/lake/groq/compare.ts'
import { compileArray, compileObject } from '#studio/lake/groq/containers.ts'
import { compileCall } from '#studio/lake/groq/functions.ts'
import { compileBinary, compileUnary } from '#studio/lake/groq/operators.ts'
import { DOCUMENTS, LITERAL, type Origin, originWithin, UNKNOWN } from '#studio/lake/groq/origin.ts'
import { compilePipe } from '#studio/lake/groq/pipes.ts'
import { reachOf } from '#studio/lake/groq/reach.ts'
import type { Evaluate, Params } from '#studio/lake/groq/runtime.ts'
import type { CustomFunction, Node, Query, Span } from '#studio/lake/groq/syntax.ts'
import { compileTraversal } from '#studio/lake/groq/traversal.ts'
import { attributeOf, Pair, Range } from '#studio/lake/groq/values.ts'

// So many parts of an expression are evaluated in about a microsecond.
const PARTS_OF_A_STEP = 64

export type CompileOptions = {
  /** Keep origins, for a source map. */
  tracing: boolean
  /** Only the types of those that stand in brackets matter: `[$x]` is an element, an attribute or a filter. */
  params: Params
}

/** Turns a parse tree into closures. Whatever is wrong with the query, other than its syntax, is found here. */
export class Compiler {
  readonly query: Query
  readonly tracing: boolean
  readonly params: Params
  /** How many scopes there are around what is compiled. */
  depth = 0
  /** Whether boost() may stand here. */
  scoring = false
  memorySize = 0
  /** The custom functions whose bodies are being compiled. */
  readonly #calling = new Set<CustomFunction>()
  #bodyDepth = 0
  #remembered = false
  /** A part may be wanted again: a condition's key within the condition, a function's body by each call. */
  readonly #compiled = new Map<Node, Evaluate>()

  constructor(query: Query, { tracing, params }: CompileOptions) {
    this.query = query
    this.tracing = tracing
    this.params = params
  }

  fail(description: string, { start, end }: Span): never {
    throw queryParseError(this.query.text, description, start, end)
  }

  /** Compiles what is evaluated in a scope of its own, such as a filter's condition. */
  nested<T>(compile: () => T): T {
    this.depth++
    try {
      return compile()
    } finally {
      this.depth--
    }
  }

  /** Compiles what is evaluated for each of many values: more of it takes more steps. */
  forEach(node: Node): Evaluate {
    const evaluate = this.nested(() => this.expression(node))
    const { size } = reachOf(node)
    if (size < PARTS_OF_A_STEP) return evaluate
    return (runtime, scope) => {
      runtime.budget.steps(size / PARTS_OF_A_STEP)
      return evaluate(runtime, scope)
    }
  }

  /** Each part is compiled once: twice what has twice within it, and so on, would take for ever. */
  expression(node: Node): Evaluate {
    const before = this.#compiled.get(node)
    if (before) return before
    const evaluate = this.#anew(node)
    this.#compiled.set(node, evaluate)
    return evaluate
  }

  #anew(node: Node): Evaluate {
    if (this.#remembered || this.depth === 0 || !isSubquery(node)) return this.#expression(node)
    // It gives the same for every element: once is enough.
    this.#remembered = true
    const evaluate = this.#expression(node)
    this.#remembered = false
    const slot = this.memorySize++
    return (runtime, scope) => {
      const known = runtime.memory[slot] as { value: unknown; origin: Origin } | undefined
      if (known) {
        runtime.origin = known.origin
        return known.value
      }
      const value = evaluate(runtime, scope)
      runtime.memory[slot] = { value, origin: runtime.origin }
      return value
    }
  }

  #expression(node: Node): Evaluate {
    const { tracing } = this
    switch (node.type) {
      case 'literal':
      case 'parameter':
        return this.#constant(node)
      case 'this':
        return (runtime, scope) => {
          runtime.origin = scope.origin
          return scope.value
        }
      case 'name': {
        const { name } = node
        if (!tracing) return (_, scope) => attributeOf(scope.value, name)
        return (runtime, scope) => {
          const value = attributeOf(scope.value, name)
          runtime.origin = originWithin(scope.origin, name, value)
          return value
        }
      }
      case 'parent':
        return this.#parent(node.levels, node)
      case 'everything':
        return (runtime) => {
          const documents = runtime.everything()
          runtime.origin = DOCUMENTS
          return documents
        }
      case 'group':
        return this.#expression(node.expr)
      case 'array':
        return compileArray(this, node)
      case 'object':
        return compileObject(this, node)
      case 'traversal':
        return compileTraversal(this, node)
      case 'pipe':
        return compilePipe(this, node)
      case 'call':
        return compileCall(this, node)
      case 'unary':
        return this.computed(compileUnary(this, node))
      case 'binary':
        return this.computed(compileBinary(this, node))
      case 'pair': {
        const left = this.expression(node.left)
        const right = this.expression(node.right)
        return this.computed((runtime, scope) => new Pair(left(runtime, scope), right(runtime, scope)))
      }
      case 'range': {
        const left = this.expression(node.left)
        const right = this.expression(node.right)
        return this.computed((runtime, scope) => {
          const from = left(runtime, scope)
          const to = right(runtime, scope)
          return partialCompare(from, to) === null ? null : new Range(from, to, node.inclusive)
        })
      }
      case 'tuple':
        this.fail('tuples are only allowed in selectors', node)
        break
      case 'ordering':
        this.fail('asc and desc are only allowed in order()', node)
    }
  }

  /** A value that is no value of a document any more, but made from such. */
  computed(evaluate: Evaluate): Evaluate {
    if (!this.tracing) return evaluate
    return (runtime, scope) => {
      const value = evaluate(runtime, scope)
      runtime.origin = UNKNOWN
      return value
    }
  }

  #constant(node: Extract<Node, { type: 'literal' | 'parameter' }>): Evaluate {
    if (node.type === 'literal') {
      const { value } = node
      return (runtime) => {
        runtime.origin = LITERAL
        return value
      }
    }
    const { name } = node
    return (runtime) => {
      runtime.origin = LITERAL
      return runtime.params[name] ?? null
    }
  }

  #parent(levels: number, span: Span): Evaluate {
    if (this.#calling.size > 0 && levels >= this.depth - this.#bodyDepth)
      this.fail('^ reaches outside of the function', span)
    return (runtime, scope) => {
      let at = scope
      for (let i = 0; i < levels; i++) {
        if (!at.parent) return null
        at = at.parent
      }
      runtime.origin = at.origin
      return at.value
    }
  }

  /** Compiles the body of a custom function for one call of it. */
  inBody<T>(custom: CustomFunction, call: Span, compile: () => T): T {
    if (this.#calling.has(custom))
      this.fail(`recursive function definition: ${custom.namespace}::${custom.name}`, call)
    const outer = this.#bodyDepth
    this.#calling.add(custom)
    this.#bodyDepth = this.depth
    try {
      return compile()
    } finally {
      this.#calling.delete(custom)
      this.#bodyDepth = outer
    }
  }
}

/** Whether it reads the dataset without regard to the scopes around it. */
function isSubquery(node: Node): boolean {
  const { dataset, scopes } = reachOf(node)
  return dataset && scopes.size === 0
}
