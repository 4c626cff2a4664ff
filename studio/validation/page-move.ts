import { getPublishedId } from '@sanity/client/csm'
import type { StoredDocument } from '#studio/validation/document.ts'
import { type PublishedContent, pathOf, slugOf } from '#studio/validation/published-content.ts'
import { placesOf } from '#studio/validation/references.ts'

/** A document whose path changes when it is published. */
export type PageMove = {
  from: string
  to: string
  /** A page in the navigation may not move without a redirect. */
  inNavigation: boolean
  /** Redirects the old path to the page. */
  redirect: StoredDocument
}

/** Returns the move when this document is published; undefined if the path stays the same. */
export function pageMove(
  document: StoredDocument,
  published: StoredDocument | undefined,
  { settings }: PublishedContent,
): PageMove | undefined {
  const [from, to] = [published, document].map((one) =>
    pathOf({ _type: document._type, slug: slugOf(one) ?? null }),
  )
  if (!from || !to || from === to) return undefined
  const id = getPublishedId(document._id)
  const menu = settings ? placesOf(id, [settings]) : []
  return {
    from,
    to,
    inNavigation: menu.some(({ kind }) => kind === 'menu'),
    redirect: {
      // No slug has a "_", so /about/us and /about-us get different ids.
      _id: `redirect-${from.slice(1).replaceAll('/', '_')}`,
      _type: 'redirect',
      from,
      target: { _type: 'reference', _ref: id, _weak: true },
      permanent: true,
    },
  }
}
