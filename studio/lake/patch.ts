import { applyPatches, parsePatch } from '@sanity/diff-match-patch'
import { type ExprNode, getIndexForKey, jsonMatch, parsePath } from '@sanity/json-match'
import { isObject } from '#studio/lake/groq/values.ts'

type Fields = Record<string, unknown>
type Step = string | number
/** One value that a path leads to; `undefined` where there is none yet. */
type Match = { path: Step[]; value: unknown }
type Operation = (document: unknown, given: unknown) => unknown

/** A patch that can't be applied; its message is for whoever sent it. */
export class PatchError extends Error {}

// In the order in which a patch applies them, which is that of @sanity/mutator: the Studio predicts with it.
const OPERATIONS: Record<string, Operation> = {
  set: onEach('set', ({ value: _ }, given) => given),
  setIfMissing: onEach('setIfMissing', ({ value }, given) => (value === undefined ? given : value)),
  merge: onEach('merge', ({ value }, given) => merged(value, given)),
  unset,
  diffMatchPatch: onEach('diffMatchPatch', rewritten),
  inc: onEach('inc', (match, given) => sum(match, given, 1)),
  dec: onEach('dec', (match, given) => sum(match, given, -1)),
  insert,
}
export const PATCH_OPERATIONS = Object.keys(OPERATIONS)

/**
 * Applies the operations of a patch to a document and returns the new one; what isn't touched is shared with the old.
 * Paths are JSONMatch (https://www.sanity.io/docs/content-lake/json-match); one that leads nowhere changes nothing.
 * Throws PatchError for a path that doesn't parse, or a value that an operation can't take.
 */
export function applyPatch<T>(document: T, patch: Fields): T {
  let value: unknown = document
  for (const [name, apply] of Object.entries(OPERATIONS))
    if (patch[name] !== undefined && patch[name] !== null) value = apply(value, patch[name])
  return value as T
}

/** An operation that maps paths to values: each match becomes what `change` makes of it. */
function onEach(name: string, change: (match: Match, given: unknown) => unknown): Operation {
  return (document, given) => {
    if (!isObject(given)) throw new PatchError(`${name} must be an object of paths and values`)
    return Object.entries(given).reduce(
      (sofar, [path, wanted]) =>
        matchesOf(sofar, path).reduce(
          (value, match) => setAt(value, match.path, change(match, wanted)),
          sofar,
        ),
      document,
    )
  }
}

function unset(document: unknown, given: unknown): unknown {
  if (!Array.isArray(given)) throw new PatchError('unset must be an array of paths')
  return given.reduce(
    (sofar, path) =>
      matchesOf(sofar, path)
        .sort((a, b) => latestFirst(a.path, b.path)) // so that no removal moves what is still to be removed
        .reduce((value, match) => removeAt(value, match.path), sofar),
    document,
  )
}

/** Before the first match, after the last, or in place of all, as the Content Lake does. */
function insert(document: unknown, given: unknown): unknown {
  const { items, ...where } = isObject(given) ? given : {}
  const [position, expression] = Object.entries(where)[0] ?? []
  if (Object.keys(where).length !== 1 || !['before', 'after', 'replace'].includes(position ?? ''))
    throw new PatchError('insert needs exactly one of before, after and replace')
  if (!Array.isArray(items)) throw new PatchError('insert needs items, an array')
  const expr = parsed(expression)
  if (expr.type !== 'Path') throw new PatchError(`insert.${position} must lead to an element of an array`)
  const lists = expr.base ? [...jsonMatch(document, expr.base)] : [{ value: document, path: [] }]
  return lists.reduce<unknown>((sofar, list) => {
    const path = steps(document, list.path)
    if (!path || !Array.isArray(list.value)) return sofar
    const array = list.value
    const found = [...jsonMatch(array, { ...expr, base: undefined })]
      .flatMap((match) => (match.path.length === 1 ? [indexIn(array, match.path[0])] : []))
      .filter((index) => index !== undefined)
    if (found.length === 0) return sofar
    const [first, last] = [Math.min(...found), Math.max(...found)]
    const at = Math.max(0, Math.min(array.length, position === 'after' ? last + 1 : first))
    const kept = (_item: unknown, index: number) => position !== 'replace' || !found.includes(index)
    return setAt(sofar, path, [
      ...array.slice(0, at).filter(kept),
      ...items,
      ...array.slice(at).filter((item, index) => kept(item, at + index)),
    ])
  }, document)
}

