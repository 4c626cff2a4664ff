import { getPublishedId } from '@sanity/client/csm'
import {
  ADDRESSED,
  type PublishedContent,
  pathOf,
  type RedirectFacts,
  slugOf,
} from '#studio/validation/published-content.ts'
import { leadingFrom, standingAt } from '#studio/validation/redirect-routes.ts'
import { placesOf } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { plainPath } from '../../app/content/plain-path.ts'

/** How the name of a redirect begins that publishing makes. */
export const MADE_REDIRECT = 'redirect-'

/** An address that publishing this draft would change. */
export type MovedAddress = {
  from: string
  to: string
  /** The page stands in the navigation: others link to it, so it may not move without a redirect. */
  inNavigation: boolean
  /** What stands at the old address from then on: the other one of two that change places in a release. */
  successor: Other | undefined
  /** Leads from the old address to the page, wherever it moves; undefined where something stands there, or its release leads elsewhere. */
  redirect: StoredDocument | undefined
  /** One from there is published already: it is given this target. */
  isKnown: boolean
  /** Redirects that stand at the new address: the page is back there, they would never act again. */
  obsolete: string[]
}

type Other = { _id: string; title: string | null; slug: string | null }

/** What else has a document's address, or a plan's short name. */
export function otherAt(document: StoredDocument, { addresses, plans }: PublishedContent): Other | undefined {
  const { _type } = document
  const slug = slugOf(document)
  if (!slug) return undefined
  const path = pathOf({ _type, slug }) ?? ''
  const there: Other[] = ADDRESSED.includes(_type)
    ? standingAt(addresses, plainPath(path))
    : plans.filter((plan) => _type === 'plan' && plan.slug === slug)
  return there.find(({ _id }) => _id !== getPublishedId(document._id))
}

/** What moves when this draft is published. `after`: the dataset then; `now`: before that. */
export function movedAddress(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  after: PublishedContent,
  now: PublishedContent,
): MovedAddress | undefined {
  if (!published || !ADDRESSED.includes(draft._type)) return undefined
  const [from, to] = [published, draft].map((document) =>
    pathOf({ _type: document._type, slug: slugOf(document) }),
  )
  if (!from || !to || from === to) return undefined
  const { settings, redirects } = after
  const _id = getPublishedId(draft._id)
  const menu = settings ? placesOf(_id, [settings as unknown as StoredDocument]) : []
  const successor = otherAt(published, after)
  const [known] = leadingFrom(redirects, plainPath(from))
  const isLedElsewhere = known && known.target !== _id && !now.redirects.some((one) => isSame(one, known))
  // A slug has no “_”: /about/us and /about-us get an id each. One may be taken by a redirect that was given another old address.
  let free = `${MADE_REDIRECT}${from.slice(1).replaceAll('/', '_')}`
  while (redirects.some((one) => one._id === free)) free += '_'
  return {
    from,
    to,
    inNavigation: menu.some(({ kind }) => kind === 'menu'),
    successor,
    redirect:
      successor || isLedElsewhere
        ? undefined
        : {
            _id: known?._id ?? free,
            _type: 'redirect',
            from,
            target: { _type: 'reference', _ref: _id, _weak: true },
            permanent: true,
          },
    isKnown: known !== undefined,
    obsolete: redirects
      .filter((one) => plainPath(one.from) === plainPath(to) && one._id !== known?._id)
      .map((one) => one._id),
  }
}

const isSame = (one: RedirectFacts, other: RedirectFacts): boolean =>
  one._id === other._id && one.from === other.from && one.to === other.to && one.target === other.target
