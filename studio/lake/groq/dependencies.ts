import { childrenOf, type Node, nodesOfStep } from './syntax.ts'

type Dependencies = {
  /** Whether the expression reads the dataset (`*`). */
  dataset: boolean
  /** The scopes that the expression reads: 0 is its own, 1 the parent, and so on. */
  scopes: ReadonlySet<number>
  /** The number of nodes; a node that runs for each of many values counts as one. */
  size: number
}

const READS_OWN_SCOPE = new Set([
  'global::references',
  'sanity::versionOf',
  'sanity::partOfRelease',
  'documents::incomingRefCount',
])
const cache = new WeakMap<Node, Dependencies>()

export function dependenciesOf(node: Node): Dependencies {
  const cached = cache.get(node)
  if (cached) return cached
  const scopes = new Set<number>()
  let dataset = node.type === 'everything'
  let size = node.type === 'traversal' ? node.steps.length : 1
  if (node.type === 'this' || node.type === 'name') scopes.add(0)
  if (node.type === 'parent') scopes.add(node.levels)
  if (node.type === 'call' && READS_OWN_SCOPE.has(`${node.namespace}::${node.name}`)) scopes.add(0)
  for (const [part, depth] of partsOf(node)) {
    const inner = dependenciesOf(part)
    dataset ||= inner.dataset
    if (depth === 0) size += inner.size
    for (const scope of inner.scopes) if (scope >= depth) scopes.add(scope - depth)
  }
  const dependencies = { dataset, scopes, size }
  cache.set(node, dependencies)
  return dependencies
}

/** Returns the parts of a node. A part at depth 1 has its own scope. */
function partsOf(node: Node): [part: Node, depth: 0 | 1][] {
  switch (node.type) {
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
