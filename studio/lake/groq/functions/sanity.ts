import { publishedId, releaseOf } from '../../documents/document-ids.ts'
import { DOCUMENTS } from '../origin.ts'
import { attributeOf, isObject } from '../values.ts'
import type { FunctionSet } from './definition.ts'

// https://www.sanity.io/docs/specifications/groq-functions

export const sanityFunctions: FunctionSet = {
  projectId: { arity: [0, 0], evaluate: (runtime) => runtime.context.projectId },
  dataset: { arity: [0, 0], evaluate: (runtime) => runtime.context.dataset },
  versionOf: {
    arity: [1, 1],
    evaluate(_, scope, id) {
      const own = attributeOf(scope.value, '_id')
      return typeof id === 'string' && typeof own === 'string' ? publishedId(own) === id : null
    },
  },
  partOfRelease: {
    arity: [1, 1],
    evaluate(_, scope, release) {
      // A perspective shows the published id.
      const own = attributeOf(scope.value, '_originalId') ?? attributeOf(scope.value, '_id')
      if (typeof release !== 'string' || typeof own !== 'string') return null
      return releaseOf(own) === release
    },
  },
}

export const releaseFunctions: FunctionSet = {
  all: {
    arity: [0, 0],
    compile: () => (runtime) => {
      runtime.reads.types.add('system.release')
      runtime.origin = DOCUMENTS
      return runtime.view.byType.get('system.release') ?? []
    },
  },
}

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

export const mediaFunctions: FunctionSet = {
  aspect: {
    arity: [2, 2],
    evaluate: (_, __, asset, name) =>
      typeof name === 'string' ? attributeOf(attributeOf(asset, 'aspects'), name) : null,
  },
}

export const userFunctions: FunctionSet = { attributes: { arity: [0, 0], evaluate: () => ({}) } }

export const textFunctions: FunctionSet = {
  query: {
    arity: [1, 1],
    compile: (compiler, node) => compiler.fail('text::query() is only allowed on the right of match', node),
  },
  semanticSimilarity: {
    arity: [1, 1],
    compile: (compiler, node) =>
      compiler.fail('text::semanticSimilarity() needs embeddings, which this dataset does not have', node),
  },
}
