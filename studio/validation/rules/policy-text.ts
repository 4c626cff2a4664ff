import { getPublishedId } from '@sanity/client/csm'
import { changedTextFindings } from '#studio/validation/changed-text.ts'
import type { Rule, StoredDocument } from '#studio/validation/rule.ts'
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
    const path = ['effectiveDate']
    const [since, next] = [dateOf(published), dateOf(document)]
    if (policyChanged(document, published))
      return changedTextFindings(document, {
        what: 'The text changes',
        path,
        since,
        next,
        isKept: content.kept.some((version) => version.until === next && keeps(version, published)),
      })
    if (since === next) return []
    const message = `Only the date changes, from ${since || 'none'} to ${next || 'none'}, so the published text would be in force from another day. Change the date back unless it was wrong.`
    return [{ path, message, value: `${since} → ${next}` }]
  },
}

const dateOf = ({ effectiveDate }: StoredDocument) => String(effectiveDate ?? '')

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
    ...((sections ?? []) as { title?: string; body?: Block[] }[]).flatMap((section) => [
      section.title,
      ...(section.body ?? []).map(blockText),
    ]),
  ].join('\n')

/** Matches a text with anything in the place of its quotes. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\uFFFC', '[^\\n]*')}$`)
