import type { Document } from '../documents/document-ids.ts'
import { invalidDocument } from '../errors.ts'
import { isObject } from '../groq/values.ts'

// https://www.sanity.io/docs/content-lake/technical-limits, of the Free and Growth plans
const MAX_ATTRIBUTES = 1_000
const MAX_LEVELS = 20

/** No other keys are allowed in a reference. https://www.sanity.io/docs/studio/reference-type */
const REFERENCE_KEYS: Record<string, string> = {
  _key: 'string',
  _type: 'string',
  _ref: 'string',
  _weak: 'boolean',
  _strengthenOnPublish: 'object or boolean', // older Studios write `true`
  _dataset: 'string',
  _projectId: 'string',
}

type Fault = { kind: string; amount: number; description: string }

/**
 * Throws 400 for a document beyond a limit or with an invalid reference. A document that was `stored` like that can
 * still be changed, but not grow.
 */
export function checkDocument(document: object, stored: Document | null, index: number) {
  const faults = faultsOf(document)
  if (faults.length === 0) return
  const known = stored ? faultsOf(stored) : []
  const isKnown = (fault: Fault) =>
    known.some(({ kind, amount }) => kind === fault.kind && amount >= fault.amount)
  const fault = faults.find((fault) => !isKnown(fault))
  if (fault) throw invalidDocument(index, fault.description)
}

function faultsOf(document: object): Fault[] {
  const faults: Fault[] = []
  let levels = 0
  let values = 0
  let containers: object[] = [document]
  // Not recursive, because patches can nest without an end. Only a list in a list is a level of its own.
  while (containers.length > 0) {
    const inside: object[] = []
    const seen = values
    const add = (value: unknown, isItem: boolean) => {
      values++
      if (Array.isArray(value) && !isItem) for (const item of value) add(item, true)
      else if (typeof value === 'object' && value !== null) inside.push(value)
    }
    for (const container of containers) {
      const description = '_ref' in container && referenceError(container)
      if (description) faults.push({ kind: 'reference', amount: 0, description })
      for (const value of Object.values(container)) add(value, Array.isArray(container))
    }
    if (values > seen) levels++
    containers = inside
  }
  const limit = (kind: string, amount: number, max: number) => {
    if (amount > max) faults.push({ kind, amount, description: `${kind} ${amount} exceeds limit of ${max}` })
  }
  limit('Attribute nesting depth', levels, MAX_LEVELS)
  // Most documents are too small for this slow and recursive count.
  if (values > MAX_ATTRIBUTES && levels <= MAX_LEVELS) {
    // A new document lacks some of the system's attributes, a stored one has them all.
    const { _id, _type, _rev, _createdAt, _updatedAt, ...own } = document as Document
    limit('Total attribute/datatype count', attributesOf([own]) - 1, MAX_ATTRIBUTES)
  }
  return faults
}

/** Counts the data types of one path and of all paths below, for all values of that path. */
function attributesOf(values: unknown[]): number {
  const items = values.filter(Array.isArray).flat()
  const attributes = Map.groupBy(values.filter(isObject).flatMap(Object.entries), ([name]) => name)
  let count = new Set(values.map(dataTypeOf)).size + (items.length > 0 ? attributesOf(items) : 0)
  for (const entries of attributes.values()) count += attributesOf(entries.map(([, value]) => value))
  return count
}

function dataTypeOf(value: unknown): string {
  if (Number.isInteger(value)) return 'integer'
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function referenceError(reference: object): string | undefined {
  for (const [key, value] of Object.entries(reference)) {
    const type = Object.hasOwn(REFERENCE_KEYS, key) ? REFERENCE_KEYS[key] : undefined
    if (!type) return `Key ${JSON.stringify(key)} not allowed in ref`
    if (!type.includes(dataTypeOf(value))) return `Key ${JSON.stringify(key)} in ref must be of type ${type}`
  }
  return undefined
}
