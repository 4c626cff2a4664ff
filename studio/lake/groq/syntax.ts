/** A range of a query: UTF-16 offsets, `end` exclusive. */
export type Span = { start: number; end: number }

export type BinaryOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'match'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '&&'
  | '||'

/** A step of a traversal, such as `.name`, `[0]`, `[]`, `->` or `{…}`. */
export type Step = Span & {
  /** Takes effect as in GROQ 0.1. */
  legacy?: true
} & (
    | { type: 'nothing' }
    | { type: 'attribute'; name: string }
    | { type: 'bracket'; expr: Node }
    | { type: 'slice'; left: Node; right: Node; inclusive: boolean }
    | { type: 'postfix' }
    | { type: 'dereference' }
    | { type: 'projection'; object: NodeOf<'object'> }
    | { type: 'selector'; members: Node[] }
  )

export type Attribute =
  | { type: 'value'; name: string; value: Node }
  | { type: 'splat'; value: Node }
  | { type: 'conditional'; condition: Node; value: Node }

/** The parse tree: GROQ-1.revision4, https://spec.groq.dev */
export type Node = Span &
  (
    | { type: 'literal'; value: null | boolean | number | string }
    | { type: 'this' }
    | { type: 'everything' }
    | { type: 'parent'; levels: number }
    | { type: 'name'; name: string }
    | { type: 'parameter'; name: string }
    | { type: 'group'; expr: Node }
    /** `(a, b)`: only inside a selector. */
    | { type: 'tuple'; members: Node[] }
    | { type: 'array'; elements: { value: Node; splat: boolean }[] }
    | { type: 'object'; attributes: Attribute[] }
    | { type: 'unary'; op: '+' | '-' | '!'; expr: Node }
    | { type: 'binary'; op: BinaryOperator; left: Node; right: Node; inMemory?: boolean }
    | { type: 'range'; left: Node; right: Node; inclusive: boolean }
    | { type: 'pair'; left: Node; right: Node }
    /** Only as an argument of order(). */
    | { type: 'ordering'; expr: Node; descending: boolean }
    | { type: 'call'; namespace: string; name: string; args: Node[] }
    | { type: 'pipe'; base: Node; namespace: string; name: string; args: Node[] }
    | { type: 'traversal'; base: Node; steps: Step[] }
  )
export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>

/** `fn namespace::name($parameter) = body;` */
export type CustomFunction = Span & { namespace: string; name: string; parameter: string; body: Node }
export type Query = {
  text: string
  functions: CustomFunction[]
  expr: Node
  parameters: NodeOf<'parameter'>[]
}

/** Returns the expression inside parentheses. */
export function ungrouped(node: Node): Node {
  let inner = node
  while (inner.type === 'group') inner = inner.expr
  return inner
}

/** Yields a node and all nodes inside it, in no particular order. */
export function* descendants(node: Node): Generator<Node> {
  const rest = [node]
  for (let next = rest.pop(); next; next = rest.pop()) {
    yield next
    rest.push(...childrenOf(next))
  }
}

export function childrenOf(node: Node): Node[] {
  switch (node.type) {
    case 'group':
    case 'unary':
    case 'ordering':
      return [node.expr]
    case 'tuple':
      return node.members
    case 'array':
      return node.elements.map((element) => element.value)
    case 'object':
      return node.attributes.flatMap((a) => (a.type === 'conditional' ? [a.condition, a.value] : [a.value]))
    case 'binary':
    case 'range':
    case 'pair':
      return [node.left, node.right]
    case 'call':
      return node.args
    case 'pipe':
      return [node.base, ...node.args]
    case 'traversal':
      return [node.base, ...node.steps.flatMap(nodesOfStep)]
    default:
      return []
  }
}

export function nodesOfStep(step: Step): Node[] {
  switch (step.type) {
    case 'bracket':
      return [step.expr]
    case 'slice':
      return [step.left, step.right]
    case 'projection':
      return [step.object]
    case 'selector':
      return step.members
    default:
      return []
  }
}
