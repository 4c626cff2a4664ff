import { DOCUMENTS } from '../origin.ts'
import type { FunctionSet } from './definition.ts'

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
