import { queryParseError } from '../../errors.ts'
import { DateTime, isObject, Path } from '../values.ts'
import type { FunctionSet } from './definition.ts'
import { globalFunctions } from './global.ts'

class UtcDateTime extends DateTime {
  override plus(seconds: number) {
    const sum = super.plus(seconds)
    return sum && new UtcDateTime(sum.time)
  }
  override toString() {
    return super.toString().replace('T', ' ').replace('Z', ' +0000 UTC')
  }
}

const textOfPath = (value: unknown) => (value instanceof Path ? value.pattern : value)

/** The functions that differ in GROQ 0.1. */
const { boost, geo, pt, string, ...known } = globalFunctions
export const legacyFunctions: FunctionSet = {
  ...known,
  dateTime: {
    arity: [1, 1],
    evaluate(_, __, value) {
      if (value instanceof DateTime) return value
      const time = typeof value === 'string' ? DateTime.parse(value) : null
      return time && new UtcDateTime(time.time)
    },
  },
  defined: {
    arity: [1, 1],
    evaluate: (_, __, value) =>
      value !== null && (Array.isArray(value) || isObject(value) ? Object.keys(value).length > 0 : true),
  },
  joinPaths: {
    arity: [1, Number.POSITIVE_INFINITY],
    evaluate(_, __, ...parts) {
      const texts = parts.map(textOfPath)
      return texts.every((text) => typeof text === 'string') ? texts.join('.') : null
    },
  },
  path: {
    arity: [1, 1],
    evaluate({ budget }, _, value) {
      const text = textOfPath(value)
      if (typeof text !== 'string') return null
      budget.steps(text.length / 16)
      if (/[^.*]\*|\*[^.*]|\*\*\*/.test(text)) throw queryParseError(budget.query, `invalid path "${text}"`)
      return new Path(text)
    },
  },
}
