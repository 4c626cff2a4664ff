import type { Params } from './runtime.ts'
import type { Node } from './syntax.ts'

export const CALCULATIONS = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '**': (a: number, b: number) => a ** b,
}

/** Returns the constant value of an expression, or undefined. https://spec.groq.dev/#ConstantEvaluate() */
export function constantIn(context: { params: Params }, node: Node): unknown {
  switch (node.type) {
    case 'literal':
      return node.value
    case 'parameter':
      return context.params[node.name] ?? null
    case 'group':
      return constantIn(context, node.expr)
    case 'unary': {
      const value = node.op === '!' ? undefined : constantIn(context, node.expr)
      return typeof value === 'number' ? (node.op === '-' ? -value : value) : undefined
    }
    case 'binary': {
      const left = constantIn(context, node.left)
      const right = constantIn(context, node.right)
      if (typeof left === 'string' && typeof right === 'string' && node.op === '+') return left + right
      if (typeof left !== 'number' || typeof right !== 'number') return undefined
      return node.op in CALCULATIONS
        ? CALCULATIONS[node.op as keyof typeof CALCULATIONS](left, right)
        : undefined
    }
    default:
      return undefined
  }
}
