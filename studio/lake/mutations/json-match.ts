import type {
  ComparisonNode,
  ExprNode,
  PathNode,
  SegmentNode,
  SubscriptElementNode,
} from '@sanity/json-match'
import { COMPARISONS } from '../groq/compare.ts'
import { isObject } from '../groq/values.ts'

export type Step = string | number
/** A path and its value; `undefined` if there is none yet. */
export type Match = { path: Step[]; value: unknown }

/** Evaluates a JSONMatch path by index, because `_key` may be duplicate. https://www.sanity.io/docs/content-lake/json-match */
export function matchesIn(value: unknown, expr: PathNode | undefined): Match[] {
  const found = new Map<string, Match>()
  for (const match of follow({ path: [], value }, expr)) {
    const place = JSON.stringify(match.path)
    if (!found.has(place)) found.set(place, match)
  }
  return [...found.values()]
}

function* follow(from: Match, expr: PathNode | undefined): Generator<Match> {
  if (!expr) yield from
  else
    for (const candidate of follow(from, expr.base))
      yield* expr.recursive ? segmentAnywhere(candidate, expr.segment) : segmentOf(candidate, expr.segment)
}

function* segmentAnywhere(from: Match, segment: SegmentNode): Generator<Match> {
  yield* segmentOf(from, segment)
  for (const inner of within(from)) yield* segmentAnywhere(inner, segment)
}

function* segmentOf(from: Match, segment: SegmentNode): Generator<Match> {
  switch (segment.type) {
    case 'This':
      yield from
      break
    case 'Identifier':
      if (Array.isArray(from.value)) for (const item of within(from)) yield* segmentOf(item, segment)
      else yield attribute(from, segment.name)
      break
    case 'Wildcard':
      yield* within(from)
      break
    case 'Subscript':
      for (const element of segment.elements) yield* elementOf(from, element)
  }
}

function* elementOf(from: Match, element: SubscriptElementNode): Generator<Match> {
  const { value, path } = from
  switch (element.type) {
    case 'Existence':
    case 'Comparison':
      if (Array.isArray(value)) for (const item of within(from)) yield* elementOf(item, element)
      else if (element.type === 'Comparison' ? compares(value, element) : exists(value, element.base))
        yield from
      break
    case 'Path':
      yield* follow(from, element)
      break
    case 'Slice':
      if (Array.isArray(value)) yield* within(from).slice(element.start, element.end)
      break
    case 'Number':
      if (Array.isArray(value)) {
        const index = element.value < 0 ? value.length + element.value : element.value
        yield { path: [...path, index], value: value[index] }
      }
  }
}

function within({ value, path }: Match): Match[] {
  if (Array.isArray(value)) return value.map((item, index) => ({ path: [...path, index], value: item }))
  if (!isObject(value)) return []
  return Object.entries(value).map(([name, item]) => ({ path: [...path, name], value: item }))
}

function attribute({ value, path }: Match, name: string): Match {
  const isThere = isObject(value) && Object.hasOwn(value, name)
  return { path: [...path, name], value: isThere ? value[name] : undefined }
}

function compares(value: unknown, { operator, left, right }: ComparisonNode): boolean {
  const a = firstOf(value, left)
  const b = firstOf(value, right)
  if (a === undefined || b === undefined) return false
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  return typeof a === 'number' && typeof b === 'number' && COMPARISONS[operator](a - b)
}

const exists = (value: unknown, path: PathNode) => firstOf(value, path) !== undefined

function firstOf(value: unknown, expr: ExprNode): unknown {
  if (expr.type === 'Null') return null
  if (expr.type !== 'Path') return expr.value
  for (const match of follow({ path: [], value }, expr)) if (match.value !== undefined) return match.value
  return undefined
}
