import type { FunctionDefinition, FunctionSet } from './definition.ts'

/** Queries have no delta. https://spec.groq.dev/#sec-Delta-mode */
export const onlyInDelta = (name: string, args: number): FunctionDefinition => ({
  arity: [args, args],
  compile: (compiler, node) => compiler.fail(`function "${name}()" is only available in delta mode`, node),
})
export const operation: FunctionDefinition = { arity: [0, 0], evaluate: () => null }

/** https://spec.groq.dev/#sec-Delta-namespace */
export const deltaFunctions: FunctionSet = {
  changedAny: onlyInDelta('delta::changedAny', 1),
  changedOnly: onlyInDelta('delta::changedOnly', 1),
  operation,
}
