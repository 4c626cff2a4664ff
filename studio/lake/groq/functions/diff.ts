import { isEqual } from '../compare.ts'
import type { Compiler } from '../compiler.ts'
import type { Delta, Evaluate, Runtime } from '../runtime.ts'
import { compileSelector, type KeyPath } from '../selector.ts'
import type { Node, NodeOf } from '../syntax.ts'
import { isObject } from '../values.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'

/** Whether some or all differences are selected. */
type Rule = {
  quantifier: 'some' | 'every'
  matches: (changed: KeyPath, selected: KeyPath) => boolean
}
const CHANGED_ANY: Rule = {
  quantifier: 'some',
  matches: (changed, one) => startsWith(changed, one) || startsWith(one, changed),
}
const CHANGED_ONLY: Rule = { quantifier: 'every', matches: startsWith }

/** https://spec.groq.dev/#sec-Diff-Extension */
export const diffFunctions: FunctionSet = {
  changedAny: betweenValues(CHANGED_ANY),
  changedOnly: betweenValues(CHANGED_ONLY),
}

export const operation: FunctionDefinition = {
  arity: [0, 0],
  evaluate: ({ context: { delta } }) => (delta ? operationOf(delta) : null),
}

/** https://spec.groq.dev/#sec-Delta-namespace */
export const deltaFunctions: FunctionSet = {
  changedAny: inDelta(CHANGED_ANY),
  changedOnly: inDelta(CHANGED_ONLY),
  operation,
}

/** The name of a change. */
export function operationOf({ before, after }: Delta): 'create' | 'update' | 'delete' {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}

/** The function `before()` or `after()`. */
export function sideOfDelta(side: keyof Delta): FunctionDefinition {
  return {
    arity: [0, 0],
    compile(compiler, node) {
      requireDelta(compiler, node)
      return compiler.computed(({ context }) => context.delta?.[side] ?? null)
    },
  }
}

function requireDelta(compiler: Compiler, node: NodeOf<'call'>) {
  const name = node.namespace === 'global' ? node.name : `${node.namespace}::${node.name}`
  if (!compiler.delta) compiler.fail(`function "${name}()" is only available in delta mode`, node)
}

function betweenValues(rule: Rule): FunctionDefinition {
  return {
    arity: [3, 3],
    compile(compiler, node) {
      const left = compiler.expression(node.args[0]!)
      const right = compiler.expression(node.args[1]!)
      return compileDiff(compiler, rule, left, right, node.args[2]!)
    },
  }
}

/** A missing document counts as empty, so that a creation changes only the attributes that it sets. */
function inDelta(rule: Rule): FunctionDefinition {
  return {
    arity: [1, 1],
    compile(compiler, node) {
      requireDelta(compiler, node)
      const before: Evaluate = ({ context }) => context.delta?.before ?? {}
      const after: Evaluate = ({ context }) => context.delta?.after ?? {}
      return compileDiff(compiler, rule, before, after, node.args[0]!)
    },
  }
}

function compileDiff(
  compiler: Compiler,
  rule: Rule,
  left: Evaluate,
  right: Evaluate,
  selected: Node,
): Evaluate {
  const selector = compileSelector(compiler, selected)
  return compiler.computed((runtime, scope) => {
    const [before, after] = [left(runtime, scope), right(runtime, scope)]
    const paths = [...selector(runtime, before, scope), ...selector(runtime, after, scope)]
    return changedPaths(before, after, runtime)[rule.quantifier]((path) => {
      runtime.budget.steps(paths.length)
      return paths.some((one) => rule.matches(path, one))
    })
  })
}

function startsWith(path: KeyPath, start: KeyPath) {
  return start.every((key, i) => path[i] === key)
}

/** The deepest differing paths. Arrays of different lengths differ as a whole. */
function changedPaths(before: unknown, after: unknown, runtime: Runtime, path: KeyPath = []): KeyPath[] {
  runtime.budget.step()
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, i) => changedPaths(value, after[i], runtime, [...path, i]))
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => changedPaths(before[key], after[key], runtime, [...path, key]))
  }
  return isEqual(before ?? null, after ?? null) ? [] : [path]
}
