import type { Compiler } from './compiler.ts'
import { constantIn } from './constant.ts'
import { type Runtime, Scope } from './runtime.ts'
import type { Node, Step } from './syntax.ts'
import { isObject } from './values.ts'

export type KeyPath = (string | number)[]
type Selector = (runtime: Runtime, value: unknown, scope: Scope) => KeyPath[]

/** Compiles a selector such as `(a, b)` or `tags[].(name, size)`. https://spec.groq.dev/#EvaluateSelector() */
export function compileSelector(compiler: Compiler, node: Node): Selector {
  switch (node.type) {
    case 'name':
      return attribute(node.name)
    case 'group':
      return compileSelector(compiler, node.expr)
    case 'tuple':
      return allOf(node.members.map((member) => compileSelector(compiler, member)))
    case 'call':
      if (node.namespace === 'global' && node.name === 'anywhere' && node.args.length === 1)
        return anywhere(compiler, node.args[0]!)
      break
    case 'traversal':
      return node.steps.reduce(
        (base, step) => then(base, compileSelectorStep(compiler, step)),
        compileSelector(compiler, node.base),
      )
  }
  compiler.fail('invalid selector', node)
}

function compileSelectorStep(compiler: Compiler, step: Step): Selector {
  switch (step.type) {
    case 'attribute':
      return attribute(step.name)
    case 'postfix':
      return elements(() => true)
    case 'selector':
      return allOf(step.members.map((member) => compileSelector(compiler, member)))
    case 'bracket': {
      const constant = constantIn(compiler, step.expr)
      if (typeof constant === 'string') return attribute(constant)
      if (typeof constant === 'number') break
      const matches = compiler.nested(() => compiler.expression(step.expr))
      return elements((runtime, value, scope) => matches(runtime, new Scope(value, scope)) === true)
    }
  }
  compiler.fail('invalid selector', step)
}

const attribute =
  (name: string): Selector =>
  (runtime, value) => {
    runtime.budget.step()
    return isObject(value) ? [[name]] : []
  }

const allOf =
  (selectors: Selector[]): Selector =>
  (runtime, value, scope) =>
    selectors.flatMap((selector) => selector(runtime, value, scope))

const elements =
  (matches: (runtime: Runtime, value: unknown, scope: Scope) => boolean): Selector =>
  (runtime, value, scope) => {
    if (!Array.isArray(value)) return []
    return value.flatMap((element, i): KeyPath[] => {
      runtime.budget.step()
      return matches(runtime, element, scope) ? [[i]] : []
    })
  }

const then =
  (base: Selector, next: Selector): Selector =>
  (runtime, value, scope) =>
    base(runtime, value, scope).flatMap((path) => {
      let inner: unknown = value
      for (const key of path) inner = (inner as Record<string | number, unknown>)[key]
      return next(runtime, inner, scope).map((rest) => [...path, ...rest])
    })

/** Selects every inner object that matches. */
function anywhere(compiler: Compiler, expr: Node): Selector {
  const matches = compiler.nested(() => compiler.expression(expr))
  const find = (runtime: Runtime, value: unknown, scope: Scope, path: KeyPath): KeyPath[] => {
    runtime.budget.step()
    if (Array.isArray(value))
      return value.flatMap((element, i) => find(runtime, element, scope, [...path, i]))
    if (!isObject(value)) return []
    const found = matches(runtime, new Scope(value, scope)) === true ? [path] : []
    for (const [key, inner] of Object.entries(value))
      found.push(...find(runtime, inner, scope, [...path, key]))
    return found
  }
  return (runtime, value, scope) => find(runtime, value, scope, [])
}
