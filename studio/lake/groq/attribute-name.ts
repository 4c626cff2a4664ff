import { type Node, type Step, ungrouped } from './syntax.ts'

/** The default name of an attribute; undefined if it needs one. https://spec.groq.dev/#DetermineName() */
export function attributeName(value: Node): string | undefined {
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
