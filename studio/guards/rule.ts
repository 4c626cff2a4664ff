import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Fix, Path, StoredDocument } from '#studio/validation/rule.ts'

/** What studio/publish and studio/checks use until they go by studio/validation. */
export type Finding = { rule: string; path: Path; message: string; fixes?: Fix[] }

export const found = (rule: string, path: Path, message: string): Finding[] => [{ rule, path, message }]

export type Rule = (document: StoredDocument, dataset: PublishedContent) => Finding[]
