import type { Finding, Rule } from '#studio/guards/rule.ts'
import {
  addressShapes,
  blanks,
  consentWords,
  markdown,
  placeholders,
  typedContact,
  unlikelyDates,
} from '#studio/guards/slip-rules.ts'
import {
  articlePicture,
  brokenLinks,
  callToAction,
  headingOrder,
  missingAlt,
  missingWords,
  ownAddress,
  planFacts,
  redirectFacts,
  searchResult,
} from '#studio/guards/structure-rules.ts'
import { typedAmounts } from '#studio/guards/typed-amounts.ts'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'

const RULES: Rule[] = [
  typedAmounts,
  typedContact,
  placeholders,
  markdown,
  blanks,
  brokenLinks,
  addressShapes,
  missingAlt,
  headingOrder,
  searchResult,
  articlePicture,
  callToAction,
  ownAddress,
  planFacts,
  unlikelyDates,
  redirectFacts,
  consentWords,
  missingWords,
]
/** Said by the fields themselves, as errors; the list of all findings repeats them for content that came from elsewhere. */
const SAID_BY_FIELDS = [
  'article-picture',
  'own-names',
  'own-address',
  'plan-price',
  'plan-slug',
  'redirect',
  'missing-words',
]

/** Everything that the guards have to say of a document. */
export const findingsOf = (document: StoredDocument, dataset: PublishedContent): Finding[] =>
  // What was published stays as it was.
  KEPT_VERSIONS.includes(document._type) ? [] : RULES.flatMap((rule) => rule(document, dataset))

/** What the document's form says as warnings. */
export const warningsOf = (document: StoredDocument, dataset: PublishedContent): Finding[] =>
  findingsOf(document, dataset).filter(({ rule }) => !SAID_BY_FIELDS.includes(rule))
