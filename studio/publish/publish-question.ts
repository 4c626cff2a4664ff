import type { SanityClient, ValidationMarker } from 'sanity'
import type { StoredDocument } from '#studio/validation/document.ts'
import { type EarlierText, replacedText } from '#studio/validation/earlier-text.ts'
import { type PageMove, pageMove } from '#studio/validation/page-move.ts'
import { contentFor } from '#studio/validation/published-content.ts'
import type { RuleFinding } from '#studio/validation/rule.ts'
import { acknowledgementOf, findingsOf } from '#studio/validation/rules.ts'

/** A document with the revision that the editor sees. */
export type Revision = StoredDocument & { _rev: string }

/** The question to an editor before a draft is published or scheduled. */
export type Question = {
  draft: Revision
  published: Revision | null
  warnings: { path: readonly unknown[]; message: string }[]
  /** The published legal text that the draft replaces. */
  text: EarlierText | undefined
  moved: PageMove | undefined
  /** The findings that a scheduled draft stores as confirmed. */
  acknowledged: string[]
}

/** Reads the question before Publish; undefined if there is none. `markers`: the form's validation results. */
export async function publishQuestion(
  client: SanityClient,
  draft: Revision,
  published: Revision | null,
  markers: ValidationMarker[],
): Promise<Question | undefined> {
  const question = await readQuestion(client, draft, published)
  const { findings } = question
  const fields = markers.filter(
    ({ level, message }) => level === 'warning' && !findings.some((one) => one.message === message),
  )
  const warnings = [...findings.filter((finding) => !isAnswered(finding, question)), ...fields]
  return undefinedIfEmpty({ ...question, warnings })
}

/** Reads the question before "Schedule publish", about findings that block a release. */
export async function scheduleQuestion(
  client: SanityClient,
  draft: Revision,
  published: Revision | null,
): Promise<Question | undefined> {
  const question = await readQuestion(client, draft, published)
  const blocking = question.findings.filter(({ rule }) => rule.blocksReleases)
  const warnings = blocking.filter((finding) => !isAnswered(finding, question))
  return undefinedIfEmpty({ ...question, warnings, acknowledged: warnings.map(acknowledgementOf) })
}

async function readQuestion(client: SanityClient, draft: Revision, published: Revision | null) {
  // Applies the rules to the draft, because `markers` may belong to an earlier revision (sanity 6.16).
  const content = await contentFor(client, draft._id, { fresh: true })
  const context = { content, published: published ?? undefined }
  const findings = findingsOf(draft, context).filter(
    ({ isNew, rule, level = rule.level }) => isNew && level === 'warning',
  )
  const moves = findings.some(({ rule }) => rule.name === 'moved-page')
  return {
    draft,
    published,
    findings,
    text: replacedText(draft, context.published, content),
    moved: moves ? pageMove(draft, context.published, content) : undefined,
    acknowledged: [],
  }
}

/** Whether the dialog already asks for the date or the redirect that a finding requires. */
const isAnswered = ({ rule }: RuleFinding, { text, moved }: Pick<Question, 'text' | 'moved'>): boolean =>
  rule.name === 'moved-page' ? moved !== undefined : text !== undefined && rule.name === 'legal-text'

const undefinedIfEmpty = (question: Question): Question | undefined =>
  question.warnings.length > 0 || question.text || question.moved ? question : undefined
