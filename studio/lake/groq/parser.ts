import { Cursor } from './cursor.ts'
import {
  infixNode,
  invalidOperand,
  isNonAssociative,
  isWordOperator,
  precedenceOf,
  SIGN,
} from './precedence.ts'
import {
  type Attribute,
  type CustomFunction,
  type Node,
  type NodeOf,
  type Query,
  type Step,
  ungrouped,
} from './syntax.ts'
import type { Token } from './tokens.ts'

const MAX_NESTING = 400

/** Parses a query. Throws queryParseError (400). GROQ 0.1 allows `|` before a subscript. */
export function parseQuery(text: string, legacy = false): Query {
  return new Parser(text, legacy).query()
}

class Parser extends Cursor {
  readonly #parameters: NodeOf<'parameter'>[] = []
  readonly #legacy: boolean
  #nesting = 0

  constructor(text: string, legacy: boolean) {
    super(text)
    this.#legacy = legacy
  }

  query(): Query {
    if (this.peek.type === 'end') this.fail('no query', { start: 0, end: 0 })
    const functions: CustomFunction[] = []
    while (this.peek.type === 'name' && this.peek.text === 'fn' && this.after.type === 'name')
      functions.push(this.#function())
    const expr = this.#expression(0)
    const { type, start } = this.peek as Token
    if (type !== 'end') this.fail('unable to parse entire expression', { start, end: start })
    return { text: this.text, functions, expr, parameters: this.#parameters }
  }

  #function(): CustomFunction {
    const { start } = this.next()
    const failHere = (description: string): never =>
      this.fail(description, { start: this.peek.start, end: this.peek.start })
    const namespace = this.next().text
    if (!this.take('::')) failHere("expected '::' followed by a function name")
    const name = this.peek.type === 'name' ? this.next().text : failHere('expected a function name')
    if (!this.take('(')) failHere("expected '(' following function name")
    const parameter = this.peek.type === 'parameter' ? this.next().text : failHere('expected parameter name')
    if (!this.take(')')) failHere("expected ')' following function arguments")
    if (!this.take('=')) failHere("expected '=' following ()")
    const body = this.#expression(0)
    if (!this.is(';')) failHere("expected ';' at the end of function definition")
    return { namespace, name, parameter, body, start, end: this.next().end }
  }

  #expression(level: number): Node {
    if (++this.#nesting > MAX_NESTING) this.fail('the query is nested too deeply', this.peek)
    let left = this.#prefix()
    let leftLevel: number | undefined
    while (true) {
      const token = this.peek
      const precedence = precedenceOf(token)
      if (precedence === undefined || precedence < level) break
      const postfix = token.text === 'asc' || token.text === 'desc'
      if (leftLevel === precedence && isNonAssociative(precedence) && !postfix) break
      this.next()
      if (postfix) {
        left = {
          type: 'ordering',
          expr: left,
          descending: token.text === 'desc',
          start: left.start,
          end: token.end,
        }
      } else {
        const right = this.#expression(token.text === '**' ? precedence : precedence + 1)
        left = this.#checkOperands(infixNode(token.text, left, right))
      }
      leftLevel = precedence
    }
    this.#nesting--
    return left
  }

  #prefix(): Node {
    const { text: op, type, start } = this.peek
    if (type !== 'symbol' || (op !== '+' && op !== '-' && op !== '!')) return this.#traversals(this.#atom())
    this.next()
    const expr = this.#expression(SIGN)
    return this.#checkOperands({ type: 'unary', op, expr, start, end: expr.end })
  }

