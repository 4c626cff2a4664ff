import { getPublishedId } from '@sanity/client/csm'
import type { CustomValidator, Reference, ValidationContext } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { RESERVED_SLUGS } from '#studio/schema/rules.ts'
import { indexed } from '#studio/validation/indexed.ts'
import {
  type Address,
  type Dataset,
  datasetWith,
  pathOf,
  type RedirectFacts,
  titleOf,
} from '#studio/validation/published-content.ts'
import { plainPath } from '../../app/content/plain-path.ts'

export const standingAt = indexed((address: Address) => plainPath(pathOf(address) ?? ''))
/** Redirects that lead away from a plain path. */
export const leadingFrom = indexed(({ from }: RedirectFacts) => plainPath(from))
const leadingTo = indexed(placeOf)

/** Whether an earlier text of a policy stands at a plain path. */
export const isEarlierText = (path: string, earlier: Dataset['earlier']): boolean =>
  earlier.some(({ slugs, address }) => slugs.some((slug) => path === `/${slug}/${address}`))

/** What is wrong with an old address; undefined where nothing is. */
export function sourceProblem(
  from: string,
  { _id }: { _id: string },
  { addresses, redirects, earlier }: Dataset,
): string | undefined {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(from))
    return 'Start with a slash, without spaces, “?” or “#”: /old-pricing'
  const path = plainPath(from)
  if (path === '/') return 'The front page can’t be led away from.'
  if (RESERVED_SLUGS.includes(path.split('/')[1] ?? ''))
    return `“${path}” is used by the site itself: a redirect would never act there.`
  const [page] = standingAt(addresses, path)
  if (page)
    return `“${titleOf(page)}” stands at ${from}: the redirect would act only once that page has another address.`
  if (isEarlierText(path, earlier))
    return `The text of a policy that held earlier stands at ${from}, for good: the redirect would never act.`
  const others = leadingFrom(redirects, path).filter((one) => one._id !== getPublishedId(_id))
  if (others.length > 0) return `Another redirect already leads away from ${from}.`
  return undefined
}

/** What is wrong with a typed target: only places of this site or an https address; never `//elsewhere`. */
export function targetProblem(to: string): string | undefined {
  if (/^\/(?!\/)[^\s\\]*$/.test(to)) return undefined
  if (/^https:\/\/[^\s\\@]+$/.test(to) && URL.canParse(to)) return undefined
  return 'An address of this site starts with one slash (/pricing), one elsewhere with https://.'
}

/** Follows a redirect as it would be published. Names the loop or the detour; undefined where it leads straight to a page. */
export function routeProblem(own: RedirectFacts, { redirects }: Dataset): string | undefined {
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
      return `This leads in a circle: ${way}`
    }
    steps.push(step)
  }
  const last = steps.at(-1)!
  if (steps.length > 1)
    return `${steps[1]!.from} is itself redirected. Lead straight to ${placeOf(last) ?? last.to ?? 'its page'}.`
  const before = leadingTo(redirects, plainPath(own.from)).find(isOther)
  if (before)
    return `${before.from} leads to ${own.from}, which would now be a detour. Change that redirect first.`
  return undefined
}

/** The path of this site that a redirect leads to; undefined for one that leads elsewhere or nowhere. */
function placeOf({ to, targetSlug }: RedirectFacts): string | undefined {
  const path = targetSlug ? pathOf(targetSlug) : to?.startsWith('/') ? to.split(/[?#]/)[0] : undefined
  return path === undefined ? undefined : plainPath(path)
}

/** What it asks is asked for until there is an answer (studio/features/asked-again.ts). */
const clientOf = (getClient: ValidationContext['getClient']) =>
  getClient({ apiVersion: API_VERSION }).withConfig({
    requestTagPrefix: 'sanity.studio.validation.redirects',
  })

const datasetOf = (id: string, getClient: ValidationContext['getClient']): Promise<Dataset> =>
  datasetWith(clientOf(getClient), id, { fresh: true })

type RedirectDocument = { _id: string; from?: string; to?: string; target?: Reference }

export const isRedirectSource: CustomValidator<string | undefined> = async (from, { document, getClient }) =>
  !from || !document || (sourceProblem(from, document, await datasetOf(document._id, getClient)) ?? true)

export const isRedirectTarget: CustomValidator<string | undefined> = (to) =>
  !to || (targetProblem(to) ?? true)

/** Exactly one target, and a straight way to it. */
export const leadsSomewhere: CustomValidator = async (value, { getClient }) => {
  const { _id, from, to, target } = value as RedirectDocument
  if (Boolean(target?._ref) === Boolean(to)) return 'Choose a page or type an address: exactly one of them.'
  if (!from) return true
  const dataset = await datasetOf(_id, getClient)
  const page = dataset.addresses.find((one) => one._id === target?._ref)
  if (target?._ref && !page) return 'The page is not published: visitors would find nothing there.'
  const own: RedirectFacts = {
    _id: getPublishedId(_id),
    from,
    to: to ?? null,
    targetSlug: page ?? null,
  }
  return routeProblem(own, dataset) ?? true
}
