import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import { pageMove } from '#studio/validation/page-move.ts'
import { ADDRESSED } from '#studio/validation/published-content.ts'
import { documentsAt, redirectsFrom } from '#studio/validation/redirect-routes.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'
import { normalizePath } from '../../../app/content/normalize-path.ts'

/** Requires or offers a redirect from the old address of a page that moves. */
export const movedPage: Rule = {
  name: 'moved-page',
  title: 'Pages that move to another address',
  help: 'The address of a published page changes. Publish offers to redirect visitors of the old address; a page of the navigation cannot move without a redirect. In a release, add the redirect to the release.',
  level: 'warning',
  blocksReleases: true,
  types: ADDRESSED,
  check(document, { content, published }) {
    const move = pageMove(document, published, content)
    if (!move) return []
    const { from, to, inNavigation } = move
    const isOther = ({ _id }: { _id: string }) => _id !== getPublishedId(document._id)
    if (documentsAt(content.addresses, normalizePath(from)).some(isOther)) return []
    const finding = (message: string, level?: 'error'): Finding[] => [
      { path: ['slug'], message, value: `${from} → ${to}`, ...(level && { level }) },
    ]
    if (from === '/')
      return finding(
        'This is the front page, which needs the address “home”. Change the address back to “home”.',
        'error',
      )
    if (redirectsFrom(content.redirects, normalizePath(from)).length > 0) return []
    const moves = `The address changes from ${from} to ${to}.`
    if (getVersionFromId(document._id))
      return finding(
        `${moves} Add a redirect from ${from} to this release, so that old links still work.`,
        'error',
      )
    return finding(
      inNavigation
        ? `${moves} The page is in the navigation, so Publish adds a redirect from ${from}.`
        : `${moves} Publish offers to redirect visitors from ${from}.`,
    )
  },
}
