import { DateTime } from '../values.ts'
import type { FunctionSet } from './definition.ts'

export const dateTimeFunctions: FunctionSet = {
  now: { arity: [0, 0], evaluate: (runtime) => new DateTime(runtime.time) },
}
