import { changedTextFindings } from '#studio/validation/changed-text.ts'
import type { Rule } from '#studio/validation/rule.ts'
import { consentsChanged, consentsOf, shownConsents } from '#studio/validation/wording.ts'

/** Sees to it that changed consents get a new date and that the earlier wording is kept as evidence. */
export const consentText: Rule = {
  name: 'consent-text',
  title: 'Consents with a changed wording',
  help: 'The wording of a consent in Settings changes. Publish asks from which date it is in force and keeps the earlier wording, which visitors agreed to. In a release, set the new date and keep the earlier wording before the release is scheduled.',
  level: 'warning',
  blocksReleases: true,
  types: ['siteSettings'],
  check(document, { content, published }) {
    if (!published || !consentsChanged(document, published, content)) return []
    const { sms, marketing } = shownConsents(published, content)
    const next = consentsOf(document).effectiveDate ?? ''
    return changedTextFindings(document, {
      what: 'The wording of the consents changes',
      path: ['consents', 'effectiveDate'],
      since: consentsOf(published).effectiveDate ?? '',
      next,
      isKept: content.kept.some(
        (version) =>
          version._type === 'consentVersion' &&
          version.until === next &&
          version.sms === sms &&
          version.marketing === marketing,
      ),
    })
  },
}
