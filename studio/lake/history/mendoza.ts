import type { Document } from '../documents/document-ids.ts'
import { isObject } from '../groq/values.ts'
import type { Change } from '../store/store.ts'

type Patch = unknown[]
type Fields = Record<string, unknown>

// https://github.com/sanity-io/mendoza-js
const VALUE = 0,
  FIELD = { pushCopy: 10, pushBlank: 11, pop: 15 },
  ELEMENT = { pushCopy: 12, pushBlank: 13, pop: 16 },
  SET_FIELD = 17,
  DELETE_FIELD = 19,
  APPEND_VALUE = 20,
  APPEND_SLICE = 21,
  APPEND_STRING = 22,
  APPEND_STRING_SLICE = 23

const MIN_DIFFED_CHARS = 24
const LONE_SURROGATE = /[\uD800-\uDFFF]/u // has no UTF-8 length

/** A change as patches. As in Sanity, they leave `_rev` out. */
export function effectsOf(change: Pick<Change, 'before' | 'after'>) {
  const before = withoutRevision(change.before),
    after = withoutRevision(change.after)
  return { apply: mendozaPatch(before, after), revert: mendozaPatch(after, before) }
}

function withoutRevision(doc: Document | null) {
  const { _rev, ...fields } = doc ?? {}
  return doc && fields
}

/** Encodes a difference; the package `mendoza` only decodes. https://github.com/sanity-io/mendoza */
export function mendozaPatch(left: unknown, right: unknown): Patch {
  return isObject(left) && isObject(right)
    ? shorter(objectPatch(left, right), [VALUE, right])
    : [VALUE, right]
}

/** The output starts as a copy of `left`. */
function objectPatch(left: Fields, right: Fields): Patch {
  const changed = keysOf(left).flatMap((key, index) => fieldPatch(key, index, left[key], right[key]))
  const added = keysOf(right).flatMap((key) => (left[key] === undefined ? [SET_FIELD, right[key], key] : []))
  return [...changed, ...added]
}

function fieldPatch(key: string, index: number, before: unknown, after: unknown): Patch {
  if (after === undefined) return [DELETE_FIELD, index]
  return same(before, after) ? [] : nestedPatch(before, after, index, FIELD, [SET_FIELD, after, key])
}

/** Changes the value at `index` of the object or array, or sets it as a `whole` if that is shorter. */
function nestedPatch(before: unknown, after: unknown, index: number, op: typeof FIELD, whole: Patch): Patch {
  if (isObject(before) && isObject(after))
    return shorter([op.pushCopy, index, ...objectPatch(before, after), op.pop], whole)
  const built = builtPatch(before, after)
  return built ? shorter([op.pushBlank, index, ...built, op.pop], whole) : whole
}

/** The output starts blank and copies the common start and end. Undefined if nothing can be copied. */
function builtPatch(left: unknown, right: unknown): Patch | undefined {
  if (Array.isArray(left) && Array.isArray(right)) return arrayPatch(left, right)
  return typeof left === 'string' && typeof right === 'string' ? stringPatch(left, right) : undefined
}

/** An element between the ends is patched if its key, or its place, is the same. */
function arrayPatch(left: unknown[], right: unknown[]): Patch | undefined {
  const { prefix, suffix } = commonEnds(left, right)
  const end = left.length - suffix
  const keyOf = (item: unknown) => (isObject(item) ? item._key : undefined)
  const indexes = new Map(left.map((item, index) => [keyOf(item), index]))
  const middle = right.slice(prefix, right.length - suffix).flatMap((item, i) => {
    const key = keyOf(item)
    const index = key === undefined ? prefix + i : indexes.get(key)
    const whole = [APPEND_VALUE, item]
    return index === undefined || index >= left.length
      ? whole
      : nestedPatch(left[index], item, index, ELEMENT, whole)
  })
  const patch: Patch = []
  if (prefix > 0) patch.push(APPEND_SLICE, 0, prefix)
  for (const item of middle) patch.push(item)
  if (suffix > 0) patch.push(APPEND_SLICE, end, left.length)
  return patch.length > 0 ? patch : undefined
}

/** Offsets count UTF-8 bytes. */
function stringPatch(left: string, right: string): Patch | undefined {
  if (right.length < MIN_DIFFED_CHARS || LONE_SURROGATE.test(left) || LONE_SURROGATE.test(right))
    return undefined
  const [before, after] = [[...left], [...right]]
  const { prefix, suffix } = commonEnds(before, after)
  const middle = after.slice(prefix, after.length - suffix).join('')
  const bytes = (characters: string[]) => Buffer.byteLength(characters.join(''))
  const patch: Patch = []
  if (prefix > 0) patch.push(APPEND_STRING_SLICE, 0, bytes(before.slice(0, prefix)))
  if (middle) patch.push(APPEND_STRING, middle)
  if (suffix > 0)
    patch.push(APPEND_STRING_SLICE, bytes(before.slice(0, before.length - suffix)), bytes(before))
  return prefix + suffix > 0 ? patch : undefined
}

function commonEnds(before: unknown[], after: unknown[]): { prefix: number; suffix: number } {
  const most = Math.min(before.length, after.length)
  let prefix = 0,
    suffix = 0
  while (prefix < most && same(before[prefix], after[prefix])) prefix++
  while (suffix < most - prefix && same(before.at(-1 - suffix), after.at(-1 - suffix))) suffix++
  return { prefix, suffix }
}

const shorter = (a: Patch, b: Patch): Patch => (JSON.stringify(a).length < JSON.stringify(b).length ? a : b)
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
/** Sorted, as the decoder expects. */
const keysOf = (value: Fields) =>
  Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
