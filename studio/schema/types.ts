import { withRules } from '#studio/schema/attach-rules.ts'
import { blocks } from '#studio/schema/blocks.ts'
import { article } from '#studio/schema/documents/article.ts'
import { assistant } from '#studio/schema/documents/assistant.ts'
import { consentVersion } from '#studio/schema/documents/consent-version.ts'
import { faqItem } from '#studio/schema/documents/faq-item.ts'
import { page } from '#studio/schema/documents/page.ts'
import { partner } from '#studio/schema/documents/partner.ts'
import { plan } from '#studio/schema/documents/plan.ts'
import { policy } from '#studio/schema/documents/policy.ts'
import { policyVersion } from '#studio/schema/documents/policy-version.ts'
import { redirect } from '#studio/schema/documents/redirect.ts'
import { siteSettings } from '#studio/schema/documents/site-settings.ts'
import { card } from '#studio/schema/objects/card.ts'
import { figure } from '#studio/schema/objects/figure.ts'
import { link } from '#studio/schema/objects/link.ts'
import { picture } from '#studio/schema/objects/picture.ts'
import { priceReference } from '#studio/schema/objects/price-reference.ts'
import { seo } from '#studio/schema/objects/seo.ts'
import { settingReference } from '#studio/schema/objects/setting-reference.ts'
import { articleBody, inlineText, richText } from '#studio/schema/objects/text.ts'
import { withTextPreview } from '#studio/schema/previews.ts'

const types = [
  siteSettings,
  page,
  plan,
  faqItem,
  article,
  policy,
  policyVersion,
  consentVersion,
  redirect,
  partner,
  assistant,
  ...blocks,
  link,
  picture,
  figure,
  card,
  seo,
  inlineText,
  richText,
  articleBody,
  priceReference,
  settingReference,
]

/** All types of the Studio, with the rules on each document type. */
export const schemaTypes = types.map(withRules).map(withTextPreview)
