import { queryTooLarge } from '../errors.ts'
import type { Budget } from './budget.ts'
import { COMPARISONS, chargeForComparison, collatedCompare, isEqual, partialCompare } from './compare.ts'
import type { Compiler } from './compiler.ts'
import { CALCULATIONS } from './constant.ts'
import { createTextMatcher, isTextQuery } from './functions/text.ts'
import { matches, matchesLegacy, patternsOf } from './match.ts'
import type { Evaluate, Runtime } from './runtime.ts'
import { type Node, type NodeOf, ungrouped } from './syntax.ts'
import { DateTime, finiteOrNull, isObject, Path, Range } from './values.ts'

// A query could double a list again and again.
const MAX_ELEMENTS = 4 * 1024 * 1024
// Below this length, a linear search is as fast.
const MIN_SET_SIZE = 16

export function compileUnary(compiler: Compiler, { op, expr }: NodeOf<'unary'>): Evaluate {
  const evaluate = compiler.expression(expr)
  if (op === '!')
    return (runtime, scope) => {
      const value = evaluate(runtime, scope)
      return typeof value === 'boolean' ? !value : null
    }
  const sign = op === '-' ? -1 : 1
  return (runtime, scope) => {
    const value = evaluate(runtime, scope)
    return typeof value === 'number' ? sign * value : null
  }
}

export function compileBinary(compiler: Compiler, node: NodeOf<'binary'>): Evaluate {
  switch (node.op) {
    case '&&':
      return compileLogical(compiler, node, false)
    case '||':
      return compileLogical(compiler, node, true)
    case 'in':
      return compileIn(compiler, node)
    case 'match':
      return compileMatch(compiler, node)
  }
  const left = compiler.expression(node.left)
  const right = compiler.expression(node.right)
  switch (node.op) {
    case '==':
    case '!=':
      return (runtime, scope) => {
        const a = left(runtime, scope)
        const b = right(runtime, scope)
        if (compiler.legacy && isNull(a) && isNull(b)) return null
        return equal(runtime.budget, a, b) === (node.op === '==')
      }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(compiler, node, COMPARISONS[node.op])
    case '+':
      return (runtime, scope) => plus(runtime, left(runtime, scope), right(runtime, scope))
    case '-':
      return (runtime, scope) => minus(left(runtime, scope), right(runtime, scope))
    case '*':
    case '/':
    case '%':
    case '**':
      return arithmetic(left, right, CALCULATIONS[node.op])
  }
}

/** Three-valued logic: `decisive` is false for && and true for ||. */
function compileLogical(compiler: Compiler, node: NodeOf<'binary'>, decisive: boolean): Evaluate {
  const operands: Evaluate[] = []
  const rest: Node[] = [node]
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.type === 'binary' && next.op === node.op) rest.push(next.right, next.left)
    else operands.push(compiler.expression(next))
  }
  // GROQ 0.1: `false && null` is null, except in the filter of documents.
  if (node.inMemory && !decisive)
    return (runtime, scope) => {
      const values = operands.map((operand) => operand(runtime, scope))
      return values.every((value) => typeof value === 'boolean') ? values.every(Boolean) : null
    }
  return (runtime, scope) => {
    let unknown = false
    for (const operand of operands) {
      const value = operand(runtime, scope)
      if (value === decisive) return decisive
      if (typeof value !== 'boolean') unknown = true
    }
    return unknown ? null : !decisive
  }
}

function equal(budget: Budget, a: unknown, b: unknown): boolean {
  chargeForComparison(a, b, budget)
  return isEqual(a, b)
}

const isNull = (value: unknown) => (value ?? null) === null

function comparison(compiler: Compiler, node: NodeOf<'binary'>, holds: (order: number) => boolean): Evaluate {
  const left = compiler.expression(node.left)
  const right = compiler.expression(node.right)
  const compare = node.inMemory ? collatedCompare : partialCompare
  // GROQ 0.1 has no null here.
  const incomparable = compiler.legacy ? false : null
  return (runtime, scope) => {
    const a = left(runtime, scope)
    const b = right(runtime, scope)
    chargeForComparison(a, b, runtime.budget)
    const order = compare(a, b)
    return order === null ? incomparable : holds(order)
  }
}

function arithmetic(left: Evaluate, right: Evaluate, calculate: (a: number, b: number) => number): Evaluate {
  return (runtime, scope) => {
    const a = left(runtime, scope)
    const b = right(runtime, scope)
    return typeof a === 'number' && typeof b === 'number' ? finiteOrNull(calculate(a, b)) : null
  }
}

