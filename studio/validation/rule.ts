import type { Figure } from '#studio/validation/amounts.ts'
import type { Path, StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Child } from '#studio/validation/walk.ts'

/** Replaces a typed amount by a quote of a plan. */
export type Fix = {
  title: string
  /** The children of a paragraph, and their new value. */
  path: Path
  value: Child[]
  /** The same change for an open editor: the quote replaces these characters of the paragraph. */
  quote: {
    start: number
    end: number
    plan: { _type: 'reference'; _ref: string; _weak: true }
    show: Figure
  }
}

/** An `error` blocks Publish. The editor confirms a `warning` at Publish. */
export type Level = 'error' | 'warning'

/** One place in a document that needs attention. */
export type Finding = {
  path: Path
  /** Names the problem and the next step. */
  message: string
  /** The exact value, short; part of an acknowledgement. */
  value?: string
  /** Overrides the level of the rule. An error cannot be acknowledged. */
  level?: Level
  fixes?: Fix[]
}

/** `isNew`: the published version of the document does not have it. */
export type RuleFinding = Finding & { rule: Rule; isNew: boolean }

export type Context = {
  /** The content of the site after the document and its release are published. */
  content: PublishedContent
  /** The published version of the document. */
  published: StoredDocument | undefined
}

/** Checks a document for one kind of mistake. */
export type Rule = {
  /** For instance `price-jump`. */
  name: string
  /** The heading in Checks and Help. */
  title: string
  /** Tells editors the problem and the next step, in one to three sentences. */
  help: string
  level: Level
  /** New findings are errors in a release until they are acknowledged. For money, consents, legal texts and links. */
  blocksReleases?: true
  /** The document types that it checks; all when left out. */
  types?: string[]
  check(document: StoredDocument, context: Context): Finding[]
}
