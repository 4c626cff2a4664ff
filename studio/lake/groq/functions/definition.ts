import type { Compiler } from '#studio/lake/groq/compiler.ts'
import type { Evaluate, Runtime, Scope } from '#studio/lake/groq/runtime.ts'
import type { NodeOf } from '#studio/lake/groq/syntax.ts'

export type FunctionDefinition = {
  arity: [number, number]
} & (
  | { evaluate: (runtime: Runtime, scope: Scope, ...args: unknown[]) => unknown }
  /** For functions that need more than the values of their arguments. */
  | { compile: (compiler: Compiler, node: NodeOf<'call'>) => Evaluate }
)
export type FunctionSet = Record<string, FunctionDefinition>
