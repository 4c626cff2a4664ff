import { childrenOf, type Node, nodesOfStep } from '#studio/lake/groq/syntax.ts'

/** What an expression looks at, and how much of it there is. */
type Reach = {
  /** Whether it reads the dataset (`*`). */
  dataset: boolean
  /** Which scopes: 0 is the one it stands in, 1 its parent, and so on. */
  scopes: ReadonlySet<number>
  /** Its parts; those that are evaluated for each of many values count as one. */
  size: number
}

// These look at the value of the scope they stand in.
const OF_THIS = new Set([
  'global::references',
  'sanity::versionOf',
  'sanity::partOfRelease',
  'documents::incomingRefCount',
])
const known = new WeakMap<Node, Reach>()

/** Each node is looked at once, whichever of those around it are asked for. */
export function reachOf(node: Node): Reach {
  const before = known.get(node)
  if (before) return before
  const scopes = new Set<number>()
  let dataset = node.type === 'everything'
  let size = node.type === 'traversal' ? node.steps.length : 1
  if (node.type === 'this' || node.type === 'name') scopes.add(0)
  if (node.type === 'parent') scopes.add(node.levels)
  if (node.type === 'call' && OF_THIS.has(`${node.namespace}::${node.name}`)) scopes.add(0)
  for (const [part, depth] of partsOf(node)) {
    const inner = reachOf(part)
    dataset ||= inner.dataset
    if (depth === 0) size += inner.size
    for (const scope of inner.scopes) if (scope >= depth) scopes.add(scope - depth)
  }
  const reach = { dataset, scopes, size }
  known.set(node, reach)
  return reach
}

/** What a node is made of, and whether that is evaluated in a scope of its own (1) or in the same (0). */
function partsOf(node: Node): [part: Node, depth: 0 | 1][] {
  switch (node.type) {
    case 'binary':
      return operandsOf(node).map((part) => [part, 0])
    case 'pipe':
      return [[node.base, 0], ...node.args.map((arg): [Node, 1] => [arg, 1])]
    case 'traversal':
      return [
        [node.base, 0],
        ...node.steps.flatMap((step) => {
          const depth = step.type === 'bracket' || step.type === 'projection' ? 1 : 0
          return nodesOfStep(step).map((part): [Node, 0 | 1] => [part, depth])
        }),
      ]
    default:
      return childrenOf(node).map((part) => [part, 0])
  }
}

/** Of a long `a || b || c …` too: it leans to the left, deeper than the stack is. */
function operandsOf(node: Node): Node[] {
  const operands: Node[] = []
  let left = node
  while (left.type === 'binary' && !known.has(left)) {
    operands.push(left.right)
    left = left.left
  }
  operands.push(left)
  return operands
}
