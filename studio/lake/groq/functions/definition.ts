import type { Compiler } from '../compiler.ts'
import type { Evaluate, Runtime, Scope } from '../runtime.ts'
import type { NodeOf } from '../syntax.ts'

export type FunctionDefinition = {
  arity: [number, number]
} & (
  | { evaluate: (runtime: Runtime, scope: Scope, ...args: unknown[]) => unknown }
  /** For functions that need more than the values of their arguments. */
  | { compile: (compiler: Compiler, node: NodeOf<'call'>) => Evaluate }
)
export type FunctionSet = Record<string, FunctionDefinition>
