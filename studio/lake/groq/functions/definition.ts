import type { Compiler } from '#studio/lake/groq/compiler.ts'
import type { Evaluate, Runtime, Scope } from '#studio/lake/groq/runtime.ts'
import type { Of } from '#studio/lake/groq/syntax.ts'

export type FunctionDefinition = {
  /** The least and the most arguments. */
  arity: [number, number]
} & (
  | { evaluate: (runtime: Runtime, scope: Scope, ...args: unknown[]) => unknown }
  /** For those that don't just take the values of their arguments. */
  | { compile: (compiler: Compiler, node: Of<'call'>) => Evaluate }
)
export type FunctionSet = Record<string, FunctionDefinition>
