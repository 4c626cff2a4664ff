import { isEqual } from '../compare.ts'
import type { Runtime } from '../runtime.ts'
import { compileSelector, type KeyPath } from '../selector.ts'
import { isObject } from '../values.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'

/** https://spec.groq.dev/#sec-Diff-Extension */
export const diffFunctions: FunctionSet = {
  changedAny: diffFunction('some', (changed, one) => startsWith(changed, one) || startsWith(one, changed)),
  changedOnly: diffFunction('every', startsWith),
}

/** Whether some or all differences are selected. */
function diffFunction(
  quantifier: 'some' | 'every',
  matches: (changed: KeyPath, selected: KeyPath) => boolean,
): FunctionDefinition {
  return {
    arity: [3, 3],
    compile(compiler, node) {
      const left = compiler.expression(node.args[0]!)
      const right = compiler.expression(node.args[1]!)
      const selector = compileSelector(compiler, node.args[2]!)
      return compiler.computed((runtime, scope) => {
        const [before, after] = [left(runtime, scope), right(runtime, scope)]
        const selected = [...selector(runtime, before, scope), ...selector(runtime, after, scope)]
        return changedPaths(before, after, runtime)[quantifier]((path) => {
          runtime.budget.steps(selected.length)
          return selected.some((one) => matches(path, one))
        })
      })
    },
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