function plus(runtime: Runtime, a: unknown, b: unknown): unknown {
  // https://github.com/sanity-io/GROQ/pull/142: the order of a number and a time does not matter.
  if (typeof a === 'number')
    return typeof b === 'number' ? finiteOrNull(a + b) : b instanceof DateTime ? b.plus(a) : null
  if (typeof a === 'string') {
    if (typeof b !== 'string') return null
    runtime.budget.text(a.length + b.length)
    return a + b
  }
  if (a instanceof DateTime) return typeof b === 'number' ? a.plus(b) : null
  if (Array.isArray(a)) {
    if (!Array.isArray(b)) return null
    if (a.length + b.length > MAX_ELEMENTS) throw queryTooLarge(runtime.budget.query)
    runtime.budget.steps(a.length + b.length)
    return a.concat(b)
  }
  if (!isObject(a) || !isObject(b)) return null
  const sum = { ...a, ...b }
  runtime.budget.steps(Object.keys(sum).length)
  return sum
}
function minus(a: unknown, b: unknown): unknown {
  if (typeof a === 'number') return typeof b === 'number' ? finiteOrNull(a - b) : null
  if (!(a instanceof DateTime)) return null
  if (b instanceof DateTime) return (a.time - b.time) / 1000
  return typeof b === 'number' ? a.plus(-b) : null
}

/** https://spec.groq.dev/#EvaluateIn() */
function compileIn(compiler: Compiler, node: NodeOf<'binary'>): Evaluate {
  const left = compiler.expression(node.left)
  const right = compiler.expression(node.right)
  const { legacy } = compiler
  const unknown = legacy ? false : null
  return (runtime, scope) => {
    const value = left(runtime, scope)
    const within = right(runtime, scope)
    if (legacy && isNull(value)) return false
    if (Array.isArray(within)) return isIn(runtime, value, within)
    if (within instanceof Range) {
      chargeForComparison(value, within.left, runtime.budget)
      chargeForComparison(value, within.right, runtime.budget)
      const fromLeft = partialCompare(value, within.left)
      const toRight = partialCompare(value, within.right)
      if (fromLeft === null || toRight === null) return unknown
      return fromLeft >= 0 && (within.inclusive ? toRight <= 0 : toRight < 0)
    }
    if (!(within instanceof Path)) return unknown
    const id = value instanceof Path ? value.pattern : value
    return typeof id === 'string' ? within.matches(id, runtime.budget) : unknown
  }
}

/** Often the same list is searched for each document. */
const sets = new WeakMap<unknown[], Set<unknown>>()

function isIn({ budget }: Runtime, value: unknown, list: unknown[]): boolean {
  if (list.length < MIN_SET_SIZE || (typeof value === 'object' && value !== null))
    return list.some((element) => {
      budget.step()
      return equal(budget, value ?? null, element ?? null)
    })
  let set = sets.get(list)
  if (!set) {
    budget.steps(list.length)
    set = new Set(list)
    sets.set(list, set)
  }
  return set.has(value ?? null)
}

/** Computes `make(key)` again only if the key differs from that of the previous document. */
function remembered<T>(compiler: Compiler, make: (budget: Budget, key: unknown) => T) {
  const slot = compiler.memorySize++
  return ({ memory, budget }: Runtime, key: unknown): T => {
    const known = memory[slot] as { key: unknown; value: T } | undefined
    if (known && known.key === key) return known.value
    const value = make(budget, key)
    memory[slot] = { key, value }
    return value
  }
}

function compileMatch(compiler: Compiler, node: NodeOf<'binary'>): Evaluate {
  const text = compiler.expression(node.left)
  const query = ungrouped(node.right)
  if (isTextQuery(query)) {
    const [argument] = query.args
    if (!argument || query.args.length !== 1) compiler.fail('text::query() takes 1 argument', query)
    const search = compiler.expression(argument)
    const matcherOf = remembered(compiler, (budget, term) => createTextMatcher(term, budget))
    return (runtime, scope) => matcherOf(runtime, search(runtime, scope))(text(runtime, scope))
  }
  const pattern = compiler.expression(node.right)
  const match = compiler.legacy ? matchesLegacy : matches
  const patternsFor = remembered(compiler, patternsOf)
  return (runtime, scope) => {
    const patterns = patternsFor(runtime, pattern(runtime, scope))
    return match(runtime.budget, text(runtime, scope), patterns)
  }
}
