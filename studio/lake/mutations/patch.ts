import { applyPatches, parsePatch } from '@sanity/diff-match-patch'
import { type ExprNode, type PathNode, parsePath } from '@sanity/json-match'
import { isObject } from '../groq/values.ts'
import { type Match, matchesIn, type Step } from './json-match.ts'

type Fields = Record<string, unknown>
type Operation = (document: unknown, input: unknown) => unknown

/** A patch that cannot be applied. */
export class PatchError extends Error {}

// The order of the hosted lake and of @sanity/mutator: setIfMissing prepares containers for set.
// https://github.com/sanity-io/sanity/pull/5062
const OPERATIONS: Record<string, Operation> = {
  setIfMissing: onEach('setIfMissing', ({ value }, input) => (value === undefined ? input : value)),
  set: onEach('set', (_, input) => input),
  merge: onEach('merge', ({ value }, input) => merged(value, input)),
  unset,
  diffMatchPatch: onEach('diffMatchPatch', rewritten),
  inc: onEach('inc', (match, input) => sum(match, input, 1)),
  dec: onEach('dec', (match, input) => sum(match, input, -1)),
  insert,
}
export const PATCH_OPERATIONS = Object.keys(OPERATIONS)

/** Returns the patched document. Throws PatchError. https://www.sanity.io/docs/content-lake/json-match */
export function applyPatch<T>(document: T, patch: Fields): T {
  let value: unknown = document
  for (const [name, apply] of Object.entries(OPERATIONS))
    if (patch[name] !== undefined && patch[name] !== null) value = apply(value, patch[name])
  return value as T
}

/** Changes each match. Inner matches come first, so that the outermost wins, as in @sanity/mutator. */
function onEach(name: string, change: (match: Match, input: unknown) => unknown): Operation {
  return (document, input) => {
    if (!isObject(input)) throw new PatchError(`${name} must be an object of paths and values`)
    return Object.entries(input).reduce(
      (current, [path, wanted]) =>
        matchesOf(current, path).reduce(
          (value, { path }) => setAt(value, path, (inner) => change({ path, value: inner }, wanted)),
          current,
        ),
      document,
    )
  }
}

function unset(document: unknown, input: unknown): unknown {
  if (!Array.isArray(input)) throw new PatchError('unset must be an array of paths')
  return input.reduce(
    (current, path) =>
      matchesOf(current, path).reduce((value, match) => removeAt(value, match.path), current),
    document,
  )
}

/** Inserts before the first match, after the last, or instead of all. */
function insert(document: unknown, input: unknown): unknown {
  const { items, ...where } = isObject(input) ? input : {}
  const [position, expression] = Object.entries(where)[0] ?? []
  if (Object.keys(where).length !== 1 || !['before', 'after', 'replace'].includes(position ?? ''))
    throw new PatchError('insert needs exactly one of before, after and replace')
  if (!Array.isArray(items)) throw new PatchError('insert needs items, an array')
  const expr = parsed(expression)
  if (expr.type !== 'Path') throw new PatchError(`insert.${position} must lead to an element of an array`)
  return matchesIn(document, expr.base).reduce<unknown>((current, { value: array, path }) => {
    if (!Array.isArray(array)) return current
    const found = matchesIn(array, { ...expr, base: undefined }).flatMap(({ path: [index, ...inner] }) =>
      typeof index === 'number' && inner.length === 0 ? [index] : [],
    )
    if (found.length === 0) return current
    const [first, last] = [Math.min(...found), Math.max(...found)]
    const at = Math.max(0, Math.min(array.length, position === 'after' ? last + 1 : first))
    const rest = array.slice(at).filter((_, i) => position !== 'replace' || !found.includes(at + i))
    return setAt(current, path, () => [...array.slice(0, at), ...items, ...rest])
  }, document)
}

function rewritten({ path, value }: Match, input: unknown): unknown {
  if (value === undefined) return undefined
  if (typeof value !== 'string')
    throw new PatchError(`Can't diff-match-patch "${path.join('.')}", because it is not a string`)
  try {
    return applyPatches(parsePatch(String(input)), value, { allowExceedingIndices: true })[0]
  } catch (error) {
    throw new PatchError(`Can't parse diffMatchPatch: ${(error as Error).message}`)
  }
}

function sum({ value }: Match, by: unknown, sign: 1 | -1): unknown {
  if (typeof by !== 'number') throw new PatchError(`${sign === 1 ? 'inc' : 'dec'} needs numbers`)
  if (typeof value !== 'number') return value
  const total = value + sign * by
  if (!Number.isFinite(total)) throw new PatchError('The sum is too large for a number')
  return total
}

const merged = (value: unknown, input: unknown): unknown =>
  isObject(value) && isObject(input)
    ? {
        ...value,
        ...Object.fromEntries(Object.entries(input).map(([key, item]) => [key, merged(value[key], item)])),
      }
    : input

function parsed(expression: unknown): ExprNode {
  try {
    const expr = parsePath(expression as string)
    if (typeof expression === 'string' && expr) return expr
  } catch (error) {
    throw new PatchError(`Unable to parse path ${JSON.stringify(expression)}: ${(error as Error).message}`)
  }
  throw new PatchError(`${JSON.stringify(expression)} is not a path`)
}

/** Orders matches so that no change moves a later one. */
function matchesOf(document: unknown, expression: unknown): Match[] {
  const expr = parsed(expression)
  if (expr.type !== 'Path') return []
  const recursive = isRecursive(expr)
  return (
    matchesIn(document, expr)
      // A path with `..` matches existing values only.
      .filter(({ path, value }) => !(recursive && value === undefined) && isPlace(document, path))
      .sort((a, b) => latestFirst(a.path, b.path))
  )
}

const isRecursive = (expr: PathNode | undefined): boolean =>
  expr !== undefined && (Boolean(expr.recursive) || isRecursive(expr.base))

/** False if the path passes a missing element. */
function isPlace(document: unknown, path: Step[]): boolean {
  let at = document
  for (const step of path) {
    if (typeof step === 'number' && !(step in (at as unknown[]))) return false
    at = (at as Record<Step, unknown> | null | undefined)?.[step]
  }
  return true
}

function setAt(container: unknown, [step, ...rest]: Step[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(container)
  if (typeof step === 'number')
    return (container as unknown[]).with(step, setAt((container as unknown[])[step], rest, change))
  const object = isObject(container) ? container : {}
  const before = Object.hasOwn(object, step) ? object[step] : undefined,
    after = setAt(before, rest, change)
  return after === before ? container : { ...object, [step]: after }
}

function removeAt(container: unknown, [step, ...rest]: Step[]): unknown {
  if (rest.length === 0) {
    if (typeof step === 'number') return (container as unknown[]).toSpliced(step, 1)
    if (!isObject(container) || !Object.hasOwn(container, step!)) return container
    const { [step!]: _, ...others } = container
    return others
  }
  return setAt(container, [step!], (inner) => removeAt(inner, rest))
}

/** Orders later elements first, and containers after their contents. */
function latestFirst(a: Step[], b: Step[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? 1 : -1
  return b.length - a.length
}
