import { publishedId, releaseOf } from '../../documents/document-ids.ts'
import { attributeOf } from '../values.ts'
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
