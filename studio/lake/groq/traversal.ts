import type { Compiler } from './compiler.ts'
import { constantIn } from './constant.ts'
import { originWithin, TracedList, UNKNOWN } from './origin.ts'
import type { Evaluate, Traverse } from './runtime.ts'
import { compileSource } from './source.ts'
import {
  compileDereference,
  compileElement,
  compileFilter,
  compileProjection,
  compileSlice,
} from './steps.ts'
import type { Node, NodeOf, Step } from './syntax.ts'
import { attributeOf } from './values.ts'

/** The kinds of traversal in https://spec.groq.dev/#sec-Traversal-execution */
type Kind = 'plain' | 'array' | 'source' | 'target'
type Traversal = { kind: Kind; traverse: Traverse }
/** How a step combines with the next. */
type StepKind = 'plain' | 'element' | 'array' | 'projection'

export function compileTraversal(compiler: Compiler, node: NodeOf<'traversal'>): Evaluate {
  const source = compileSource(compiler, node)
  const { traverse } = combine(compiler, node.base, node.steps)
  return (runtime, scope) => traverse(runtime, source(runtime, scope), scope)
}

/** Bases that are traversed as if `[]` followed. */
const isList = (node: Node) =>
  node.type === 'everything' ||
  node.type === 'array' ||
  node.type === 'pipe' ||
  (node.type === 'call' && node.namespace === 'releases')

/** Combines steps into one traverse function. */
export function combine(compiler: Compiler, base: Node, steps: Step[]): Traversal {
  let result: Traversal | undefined
  for (const step of steps.toReversed()) {
    const { kind, traverse } = compileStep(compiler, step)
    result = join(compiler, kind, traverse, result)
  }
  if (isList(base)) result = join(compiler, 'array', (_, value) => value, result)
  return result!
}

function join(compiler: Compiler, kind: StepKind, first: Traverse, rest: Traversal | undefined): Traversal {
  const alone = ({ plain: 'plain', projection: 'plain', element: 'source', array: 'array' } as const)[kind]
  if (!rest) return { kind: alone, traverse: first }
  const { traverse: next } = rest
  const joined: Traverse = (runtime, base, scope) => next(runtime, first(runtime, base, scope), scope)
  const takesArray = rest.kind === 'array' || rest.kind === 'source'
  const givesArray = rest.kind === 'array' || rest.kind === 'target'
  switch (kind) {
    case 'plain':
      return { kind: givesArray ? 'target' : 'plain', traverse: joined }
    case 'element':
      return { kind: givesArray ? 'array' : 'source', traverse: joined }
    case 'array':
      if (takesArray) return { kind: rest.kind, traverse: joined }
      return { kind: 'array', traverse: compileMap(compiler, first, next, rest.kind === 'target') }
    case 'projection': {
      if (!takesArray) return { kind: rest.kind, traverse: joined }
      const map = compileMap(compiler, (_, base) => base, first, false)
      return {
        kind: rest.kind,
        traverse: (runtime, base, scope) => next(runtime, map(runtime, base, scope), scope),
      }
    }
  }
}

/** Maps a list without a new scope. Flattening a non-list gives null, as in the conformance suite. */
function compileMap({ tracing }: Compiler, list: Traverse, mapElement: Traverse, flat: boolean): Traverse {
  return (runtime, base, scope) => {
    const values = list(runtime, base, scope)
    if (!Array.isArray(values)) return null
    const from = runtime.origin
    const mapped = new TracedList(tracing)
    for (let i = 0; i < values.length; i++) {
      runtime.budget.step()
      if (tracing) runtime.origin = originWithin(from, i, values[i])
      const value = mapElement(runtime, values[i], scope)
      const { origin } = runtime
      if (!flat) mapped.add(value, origin)
      else if (!Array.isArray(value)) mapped.add(null, UNKNOWN)
      else
        for (let j = 0; j < value.length; j++) {
          runtime.budget.step()
          mapped.addFrom(origin, j, value[j])
        }
    }
    return mapped.result(runtime)
  }
}

function compileStep(compiler: Compiler, step: Step): { kind: StepKind; traverse: Traverse } {
  switch (step.type) {
    case 'attribute':
      return { kind: 'plain', traverse: attribute(compiler, step.name) }
    case 'dereference':
      return { kind: 'plain', traverse: compileDereference() }
    case 'nothing':
      return { kind: 'plain', traverse: () => null }
    case 'postfix':
      return { kind: 'array', traverse: (_, base) => (Array.isArray(base) ? base : null) }
    case 'slice':
      return { kind: 'array', traverse: compileSlice(compiler, step) }
    case 'projection':
      return { kind: 'projection', traverse: compileProjection(compiler, step) }
    case 'selector':
      return compiler.fail('a group is only allowed after a dot in selectors', step)
    case 'bracket': {
      const constant = constantIn(compiler, step.expr)
      if (typeof constant === 'string') return { kind: 'plain', traverse: attribute(compiler, step.expr) }
      if (typeof constant === 'number') return { kind: 'element', traverse: compileElement(compiler, step) }
      return { kind: 'array', traverse: compileFilter(compiler, step.expr) }
    }
  }
}

function attribute(compiler: Compiler, given: string | Node): Traverse {
  const evaluate = typeof given === 'string' ? () => given : compiler.expression(given)
  return (runtime, base, scope) => {
    const from = runtime.origin
    const name = evaluate(runtime, scope) as string
    const value = attributeOf(base, name)
    if (compiler.tracing) runtime.origin = originWithin(from, name, value)
    return value
  }
}
