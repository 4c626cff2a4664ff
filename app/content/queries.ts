import { defineQuery } from 'groq'
import { policySlugs } from '#app/content/previous-slugs.ts'
import {
  image,
  inlineText,
  isVisible,
  link,
  linkTarget,
  picture,
  planFields,
  richText,
  seo,
  title,
} from '#app/content/projections.ts'

/** The content of the layout. The query of pages is in app/blocks/query.ts. */
export const SETTINGS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  brand, description, logo{ ${image} }, logoLight{ ${image} },
  companyUrl, email, phone, address{ street, city, region, postalCode, mapsUrl },
  headerNav[]{ ${link} }, headerButton{ ${link} },
  footerGroups[]{ title, links[]{ ${link} } },
  legalLine[]{ ${inlineText} },
  callToAction{ heading, text[]{ ${inlineText} }, button{ ${link} } },
  consents{ sms[]{ ${inlineText} }, marketing[]{ ${inlineText} }, effectiveDate },
  planWords{ choose, selected, cap, credit, saving, unavailable },
  checkoutWords{ heading, product, price, quantity, subtotal, basketTotal, total, noPlan, noCookies, toPlans,
    customerDetails, saveDetails, clearDetails, detailsSaved, detailsFirst, detailsUnsaved,
    detailsNotSent, payWith, payLoading, testMoney, paymentOff,
    paymentBlocked, payOnPayPal, contactUs, paymentReceived, paymentPending, priceChanged, choiceChanged },
  interfaceWords{
    skipLink, mainNavigation, breadcrumb, contents, openMenu, closeMenu, showPhone, openChat, closeChat, homeLink,
    articleMissing, inForceFrom, inForceUntil, earlierVersions, currentVersion, consentHeading, notFoundHeading, notFoundText, notFoundButton,
    newerArticles, olderArticles, listPage, allReviews, previousReviews, nextReviews, reviewWaiting
  }
}`)

export const POLICY_QUERY = defineQuery(`*[_type == "policy" && slug.current == $slug][0]{
  _id, ${title}, "slug": slug.current, effectiveDate, intro[]{ ${richText} },
  sections[]{ title, body[]{ ${richText} } },
  "versions": *[_type == "policyVersion" && policy._ref == ^._id] | order(effectiveDate desc, address desc){
    address, effectiveDate, until
  },
  seo{ ${seo} }
}`)

/** An earlier version of a policy, at its dated path. `current` is the slug of the policy. */
export const POLICY_VERSION_QUERY =
  defineQuery(`*[_type == "policyVersion" && address == $address && $slug in (${policySlugs})]
  | order((policy->slug.current == $slug) desc)[0]{
  _id, title, "current": policy->slug.current, address, effectiveDate, until, intro[]{ ${richText} },
  sections[]{ title, body[]{ ${richText} } }
}`)

/** Earlier wordings of the contact form's consents, newest first. */
export const CONSENT_VERSIONS_QUERY =
  defineQuery(`*[_type == "consentVersion"] | order(effectiveDate desc, address desc){
  _id, address, effectiveDate, until, sms, marketing
}`)

export const REDIRECTS_QUERY = defineQuery(`*[_type == "redirect" && defined(from)] | order(_id){
  from, to, permanent, target->{ ${linkTarget} }
}`)

export const ARTICLE_QUERY = defineQuery(`*[_type == "article" && slug.current == $slug && ${isVisible}][0]{
  _id, _updatedAt, ${title}, "slug": slug.current, category, description, date, site, picture{ ${picture} },
  body[]{ ${richText} },
  seo{ ${seo} }
}`)

export const PLAN_QUERY = defineQuery(
  `*[_type == "plan" && slug.current == $slug && ${isVisible}][0]{ ${planFields} }`,
)

/** Every slug of the site. Requests for other slugs never reach the lake. */
export const ADDRESSES_QUERY = defineQuery(`{
  "pages": *[_type == "page" && defined(slug.current) && ${isVisible}].slug.current,
  "policies": *[_type == "policy" && defined(slug.current)].slug.current,
  "policyVersions": *[_type == "policyVersion"]{ "slugs": ${policySlugs}, address },
  "articles": *[_type == "article" && defined(slug.current) && ${isVisible}].slug.current,
  "plans": *[_type == "plan" && defined(slug.current) && ${isVisible}].slug.current
}`)

export const ASSISTANT_QUERY = defineQuery(`*[_type == "assistant" && _id == "assistant"][0]{
  heading, greeting, placeholder, footer, replies{ buy, sell, agent, price, invest, generic }
}`)

/** URLs of logos on other hosts, which the CSP must allow (app/layout/content-security-policy.server.ts). */
export const LOGOS_ELSEWHERE_QUERY = defineQuery(
  `*[_type == "partner" && !defined(logo.asset) && defined(logoUrl) && ${isVisible}].logoUrl`,
)

export const SEARCH_WORDS_QUERY =
  defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0].searchWords{
  heading, label, button, results, none, suggestions
}`)

/** The provider that measures visitors. Not in SETTINGS_QUERY, because pages contain it only while a provider is set. */
export const MEASURING_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  measuring{ provider, account },
  measuringWords{ text, accept, decline, change }
}`)

/** The revision of each document that the site serves. The Studio compares it with its own. */
export const REVISIONS_QUERY =
  defineQuery(`*[_type in ["siteSettings", "page", "plan", "faqItem", "article", "policy", "policyVersion", "consentVersion", "redirect", "partner", "assistant"]]{
  _id, _rev, _updatedAt
}`)
