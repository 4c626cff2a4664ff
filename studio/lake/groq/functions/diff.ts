import { isEqual } from '../compare.ts'
import type { Compiler } from '../compiler.ts'
import type { Evaluate, Runtime } from '../runtime.ts'
import { compileSelector, type KeyPath } from '../selector.ts'
import type { Node } from '../syntax.ts'
import { isObject } from '../values.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'

export const changedAny = diffOf(
  'some',
  (changed, one) => startsWith(changed, one) || startsWith(one, changed),
)
export const changedOnly = diffOf('every', startsWith)

/** https://spec.groq.dev/#sec-Diff-Extension */
export const diffFunctions: FunctionSet = {
  changedAny: betweenValues(changedAny),
  changedOnly: betweenValues(changedOnly),
}

/** Compiles a comparison of two values. */
export type Diff = (compiler: Compiler, left: Evaluate, right: Evaluate, selector: Node) => Evaluate

function betweenValues(diff: Diff): FunctionDefinition {
  return {
    arity: [3, 3],
    compile(compiler, { args }) {
      return diff(compiler, compiler.expression(args[0]!), compiler.expression(args[1]!), args[2]!)
    },
  }
}

/** Whether some or all differences are selected. */
function diffOf(
  quantifier: 'some' | 'every',
  matches: (changed: KeyPath, selected: KeyPath) => boolean,
): Diff {
  return (compiler, left, right, selected) => {
    const selector = compileSelector(compiler, selected)
    return compiler.computed((runtime, scope) => {
      const [before, after] = [left(runtime, scope), right(runtime, scope)]
      const paths = [...selector(runtime, before, scope), ...selector(runtime, after, scope)]
      return changedPaths(before, after, runtime)[quantifier]((path) => {
        runtime.budget.steps(paths.length)
        return paths.some((one) => matches(path, one))
      })
    })
  }
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
