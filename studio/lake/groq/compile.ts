import { compileCall, compilePipe } from './calls.ts'
import { partialCompare } from './compare.ts'
import type { Compiler } from './compiler.ts'
import { compileArray, compileObject } from './containers.ts'
import { compileBinary, compileUnary } from './operators.ts'
import { DOCUMENTS, LITERAL, originWithin } from './origin.ts'
import type { Evaluate } from './runtime.ts'
import type { Node, NodeOf } from './syntax.ts'
import { compileTraversal } from './traversal.ts'
import { attributeOf, Pair, Range } from './values.ts'

/** Compiles a node of any type. Throws queryParseError for every error except those of syntax. */
export function compileNode(compiler: Compiler, node: Node): Evaluate {
  switch (node.type) {
    case 'literal': {
      const { value } = node
      return (runtime) => {
        runtime.origin = LITERAL
        return value
      }
    }
    case 'parameter': {
      const { name } = node
      return (runtime) => {
        runtime.origin = LITERAL
        return runtime.params[name] ?? null
      }
    }
    case 'this':
      return (runtime, scope) => {
        runtime.origin = scope.origin
        return scope.value
      }
    case 'name': {
      const { name } = node
      if (!compiler.tracing) return (_, scope) => attributeOf(scope.value, name)
      return (runtime, scope) => {
        const value = attributeOf(scope.value, name)
        runtime.origin = originWithin(scope.origin, name, value)
        return value
      }
    }
    case 'parent':
      return compileParent(compiler, node)
    case 'everything':
      return (runtime) => {
        const documents = runtime.everything()
        runtime.origin = DOCUMENTS
        return documents
      }
    case 'group':
      return compileNode(compiler, node.expr)
    case 'array':
      return compileArray(compiler, node)
    case 'object':
      return compileObject(compiler, node)
    case 'traversal':
      return compileTraversal(compiler, node)
    case 'pipe':
      return compilePipe(compiler, node)
    case 'call':
      return compileCall(compiler, node)
    case 'unary':
      return compiler.computed(compileUnary(compiler, node))
    case 'binary':
      return compiler.computed(compileBinary(compiler, node))
    case 'pair': {
      const left = compiler.expression(node.left)
      const right = compiler.expression(node.right)
      return compiler.computed((runtime, scope) => new Pair(left(runtime, scope), right(runtime, scope)))
    }
    case 'range': {
      const left = compiler.expression(node.left)
      const right = compiler.expression(node.right)
      return compiler.computed((runtime, scope) => {
        const from = left(runtime, scope)
        const to = right(runtime, scope)
        return partialCompare(from, to) === null ? null : new Range(from, to, node.inclusive)
      })
    }
    case 'tuple':
      return compiler.fail('tuples are only allowed in selectors', node)
    case 'ordering':
      return compiler.fail('asc and desc are only allowed in order()', node)
  }
}

function compileParent(compiler: Compiler, node: NodeOf<'parent'>): Evaluate {
  compiler.checkParent(node.levels, node)
  return (runtime, scope) => {
    let target = scope
    for (let i = 0; i < node.levels; i++) {
      if (!target.parent) return null
      target = target.parent
    }
    runtime.origin = target.origin
    return target.value
  }
}
