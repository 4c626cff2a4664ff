import { getVersionFromId } from '@sanity/client/csm'
import type { Finding, Rule } from '#studio/validation/rule.ts'
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
    const path = ['consents', 'effectiveDate']
    if (!getVersionFromId(document._id))
      return [
        {
          path,
          message:
            'The wording of the consents changes. Publish asks from which date it is in force, and keeps the earlier wording.',
        },
      ]
    const [before, after] = [published, document].map((settings) => consentsOf(settings).effectiveDate)
    const findings: Finding[] = []
    if (!after || (before && after <= before))
      findings.push({
        path,
        message: `The wording of the consents changes, so “In force from” needs a new date${before ? ` after ${before}, the date of the published wording` : ''}.`,
        level: 'error',
      })
    const { sms, marketing } = shownConsents(published, content)
    const isKept = content.kept.some(
      (version) =>
        version._type === 'consentVersion' && version.sms === sms && version.marketing === marketing,
    )
    if (!isKept)
      findings.push({
        path,
        message:
          'The wording of the consents changes, and the release does not keep the published wording. Press “Keep the published text”.',
        level: 'error',
      })
    return findings
  },
}
