import type { Document } from '#studio/lake/document-ids.ts'

/**
 * Where a value comes from. It is tracked beside the value while a query runs: the evaluator puts the origin of each
 * result into `runtime.origin`, and containers that the query builds hold the origins of what is in them.
 */
export type Origin =
  | DocumentOrigin
  | ArrayOrigin
  | ObjectOrigin
  | typeof LITERAL
  | typeof UNKNOWN
  | typeof DOCUMENTS

/** A place in a document: the document itself, or an attribute or element of such a place. */
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
export class ArrayOrigin {
  readonly elements: Origin[] = []
}
export class ObjectOrigin {
  readonly attributes = new Map<string, Origin>()
}
/** Written in the query, or given as a parameter. */
export const LITERAL = { type: 'literal' } as const
/** Computed from other values. */
export const UNKNOWN = { type: 'unknown' } as const
/** A list of whole documents. */
export const DOCUMENTS = { type: 'documents' } as const

export function originWithin(origin: Origin, key: string | number, value: unknown): Origin {
  if (origin instanceof DocumentOrigin) return new DocumentOrigin(origin.document, origin, key)
  if (origin instanceof ArrayOrigin) return origin.elements[key as number] ?? UNKNOWN
  if (origin instanceof ObjectOrigin) return origin.attributes.get(String(key)) ?? UNKNOWN
  return origin === DOCUMENTS ? new DocumentOrigin(value as Document) : origin
}
