import type { FunctionSet } from './definition.ts'

export const userFunctions: FunctionSet = { attributes: { arity: [0, 0], evaluate: () => ({}) } }
