import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { StoredDocument } from '#studio/validation/document.ts'
import { replacedText } from '#studio/validation/earlier-text.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'
import { textsIn } from '#studio/validation/walk.ts'
import { consentsOf } from '#studio/validation/wording.ts'

/** Requires a new date for a changed policy or consent, and that the earlier text is stored as evidence. */
export const legalText: Rule = {
  name: 'legal-text',
  title: 'Policies and consents with a changed text or date',
  help: 'The text of a policy or the wording of a consent changes. Publish asks from which date it is in force and keeps the earlier text, which visitors agreed to. In a release, set the new date and keep the earlier text before the release is scheduled.',
  level: 'warning',
  blocksReleases: true,
  types: ['policy', 'siteSettings'],
  check(document, { content, published }) {
    if (!published) return []
    const path = document._type === 'policy' ? ['effectiveDate'] : ['consents', 'effectiveDate']
    const text = replacedText(document, published, content)
    const [since, next] = [dateOf(published), dateOf(document)]
    if (!text)
      return since === next
        ? []
        : [
            {
              path,
              message: `Only the date changes, from ${since || 'none'} to ${next || 'none'}, so the published text would be in force from another day. Change the date back unless it was wrong.`,
              value: `${since} → ${next}`,
            },
          ]
    const error = (message: string): Finding => ({ path, message, level: 'error' })
    const release = getVersionFromId(document._id)
    const scheduled = content.scheduledTexts.find(
      (one) => one.document === getPublishedId(document._id) && one.release !== release,
    )
    if (scheduled)
      return [
        error(
          `The scheduled release “${scheduled.title || 'Untitled release'}” changes this text too, and would keep the wrong earlier text. Unschedule that release before you publish here, then schedule it again.`,
        ),
      ]
    if (!release)
      return [
        {
          path,
          message: `${text.name} changes. Publish asks from which date it is in force, and keeps the earlier one.`,
        },
      ]
    const expected = comparableText(text.versionUntil(next))
    return [
      ...(next > text.since
        ? []
        : [error(`${text.name} changes, so “In force from” needs a new date after ${text.since}.`)]),
      ...(content.textsInRelease.some((version) => comparableText(version) === expected)
        ? []
        : [
            error(
              `${text.name} changes, and the release does not keep the published one. Press “Keep the published text”.`,
            ),
          ]),
    ]
  },
}

const dateOf = (document: StoredDocument): string =>
  String((document._type === 'policy' ? document : consentsOf(document)).effectiveDate ?? '')

/** The fields that an earlier text must share with the published text. */
const comparableText = ({ _id, until, title, intro, sections, sms, marketing }: StoredDocument): string =>
  JSON.stringify([_id, [until, title, intro, sections, sms, marketing].map((field) => textsIn(field))])
