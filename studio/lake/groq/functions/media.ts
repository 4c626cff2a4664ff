import { attributeOf } from '../values.ts'
import type { FunctionSet } from './definition.ts'

export const mediaFunctions: FunctionSet = {
  aspect: {
    arity: [2, 2],
    evaluate: (_, __, asset, name) =>
      typeof name === 'string' ? attributeOf(attributeOf(asset, 'aspects'), name) : null,
  },
}
