import { getPublishedId } from '@sanity/client/csm'
import { loopProblem, sourceProblem, targetProblem } from '#studio/validation/redirect-routes.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'

/** Refuses a redirect that would have no effect or leads in a circle. */
export const redirect: Rule = {
  name: 'redirect',
  title: 'Redirects that do not work',
  help: 'A redirect starts at an address that is in use, leads in a circle or has no target. Change the address that is named, or delete the redirect.',
  level: 'error',
  types: ['redirect'],
  check(document, { content }) {
    const { from, to, target } = document as unknown as {
      from?: string
      to?: string
      target?: { _ref?: string }
    }
    const finding = (path: string[], message: string | undefined): Finding[] =>
      message ? [{ path, message }] : []
    if (Boolean(target?._ref) === Boolean(to))
      return finding(['target'], 'Choose a page or type an address: exactly one of them.')
    const page = content.addresses.find(({ _id }) => _id === target?._ref)
    if (target?._ref && !page)
      return finding(['target'], 'This page is not published. Publish it first, or choose another page.')
    if (!from) return finding(['to'], to && targetProblem(to))
    const own = { _id: getPublishedId(document._id), from, to: to ?? null, targetSlug: page ?? null }
    return [
      ...finding(['from'], sourceProblem(from, document, content)),
      ...finding(['to'], to && targetProblem(to)),
      ...finding(['from'], loopProblem(own, content)),
    ]
  },
}
