import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { Rule } from '#studio/validation/rule.ts'
import { consentsChanged, policyChanged } from '#studio/validation/wording.ts'

/** Refuses a changed policy or consent while a scheduled release changes the same text: it would keep the wrong earlier text. */
export const scheduledText: Rule = {
  name: 'scheduled-text',
  title: 'Texts that a scheduled release changes too',
  help: 'A policy or consent changes while a scheduled release holds another text of it. That release would keep the wrong earlier text. Unschedule the release, publish this change, then schedule the release again.',
  level: 'error',
  types: ['policy', 'siteSettings'],
  check(document, { content, published }) {
    if (!published) return []
    const isPolicy = document._type === 'policy'
    const hasChanged = isPolicy
      ? policyChanged(document, published)
      : consentsChanged(document, published, content)
    const other = content.scheduledTexts.find(
      (one) =>
        one.document === getPublishedId(document._id) && one.release !== getVersionFromId(document._id),
    )
    if (!hasChanged || !other) return []
    return [
      {
        path: isPolicy ? [] : ['consents'],
        message: `The scheduled release “${other.title || 'Untitled release'}” changes this text too. Unschedule that release before you publish here, then schedule it again.`,
      },
    ]
  },
}
