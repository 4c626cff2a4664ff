import type { Compiler } from './compiler.ts'
import { ObjectOrigin, originWithin, TracedList } from './origin.ts'
import type { Evaluate, Runtime, Scope } from './runtime.ts'
import type { Attribute, NodeOf } from './syntax.ts'
import { isObject, type JsonObject, setAttribute } from './values.ts'

/** https://spec.groq.dev/#EvaluateArray() */
export function compileArray(compiler: Compiler, node: NodeOf<'array'>): Evaluate {
  const elements = node.elements.map(({ value, splat }) => ({ splat, evaluate: compiler.expression(value) }))
  const { tracing } = compiler
  return (runtime, scope) => {
    const list = new TracedList(tracing)
    for (const { splat, evaluate } of elements) {
      const value = evaluate(runtime, scope)
      const { origin } = runtime
      if (!splat) list.add(value, origin)
      else if (Array.isArray(value)) {
        for (const [i, element] of value.entries()) {
          runtime.budget.step()
          list.addFrom(origin, i, element)
        }
      }
    }
    return list.result(runtime)
  }
}

type SetAttributes = (runtime: Runtime, scope: Scope, into: JsonObject, origins?: ObjectOrigin) => void

/** https://spec.groq.dev/#EvaluateObject() */
export function compileObject(compiler: Compiler, node: NodeOf<'object'>): Evaluate {
  const attributes = node.attributes.map((attribute) => compileAttribute(compiler, attribute))
  const { tracing, legacy } = compiler
  return (runtime, scope) => {
    const result: JsonObject = {}
    const origins = tracing ? new ObjectOrigin() : undefined
    runtime.budget.steps(attributes.length)
    for (const set of attributes) set(runtime, scope, result, origins)
    if (legacy) for (const name in result) if (result[name] === null) delete result[name]
    if (origins) runtime.origin = origins
    return result
  }
}

function compileAttribute(compiler: Compiler, attribute: Attribute): SetAttributes {
  const evaluate = compiler.expression(attribute.value)
  switch (attribute.type) {
    case 'value': {
      const { name } = attribute
      return (runtime, scope, into, origins) => {
        setAttribute(into, name, evaluate(runtime, scope))
        origins?.attributes.set(name, runtime.origin)
      }
    }
    case 'splat':
      return (runtime, scope, into, origins) => splat(runtime, evaluate(runtime, scope), into, origins)
    case 'conditional': {
      const condition = compiler.expression(attribute.condition)
      return (runtime, scope, into, origins) => {
        if (condition(runtime, scope) === true) splat(runtime, evaluate(runtime, scope), into, origins)
      }
    }
  }
}

function splat(runtime: Runtime, value: unknown, into: JsonObject, origins?: ObjectOrigin) {
  if (!isObject(value)) return
  const { origin } = runtime
  const names = Object.keys(value)
  runtime.budget.steps(names.length)
  for (const name of names) {
    setAttribute(into, name, value[name])
    origins?.attributes.set(name, originWithin(origin, name, value[name]))
  }
}
