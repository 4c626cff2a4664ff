import type { TITLES } from '#studio/checks/titles.ts'
import type { Dataset } from '#studio/validation/published-content.ts'

type PathSegment = string | number | { _key: string }
export type Path = PathSegment[]

/** A document as it is stored; guards look at what they know and leave the rest alone. */
export type StoredDocument = { _id: string; _type: string; [field: string]: unknown }

/** A plan's figure in the place of these letters of a paragraph. */
type Quoting = {
  start: number
  end: number
  plan: { _type: 'reference'; _ref: string; _weak: true }
  show: string
}

/** What one press of a button puts in the place of a mistake. `quote`: the same, for who is writing there. */
export type Fix = { title: string; path: Path; value: unknown; quote?: Quoting }

/** A place in a document that an editor should know of, in a sentence that says what to do. */
export type Finding = { rule: keyof typeof TITLES; path: Path; message: string; fixes?: Fix[] }

/** The list of one finding. */
export const found = (rule: Finding['rule'], path: Path, message: string): Finding[] => [
  { rule, path, message },
]

export type Rule = (document: StoredDocument, dataset: Dataset) => Finding[]
