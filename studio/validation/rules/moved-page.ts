import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import { ADDRESSED, pathOf, slugOf } from '#studio/validation/published-content.ts'
import { leadingFrom, standingAt } from '#studio/validation/redirect-routes.ts'
import { placesOf } from '#studio/validation/references.ts'
import type { Rule, StoredDocument } from '#studio/validation/rule.ts'
import { plainPath } from '../../../app/content/plain-path.ts'

/** Sees to it that visitors of an old address are redirected when a page moves. */
export const movedPage: Rule = {
  name: 'moved-page',
  title: 'Pages that move to another address',
  help: 'The address of a published page changes. Publish offers to redirect visitors of the old address; a page of the navigation cannot move without a redirect. In a release, add the redirect to the release.',
  level: 'warning',
  blocksReleases: true,
  types: ADDRESSED,
  check(document, { content: { addresses, redirects, settings }, published }) {
    const [from, to] = [published, document].map((one) =>
      pathOf({ _type: document._type, slug: slugOf(one) ?? null }),
    )
    if (!from || !to || from === to) return []
    const finding = { path: ['slug'], value: `${from} → ${to}` }
    const successor = standingAt(addresses, plainPath(from)).some(
      ({ _id }) => _id !== getPublishedId(document._id),
    )
    if (successor) return []
    if (from === '/')
      return [
        {
          ...finding,
          message:
            'This is the front page, which needs the address “home”. Change the address back to “home”.',
          level: 'error',
        },
      ]
    if (leadingFrom(redirects, plainPath(from)).length > 0) return []
    const moves = `The address changes from ${from} to ${to}.`
    if (getVersionFromId(document._id))
      return [
        {
          ...finding,
          message: `${moves} Add a redirect from ${from} to this release, so that old links still work.`,
          level: 'error',
        },
      ]
    const inMenu = placesOf(getPublishedId(document._id), [settings as unknown as StoredDocument]).some(
      ({ kind }) => kind === 'menu',
    )
    return [
      {
        ...finding,
        message: inMenu
          ? `${moves} The page is in the navigation, so Publish adds a redirect from ${from}.`
          : `${moves} Publish offers to redirect visitors from ${from}.`,
      },
    ]
  },
}
