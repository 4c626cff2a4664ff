import { getVersionFromId } from '@sanity/client/csm'
import type { StoredDocument } from '#studio/validation/document.ts'
import { EARLIER_VERSIONS } from '#studio/validation/document-kinds.ts'
import type { Context, Finding, Rule, RuleFinding } from '#studio/validation/rule.ts'
import { altText } from '#studio/validation/rules/alt-text.ts'
import { brokenLink } from '#studio/validation/rules/broken-link.ts'
import { bundleCredit } from '#studio/validation/rules/bundle-credit.ts'
import { consentTerms } from '#studio/validation/rules/consent-terms.ts'
import { contradictingAmount } from '#studio/validation/rules/contradicting-amount.ts'
import { duplicateSlug } from '#studio/validation/rules/duplicate-slug.ts'
import { headingOrder } from '#studio/validation/rules/heading-order.ts'
import { legalText } from '#studio/validation/rules/legal-text.ts'
import { linkAddress } from '#studio/validation/rules/link-address.ts'
import { movedPage } from '#studio/validation/rules/moved-page.ts'
import { priceJump } from '#studio/validation/rules/price-jump.ts'
import { redirect } from '#studio/validation/rules/redirect.ts'
import { typedAmount } from '#studio/validation/rules/typed-amount.ts'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'
import { pathText } from '#studio/validation/walk.ts'

/** All rules, in the order in which Checks and Help list them. */
export const RULES: Rule[] = [
  priceJump,
  bundleCredit,
  contradictingAmount,
  typedAmount,
  legalText,
  consentTerms,
  movedPage,
  duplicateSlug,
  redirect,
  brokenLink,
  linkAddress,
  altText,
  headingOrder,
  unfinishedText,
]

const UNREADABLE =
  'A field holds another kind of value than the site expects, usually after an import. Fix the fields that the form marks.'

/** Returns the findings of all rules in a document. Never throws, although an import may have stored any value. */
export function findingsOf(document: StoredDocument, context: Context): RuleFinding[] {
  // Earlier texts stay as they were published.
  if (EARLIER_VERSIONS.includes(document._type)) return []
  const rules = RULES.filter(({ types }) => types?.includes(document._type) ?? true)
  const { published } = context
  return rules.flatMap((rule) => {
    const keyOf = ({ path, message }: Finding) => `${pathText(path)} ${message}`
    const publishedFindings = new Set(published && applyRule(rule, published, context).map(keyOf))
    return applyRule(rule, document, context).map((finding) => ({
      ...finding,
      rule,
      isNew: !publishedFindings.has(keyOf(finding)),
    }))
  })
}

function applyRule(rule: Rule, document: StoredDocument, context: Context): Finding[] {
  try {
    return rule.check(document, context)
  } catch {
    return [{ path: [], message: `Not checked for “${rule.title}”. ${UNREADABLE}`, level: 'warning' }]
  }
}

/** Identifies a finding in the field `acknowledged` of a version. */
export const acknowledgementOf = ({ rule, path, value }: RuleFinding): string =>
  `${rule.name} ${pathText(path)} ${value ?? ''}`

/** Whether this finding blocks the release until an editor acknowledges it. */
export const needsAcknowledgement = ({ rule, level, isNew }: RuleFinding, { _id }: StoredDocument): boolean =>
  isNew && Boolean(rule.blocksReleases) && level !== 'error' && getVersionFromId(_id) !== undefined

/** The level at which a form shows a finding. */
export function levelOf(finding: RuleFinding, document: StoredDocument): 'error' | 'warning' | 'info' {
  const level = finding.level ?? finding.rule.level
  if (level === 'error') return 'error'
  if (needsAcknowledgement(finding, document)) {
    const acknowledged = [document.acknowledged].flat().includes(acknowledgementOf(finding))
    return acknowledged ? 'warning' : 'error'
  }
  return finding.isNew ? 'warning' : 'info'
}
