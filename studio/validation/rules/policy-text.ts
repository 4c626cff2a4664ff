import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { Finding, Rule, StoredDocument } from '#studio/validation/rule.ts'
import { type Block, blockText } from '#studio/validation/walk.ts'
import { policyChanged } from '#studio/validation/wording.ts'

/** Sees to it that a changed policy gets a new date and that the earlier text is kept. */
export const policyText: Rule = {
  name: 'policy-text',
  title: 'Policies with a changed text or date',
  help: 'The text of a published policy changes. Publish asks from which date the new text is in force and keeps the earlier text at its own address. In a release, set the new date and keep the earlier text before the release is scheduled.',
  level: 'warning',
  blocksReleases: true,
  types: ['policy'],
  check(document, { content, published }) {
    if (!published) return []
    const [before, after] = [published, document].map(({ effectiveDate }) => String(effectiveDate ?? '')) as [
      string,
      string,
    ]
    const path = ['effectiveDate']
    if (!policyChanged(document, published))
      return before === after
        ? []
        : [
            {
              path,
              message: `Only the date changes, from ${before || 'none'} to ${after || 'none'}. The published text would claim to be in force from another day. Change the date back unless it was wrong.`,
              value: `${before} → ${after}`,
            },
          ]
    if (!getVersionFromId(document._id))
      return [
        {
          path,
          message:
            'The text changes. Publish asks from which date it is in force, and keeps the earlier text.',
        },
      ]
    const findings: Finding[] = []
    if (after <= before)
      findings.push({
        path,
        message: `The text changes, so “In force from” needs a new date. It must be after ${before}, the date of the published text.`,
        level: 'error',
      })
    if (!content.kept.some((version) => keeps(version, published)))
      findings.push({
        path,
        message:
          'The text changes, and the release does not keep the published text. Press “Keep the published text”.',
        level: 'error',
      })
    return findings
  },
}

type Sections = { title?: string; body?: Block[] }[]

/** Whether a `policyVersion` holds the text of a policy. The figures that its quotes showed are not compared. */
function keeps(version: StoredDocument, policy: StoredDocument): boolean {
  const { _ref } = (version.policy ?? {}) as { _ref?: string }
  return (
    version._type === 'policyVersion' &&
    _ref === getPublishedId(policy._id) &&
    patternOf(plainText(policy)).test(plainText(version))
  )
}

const plainText = ({ title, intro, sections }: StoredDocument): string =>
  [
    title,
    ...((intro ?? []) as Block[]).map(blockText),
    ...((sections ?? []) as Sections).flatMap((section) => [
      section.title,
      ...(section.body ?? []).map(blockText),
    ]),
  ].join('\n')

/** Matches a text with anything in the place of its quotes. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\uFFFC', '[^\\n]*')}$`)
