import type { SanityClient, ValidationMarker } from 'sanity'
import type { StoredDocument } from '#studio/validation/document.ts'
import { type EarlierText, replacedText } from '#studio/validation/earlier-text.ts'
import { type PageMove, pageMove } from '#studio/validation/page-move.ts'
import { contentFor } from '#studio/validation/published-content.ts'
import type { RuleFinding } from '#studio/validation/rule.ts'
import { acknowledgementOf, findingsOf } from '#studio/validation/rules.ts'

/** A document with the revision that the editor sees. */
export type Revision = StoredDocument & { _rev: string }

/** What an editor is asked before a draft is published or scheduled. */
export type Question = {
  draft: Revision
  published: Revision | null
  warnings: { path: readonly unknown[]; message: string }[]
  /** The published legal text that the draft replaces. */
  text: EarlierText | undefined
  moved: PageMove | undefined
  /** What a scheduled draft stores, so that its release may go out. */
  acknowledged: string[]
}

/**
 * Reads what to ask before Publish; undefined when there is nothing. The rules check the draft itself, because `markers`, the result
 * of the form's validation, can be those of an earlier revision (sanity 6.16).
 */
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
  return asked({ ...question, warnings })
}

/** Reads what to ask before "Schedule publish": only what blocks releases. */
export async function scheduleQuestion(
  client: SanityClient,
  draft: Revision,
  published: Revision | null,
): Promise<Question | undefined> {
  const question = await readQuestion(client, draft, published)
  const blocking = question.findings.filter(({ rule }) => rule.blocksReleases)
  const warnings = blocking.filter((finding) => !isAnswered(finding, question))
  return asked({ ...question, warnings, acknowledged: warnings.map(acknowledgementOf) })
}

async function readQuestion(client: SanityClient, draft: Revision, published: Revision | null) {
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

/** Whether the date or the redirect that the dialog asks for settles a finding. */
const isAnswered = ({ rule }: RuleFinding, { text, moved }: Pick<Question, 'text' | 'moved'>): boolean =>
  rule.name === 'moved-page' ? moved !== undefined : text !== undefined && rule.name === 'legal-text'

const asked = (question: Question): Question | undefined =>
  question.warnings.length > 0 || question.text || question.moved ? question : undefined
