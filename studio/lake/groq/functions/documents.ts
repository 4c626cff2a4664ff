import { publishedId } from '../../documents/document-ids.ts'
import { attributeOf, isObject } from '../values.ts'
import type { FunctionSet } from './definition.ts'

export const documentFunctions: FunctionSet = {
  get: {
    arity: [1, 1],
    compile(compiler, node) {
      const reference = compiler.expression(node.args[0]!)
      return (runtime, scope) => {
        const value = reference(runtime, scope)
        const id = isObject(value) ? value._ref : value
        // A global reference is `dataset:project.dataset:id`.
        return typeof id === 'string' ? runtime.document(id.slice(id.lastIndexOf(':') + 1)) : null
      }
    },
  },
  incomingRefCount: {
    arity: [0, 1],
    evaluate(runtime, scope) {
      const id = attributeOf(scope.value, '_id')
      if (typeof id !== 'string') return null
      const target = publishedId(id)
      runtime.reads.references.add(target)
      const { length } = runtime.view.referrers(target)
      runtime.budget.steps(length)
      return length
    },
  },
  /** References from other datasets. */
  incomingGlobalDocumentReferenceCount: { arity: [0, 1], evaluate: () => 0 },
}
