import { getPublishedId } from '@sanity/client/csm'
import { RESERVED_SLUGS } from '#studio/schema/validators.ts'
import { indexed } from '#studio/validation/indexed.ts'
import {
  type Address,
  type PublishedContent,
  pathOf,
  type RedirectFacts,
  titleOf,
} from '#studio/validation/published-content.ts'
import { opensInBrowser } from '#studio/validation/web-address.ts'
import { plainPath } from '../../app/content/plain-path.ts'

/** Documents at a plain path. */
export const standingAt = indexed((address: Address) => plainPath(pathOf(address) ?? ''))
/** Redirects that start at a plain path. */
export const leadingFrom = indexed(({ from }: RedirectFacts) => plainPath(from))
const leadingTo = indexed(placeOf)

/** Whether an earlier policy text is at a plain path. */
export const isEarlierText = (path: string, earlier: PublishedContent['earlier']): boolean =>
  earlier.some(({ slugs, address }) => slugs.some((slug) => path === `/${slug}/${address}`))

/** What is wrong with an old address; undefined where nothing is. */
export function sourceProblem(
  from: string,
  { _id }: { _id: string },
  { addresses, redirects, earlier }: PublishedContent,
): string | undefined {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(from))
    return 'Start with a slash, without spaces, “?” or “#”: /old-pricing'
  const path = plainPath(from)
  if (path === '/') return 'The front page cannot be redirected. Type another old address.'
  if (RESERVED_SLUGS.includes(path.split('/')[1] ?? ''))
    return `“${path}” is used by the site itself, so a redirect from there would never act. Type another old address.`
  const [page] = standingAt(addresses, path)
  if (page)
    return `“${titleOf(page)}” is at ${from}, so the redirect would not act. Change the address of that page first, or delete the redirect.`
  if (isEarlierText(path, earlier))
    return `An earlier policy text is at ${from}, so the redirect would never act. Type another old address.`
  const others = leadingFrom(redirects, path).filter((one) => one._id !== getPublishedId(_id))
  if (others.length > 0) return `Another redirect already starts at ${from}. Change that one instead.`
  return undefined
}

/** What is wrong with a typed target: it must be a path of this site or an https address, never `//elsewhere`. */
export function targetProblem(to: string): string | undefined {
  if (/^\/(?!\/)[^\s\\]*$/.test(to)) return undefined
  if (/^https:\/\/[^\s\\@]+$/.test(to) && opensInBrowser(to)) return undefined
  return 'Type an address of this site that starts with one slash (/pricing), or a whole one that starts with https://.'
}

/** Follows a redirect as it would be published. Names the loop or the detour; undefined where it leads straight to a page. */
export function routeProblem(own: RedirectFacts, { redirects }: PublishedContent): string | undefined {
  const isOther = ({ _id }: RedirectFacts) => _id !== own._id
  const next = (one: RedirectFacts) => {
    const place = placeOf(one)
    if (place === undefined) return undefined
    return leadingFrom(redirects, place).find(isOther) ?? (plainPath(own.from) === place ? own : undefined)
  }
  const steps = [own]
  for (let step = next(own); step; step = next(step)) {
    if (steps.includes(step)) {
      const way = [...steps.slice(steps.indexOf(step)), step].map(({ from }) => from).join(' → ')
      return `This leads in a circle: ${way}. Choose another target.`
    }
    steps.push(step)
  }
  const last = steps.at(-1)!
  if (steps.length > 1)
    return `${steps[1]!.from} is itself redirected. Redirect straight to ${placeOf(last) ?? last.to ?? 'its page'}.`
  const before = leadingTo(redirects, plainPath(own.from)).find(isOther)
  if (before)
    return `${before.from} leads to ${own.from}, so visitors would be redirected twice. Change that redirect first.`
  return undefined
}

/** The path of this site that a redirect leads to; undefined for one that leads elsewhere or nowhere. */
function placeOf({ to, targetSlug }: RedirectFacts): string | undefined {
  const path = targetSlug ? pathOf(targetSlug) : to?.startsWith('/') ? to.split(/[?#]/)[0] : undefined
  return path === undefined ? undefined : plainPath(path)
}
