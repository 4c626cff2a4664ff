import { childrenOf, type Node, nodesOfStep } from '#studio/lake/groq/syntax.ts'

// These look at the value of the scope they stand in.
const OF_THIS = new Set([
  'global::references',
  'sanity::versionOf',
  'sanity::partOfRelease',
  'documents::incomingRefCount',
  'documents::incomingGlobalDocumentReferenceCount',
])

/** Which scopes an expression looks at: 0 is the one it stands in, 1 its parent, and so on. */
export function scopesUsed(node: Node): Set<number> {
  const used = new Set<number>()
  collect(node, 0, used)
  return used
}

function collect(node: Node, depth: number, used: Set<number>) {
  const add = (level: number) => level >= 0 && used.add(level)
  switch (node.type) {
    case 'this':
    case 'name':
      add(-depth)
      return
    case 'parent':
      add(node.levels - depth)
      return
    case 'pipe':
      collect(node.base, depth, used)
      for (const arg of node.args) collect(arg, depth + 1, used)
      return
    case 'traversal':
      collect(node.base, depth, used)
      for (const step of node.steps) {
        const inner = step.type === 'bracket' || step.type === 'projection' ? depth + 1 : depth
        for (const child of nodesOfStep(step)) collect(child, inner, used)
      }
      return
    case 'call':
      if (OF_THIS.has(`${node.namespace}::${node.name}`)) add(-depth)
  }
  for (const child of childrenOf(node)) collect(child, depth, used)
}
