import type { Document } from '../documents/document-ids.ts'

/** The origin of a value. The evaluator sets `runtime.origin` with each result. */
export type Origin =
  | DocumentOrigin
  | ArrayOrigin
  | ObjectOrigin
  | typeof LITERAL
  | typeof UNKNOWN
  | typeof DOCUMENTS

/** A document, or a place in it. */
export class DocumentOrigin {
  readonly document: Document
  readonly parent: DocumentOrigin | null
  readonly key: string | number
  constructor(document: Document, parent: DocumentOrigin | null = null, key: string | number = '') {
    this.document = document
    this.parent = parent
    this.key = key
  }
}
class ArrayOrigin {
  readonly elements: Origin[] = []
}
export class ObjectOrigin {
  readonly attributes = new Map<string, Origin>()
}
/** Collects a list and, with tracing, the origins of its elements. */
export class TracedList {
  readonly values: unknown[] = []
  readonly #origins: ArrayOrigin | undefined
  constructor(tracing: boolean) {
    this.#origins = tracing ? new ArrayOrigin() : undefined
  }
  add(value: unknown, origin: Origin) {
    this.values.push(value)
    this.#origins?.elements.push(origin)
  }
  /** Adds an element of another list. */
  addFrom(list: Origin, index: number, value: unknown) {
    this.values.push(value)
    this.#origins?.elements.push(originWithin(list, index, value))
  }
  /** Returns the list as the result of an expression. */
  result(runtime: { origin: Origin }) {
    if (this.#origins) runtime.origin = this.#origins
    return this.values
  }
}
/** A literal or a parameter. */
export const LITERAL = { type: 'literal' } as const
/** A computed value. */
export const UNKNOWN = { type: 'unknown' } as const
/** A list of whole documents. */
export const DOCUMENTS = { type: 'documents' } as const

export function originWithin(origin: Origin, key: string | number, value: unknown): Origin {
  if (origin instanceof DocumentOrigin) return new DocumentOrigin(origin.document, origin, key)
  if (origin instanceof ArrayOrigin) return origin.elements[key as number] ?? UNKNOWN
  if (origin instanceof ObjectOrigin) return origin.attributes.get(String(key)) ?? UNKNOWN
  return origin === DOCUMENTS ? new DocumentOrigin(value as Document) : origin
}