  /** Returns the node; fails if its operator rejects an operand. */
  #checkOperands(node: Node): Node {
    const invalid = invalidOperand(node)
    if (invalid) this.fail(invalid.problem, invalid.operand)
    return node
  }

  #atom(): Node {
    const token = this.peek
    const { start, end } = token
    switch (token.type) {
      case 'string':
        this.next()
        return { type: 'literal', value: token.text, start, end }
      case 'number':
        this.next()
        return { type: 'literal', value: Number(token.text), start, end }
      case 'parameter': {
        this.next()
        const node: NodeOf<'parameter'> = { type: 'parameter', name: token.text, start, end }
        this.#parameters.push(node)
        return node
      }
      case 'name':
        return this.#nameOrCall()
    }
    switch (token.text) {
      case '*':
        this.next()
        return { type: 'everything', start, end }
      case '@':
        this.next()
        return { type: 'this', start, end }
      case '^': {
        let last = this.next()
        let levels = 1
        while (this.is('.') && this.is('^', this.after)) {
          this.next()
          last = this.next()
          levels++
        }
        return { type: 'parent', levels, start, end: last.end }
      }
      case '(':
        return this.#parentheses()
      case '[':
        return this.#array()
      case '{':
        return this.#object()
      default:
        this.expectedExpression()
    }
  }

  #nameOrCall(): Node {
    const first = this.next()
    const { start, end } = first
    if (this.is('::') && !this.peek.spaced) {
      this.next()
      const name = this.peek
      if (name.type !== 'name' || !this.is('(', this.after))
        this.fail('expected a function following namespace expression', name)
      this.next()
      return this.#call(first.text, name.text, start)
    }
    if (this.is('(') && (!this.peek.spaced || this.#legacy)) return this.#call('global', first.text, start)
    if (first.text === 'null') return { type: 'literal', value: null, start, end }
    if (first.text === 'true' || first.text === 'false')
      return { type: 'literal', value: first.text === 'true', start, end }
    return { type: 'name', name: first.text, start, end }
  }

  #call(namespace: string, name: string, start: number): NodeOf<'call'> {
    const open = this.next()
    const args = this.#list(')', () => this.#expression(0))
    const end = this.close(')', 'function arguments', open.start)
    return { type: 'call', namespace, name, args, start, end }
  }

  /** Parses items up to a closing bracket. A trailing comma is allowed. */
  #list<T>(closing: string, item: () => T): T[] {
    const items: T[] = []
    while (!this.is(closing) && !this.is(',')) {
      items.push(item())
      if (!this.take(',')) break
    }
    return items
  }

  #parentheses(): Node {
    const { start } = this.next()
    const first = this.#expression(0)
    const members = [first]
    while (this.take(',')) members.push(this.#expression(0))
    const end = this.close(')', 'parenthesized expression', start)
    return members.length > 1
      ? { type: 'tuple', members, start, end }
      : { type: 'group', expr: first, start, end }
  }

  #array(): Node {
    const { start } = this.next()
    const elements = this.#list(']', () => ({ splat: this.take('...'), value: this.#expression(0) }))
    return { type: 'array', elements, start, end: this.close(']', 'array body', start) }
  }

  #object(): NodeOf<'object'> {
    const { start } = this.next()
    const attributes = this.#list('}', () => this.#attribute())
    return { type: 'object', attributes, start, end: this.close('}', 'object body', start) }
  }

  #attribute(): Attribute {
    const { start, end } = this.peek
    if (this.take('...')) {
      const isAlone = this.is('}') || this.is(',')
      return { type: 'splat', value: isAlone ? { type: 'this', start, end } : this.#expression(0) }
    }
    if (this.peek.type === 'string' && this.is(':', this.after)) {
      const name = this.next().text
      this.next()
      return { type: 'value', name, value: this.#expression(0) }
    }
    const value = this.#expression(0)
    if (value.type === 'pair') return { type: 'conditional', condition: value.left, value: value.right }
    const name = attributeName(value)
    if (name === undefined)
      this.fail('object attributes without a name must be an attribute: write "name": expression', value)
    return { type: 'value', name, value }
  }

  #traversals(base: Node): Node {
    let node = base
    while (true) {
      const steps: Step[] = []
      for (let step = this.#step(); step; step = this.#step()) steps.push(step)
      if (steps.length > 0)
        node = { type: 'traversal', base: node, steps, start: node.start, end: steps.at(-1)!.end }
      if (!this.is('|')) return node
      const pipe = this.next()
      if (this.peek.type !== 'name') this.fail('object or function expected', pipe)
      const call = this.#nameOrCall()
      if (call.type !== 'call') this.fail('object or function expected', call)
      node = { ...call, type: 'pipe', base: node, start: node.start }
    }
  }

  #step(): Step | undefined {
    const token = this.peek
    const { start } = token
    if (token.type !== 'symbol') return undefined
    switch (token.text) {
      case '.': {
        this.next()
        const name = this.peek
        if (name.type === 'name') return { type: 'attribute', name: this.next().text, start, end: name.end }
        if (this.is('^') || this.is('@')) this.fail(`${name.text} is not allowed here`, name)
        if (!this.is('(')) this.expectedExpression()
        const inner = this.#parentheses()
        const members = inner.type === 'tuple' ? inner.members : inner.type === 'group' ? [inner.expr] : []
        return { type: 'selector', members, start, end: inner.end }
      }
      case '->': {
        this.next()
        const end = token.end
        const name = this.peek
        // `a->desc` is an attribute; in `a-> desc` and `a-> in b` the word is an operator.
        const isOperator = isWordOperator(name) && name.start > end
        if (name.type !== 'name' || isOperator || this.is('(', this.after))
          return { type: 'dereference', start, end }
        // Parses the name as if a dot preceded it.
        this.insert({ ...name, type: 'symbol', text: '.', end: name.start })
        return { type: 'dereference', start, end }
      }
      case '[': {
        this.next()
        const close = this.peek
        if (this.take(']')) return { type: 'postfix', start, end: close.end }
        const expr = this.#expression(0)
        const end = this.close(']', 'expression', start)
        if (expr.type !== 'range') return { type: 'bracket', expr, start, end }
        const { left, right, inclusive } = expr
        return { type: 'slice', left, right, inclusive, start, end }
      }
      case '{': {
        const object = this.#object()
        return { type: 'projection', object, start, end: object.end }
      }
      case '|': {
        const precedesStep = this.is('{', this.after) || (this.#legacy && this.is('[', this.after))
        if (!precedesStep) return undefined
        this.next()
        return this.#step()
      }
      default:
        return undefined
    }
  }
}

/** The default name of an attribute; undefined if it needs one. https://spec.groq.dev/#DetermineName() */
function attributeName(value: Node): string | undefined {
  let node = value
  while (true) {
    if (node.type === 'name') return node.name
    if (node.type === 'group') node = node.expr
    else if (node.type === 'pipe') node = node.base
    else if (node.type === 'traversal') {
      // `tags[].name` is named tags; `image.asset` has no name.
      const list = node.steps.findIndex((step) => step.type === 'postfix' || isFilter(step))
      const attribute = node.steps.findIndex(isAttribute)
      if (attribute !== -1 && (list === -1 || attribute < list)) return undefined
      node = node.base
    } else return undefined
  }
}

const literalIn = (step: Step) => {
  const node = step.type === 'bracket' ? ungrouped(step.expr) : undefined
  return node?.type === 'literal' ? typeof node.value : undefined
}
const isFilter = (step: Step) =>
  step.type === 'slice' || (step.type === 'bracket' && literalIn(step) === undefined)
const isAttribute = (step: Step) => step.type === 'attribute' || literalIn(step) === 'string'
