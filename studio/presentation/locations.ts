import { getPublishedId } from '@sanity/client/csm'
import { map, retry } from 'rxjs'
import type { DocumentLocationResolver, DocumentLocationsState } from 'sanity/presentation'
import { textOf } from '#studio/validation/text-of.ts'
import { hrefOf } from '../../app/content/href.ts'

/** A failed query is retried, because an error would replace the whole form. */
const RETRY_MS = 2_000

type Found = { _type: 'page' | 'policy' | 'article'; title?: unknown; slug: string }

const withBlock = (condition: string) => `count(blocks[${condition}]) > 0`

const QUOTING = '*[_type == "faqItem" && references($id)]._id'
/** Matches FAQ blocks with a question that quotes the document. */
const withQuotingFaq = withBlock(
  `_type == "faq" && count(select(count(items) > 0 => items[_ref in ${QUOTING}], ${QUOTING})) > 0`,
)

/** Filters of the pages, policies and articles that show a document; `$id` is its published id. */
const SHOWN_ON: Record<string, string> = {
  page: '_id == $id',
  policy: '_id == $id',
  article: `_id == $id || ${withBlock('_type == "articleList"')}`,
  plan: `${withBlock('_type == "planGrid" && kind == *[_type == "plan" && _id == $id][0].kind')} || references($id)
    || ${withQuotingFaq}`,
  faqItem: `${withBlock('_type == "faq" && count(coalesce(items, [])) == 0')} || references($id)`,
  partner: withBlock('_type == "partners"'),
}

/** Lists the pages that show a document (Sanity: "document locations"). */
export const locations: DocumentLocationResolver = ({ id, type, perspectiveStack }, { documentStore }) => {
  const shown = SHOWN_ON[type]
  if (!shown) return undefined
  return documentStore
    .listenQuery(
      {
        fetch: `*[_type in ["page", "policy", "article"] && slug.current > "" && (${shown})]
          | order(_type desc, title asc){ _type, title, "slug": slug.current }`,
        listen: '*[_type in ["page", "policy", "article", "plan", "faqItem", "partner"]]',
      },
      { id: getPublishedId(id) },
      { perspective: perspectiveStack.length > 0 ? perspectiveStack : 'drafts', tag: 'locations' },
    )
    .pipe(
      map((found: Found[]) => locationsOf(found)),
      retry({ delay: RETRY_MS }),
    )
}

function locationsOf(found: Found[]): DocumentLocationsState {
  const places = found.flatMap((document) => {
    const href = hrefOf(document)
    return href ? [{ title: textOf(document.title) ?? href, href }] : []
  })
  return places.length > 0
    ? {
        locations: places,
        message: places.length === 1 ? 'On one page' : `On ${places.length} pages`,
        tone: 'positive',
      }
    : { message: 'No page shows this yet.', tone: 'caution' }
}
