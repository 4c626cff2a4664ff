import { getPublishedId } from '@sanity/client/csm'
import {
  type Address,
  type PublishedContent,
  pathOf,
  type RedirectFacts,
} from '#studio/validation/published-content.ts'
import { RESERVED_SLUGS } from '#studio/validation/reserved-slugs.ts'
import { isPublic } from '#studio/validation/web-address.ts'
import { normalizePath } from '../../app/content/normalize-path.ts'

export const documentsAt = (addresses: Address[], path: string): Address[] =>
  addresses.filter((address) => normalizePath(pathOf(address) ?? '') === path)

export const redirectsFrom = (redirects: RedirectFacts[], path: string): RedirectFacts[] =>
  redirects.filter(({ from }) => normalizePath(from) === path)

/** Whether an earlier policy text is at a plain path. */
export const isEarlierText = (
  path: string,
  earlierAddresses: PublishedContent['earlierAddresses'],
): boolean =>
  earlierAddresses.some(({ slugs, address }) => slugs.some((slug) => path === `/${slug}/${address}`))

/** Returns the problem of an old address, or undefined. */
export function sourceProblem(
  from: string,
  { _id }: { _id: string },
  { addresses, redirects, earlierAddresses }: PublishedContent,
): string | undefined {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(from))
    return 'Start with a slash, without spaces, “?” or “#”: /old-pricing'
  const path = normalizePath(from)
  if (path === '/') return 'The front page cannot be redirected. Type another old address.'
  if (RESERVED_SLUGS.includes(path.split('/')[1] ?? ''))
    return `“${path}” is used by the site itself, so a redirect from there would never act. Type another old address.`
  const [page] = documentsAt(addresses, path)
  if (page)
    return `“${page.title}” is at ${from}, so the redirect would not act. Change the address of that page first, or delete the redirect.`
  if (isEarlierText(path, earlierAddresses))
    return `An earlier policy text is at ${from}, so the redirect would never act. Type another old address.`
  const others = redirectsFrom(redirects, path).filter((one) => one._id !== getPublishedId(_id))
  if (others.length > 0) return `Another redirect already starts at ${from}. Change that one instead.`
  return undefined
}

/** Returns the problem of a typed target: it must be a path of this site or an https address, never `//elsewhere`. */
export function targetProblem(to: string): string | undefined {
  if (/^\/(?!\/)[^\s\\]*$/.test(to)) return undefined
  if (/^https:\/\/[^\s\\@]+$/.test(to) && isPublic(to)) return undefined
  return 'Type an address of this site that starts with one slash (/pricing), or a whole one that starts with https://.'
}

/** Describes the loop of a redirect; undefined if it ends at a page, directly or through other redirects. */
export function loopProblem(own: RedirectFacts, { redirects }: PublishedContent): string | undefined {
  const isOther = ({ _id }: RedirectFacts) => _id !== own._id
  const steps: RedirectFacts[] = []
  let step: RedirectFacts | undefined = own
  while (step && !steps.includes(step)) {
    steps.push(step)
    const target = targetPath(step)
    if (target === normalizePath(own.from)) step = own
    else step = target === undefined ? undefined : redirectsFrom(redirects, target).find(isOther)
  }
  if (!step) return undefined
  const route = [...steps, step].map(({ from }) => from).join(' → ')
  return `This leads in a circle: ${route}. Choose another target.`
}

/** Returns the path on this site to which a redirect points; undefined for other targets. */
function targetPath({ to, targetSlug }: RedirectFacts): string | undefined {
  const path = targetSlug ? pathOf(targetSlug) : to?.startsWith('/') ? to.split(/[?#]/)[0] : undefined
  return path === undefined ? undefined : normalizePath(path)
}
