import type { Delta, Evaluate } from '../runtime.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'
import { changedAny, changedOnly, type Diff } from './diff.ts'

export const operation: FunctionDefinition = {
  arity: [0, 0],
  evaluate: ({ context: { delta } }) => (delta ? operationOf(delta) : null),
}

/** https://spec.groq.dev/#sec-Delta-namespace */
export const deltaFunctions: FunctionSet = {
  changedAny: inDelta(changedAny),
  changedOnly: inDelta(changedOnly),
  operation,
}

export const operationOf = ({ before, after }: Delta): 'create' | 'update' | 'delete' =>
  !before ? 'create' : after ? 'update' : 'delete'

/** The function `before()` or `after()`. */
export const sideOfDelta = (side: keyof Delta): FunctionDefinition => ({
  arity: [0, 0],
  compile(compiler, node) {
    compiler.requireDelta(node)
    return compiler.computed(({ context }) => context.delta![side])
  },
})

/** A missing document counts as empty, so that a creation changes only the attributes that it sets. */
function inDelta(diff: Diff): FunctionDefinition {
  const side =
    (name: keyof Delta): Evaluate =>
    ({ context }) =>
      context.delta![name] ?? {}
  return {
    arity: [1, 1],
    compile(compiler, node) {
      compiler.requireDelta(node)
      return diff(compiler, side('before'), side('after'), node.args[0]!)
    },
  }
}
