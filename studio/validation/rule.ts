import type { Figure } from '#studio/validation/amounts.ts'
import type { Path, StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Child } from '#studio/validation/walk.ts'

/** Puts a quote of a plan in the place of a typed amount, when an editor presses its button. */
export type Fix = {
  title: string
  /** The children of a paragraph, and what they become. */
  path: Path
  value: Child[]
  /** The same change for an open editor: these characters of the paragraph become this quote. */
  quote: {
    start: number
    end: number
    plan: { _type: 'reference'; _ref: string; _weak: true }
    show: Figure
  }
}

/** An `error` blocks Publish. A `warning` is confirmed by the editor when the document is published. */
export type Level = 'error' | 'warning'

/** One place in a document that needs attention. */
export type Finding = {
  path: Path
  /** What is wrong and what to do. */
  message: string
  /** What exactly was found, short; part of an acknowledgement. */
  value?: string
  /** Where it differs from the level of the rule. A finding that is an error cannot be acknowledged. */
  level?: Level
  fixes?: Fix[]
}

/** `isNew`: the published version of the document does not have it. */
export type RuleFinding = Finding & { rule: Rule; isNew: boolean }

export type Context = {
  /** The content of the site as it would be once the document is published, with its release if it belongs to one. */
  content: PublishedContent
  /** What visitors have of the document now. */
  published: StoredDocument | undefined
}

/** A check of one kind of mistake: a pure function of a document and what is published. */
export type Rule = {
  /** For instance `price-jump`. */
  name: string
  /** The heading in Checks and Help. */
  title: string
  /** For editors: what the rule finds and what to do, in one to three sentences. */
  help: string
  level: Level
  /** Protects money, consent, legal text or links: in a release its new findings are errors until they are acknowledged. */
  blocksReleases?: true
  /** The document types that it checks; all when left out. */
  types?: string[]
  check(document: StoredDocument, context: Context): Finding[]
}