function rewritten({ path, value }: Match, given: unknown): unknown {
  if (value === undefined) return undefined
  if (typeof value !== 'string')
    throw new PatchError(`Can't diff-match-patch "${path.join('.')}", because it is not a string`)
  try {
    return applyPatches(parsePatch(String(given)), value, { allowExceedingIndices: true })[0]
  } catch (error) {
    throw new PatchError(`Can't parse diffMatchPatch: ${(error as Error).message}`)
  }
}

function sum({ value }: Match, by: unknown, sign: 1 | -1): unknown {
  if (typeof by !== 'number') throw new PatchError(`${sign === 1 ? 'inc' : 'dec'} needs numbers`)
  if (typeof value !== 'number') return value
  const total = value + sign * by
  if (!Number.isFinite(total)) throw new PatchError('The sum is too large for a number') // JSON has none for it
  return total
}

const merged = (value: unknown, given: unknown): unknown =>
  isObject(value) && isObject(given)
    ? {
        ...value,
        ...Object.fromEntries(Object.entries(given).map(([key, item]) => [key, merged(value[key], item)])),
      }
    : given

function parsed(expression: unknown): ExprNode {
  try {
    const expr = parsePath(expression as string)
    if (typeof expression === 'string' && expr) return expr
  } catch (error) {
    throw new PatchError(`Unable to parse path ${JSON.stringify(expression)}: ${(error as Error).message}`)
  }
  throw new PatchError(`${JSON.stringify(expression)} is not a path`)
}

function matchesOf(document: unknown, expression: unknown): Match[] {
  const expr = parsed(expression)
  const recursive = isRecursive(expr)
  return [...jsonMatch(document, expr)].flatMap(({ path, value }) => {
    // `..name` finds what is there; any other path also says where something may be put.
    const place = recursive && value === undefined ? undefined : steps(document, path)
    return place ? [{ path: place, value }] : []
  })
}

const isRecursive = (expr: ExprNode | undefined): boolean =>
  expr?.type === 'Path' && (Boolean(expr.recursive) || isRecursive(expr.base))

/** A match's path with keys and negative indices resolved; undefined where it passes an element that isn't there. */
function steps(document: unknown, path: readonly unknown[]): Step[] | undefined {
  const resolved: Step[] = []
  let at = document
  for (const step of path) {
    const next = typeof step === 'string' ? step : indexIn(at, step)
    if (next === undefined || (typeof next === 'number' && !(next in (at as unknown[])))) return undefined
    resolved.push(next)
    at = (at as Record<Step, unknown> | null | undefined)?.[next]
  }
  return resolved
}

function indexIn(array: unknown, step: unknown): number | undefined {
  if (!Array.isArray(array)) return undefined
  if (typeof step === 'number') return step < 0 ? array.length + step : step
  return isObject(step) && typeof step._key === 'string' ? getIndexForKey(array, step._key) : undefined
}

function setAt(container: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number')
    return (container as unknown[]).with(step, setAt((container as unknown[])[step], rest, value))
  const object = isObject(container) ? container : {}
  const before = object[step],
    after = setAt(before, rest, value)
  return after === undefined || after === before ? container : { ...object, [step]: after }
}

function removeAt(container: unknown, [step, ...rest]: Step[]): unknown {
  if (rest.length === 0) {
    if (typeof step === 'number') return (container as unknown[]).toSpliced(step, 1)
    if (!isObject(container) || !(step! in container)) return container
    const { [step!]: _, ...others } = container
    return others
  }
  const inner = (container as Record<Step, unknown> | null | undefined)?.[step!]
  return inner === undefined || inner === null ? container : setAt(container, [step!], removeAt(inner, rest))
}

/** Orders paths so that of two elements of an array the later one comes first. */
function latestFirst(a: Step[], b: Step[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++)
    if (a[i] !== b[i])
      return typeof a[i] === 'number' && typeof b[i] === 'number' ? (b[i] as number) - (a[i] as number) : 0
  return b.length - a.length
}
